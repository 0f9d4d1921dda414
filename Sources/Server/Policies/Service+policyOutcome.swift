import Documents
import Ledger
import Platform
import Policy

extension Service {
    /// Makes a revision, puts it in force, and answers; the same for the socket and for HTTP.
    func answer(
        _ change: (PolicyDesk) async throws(LedgerError) -> PolicyDesk.Outcome
    ) async throws(Problem) -> HTTPResponse {
        let outcome: PolicyDesk.Outcome
        do {
            outcome = try await change(desk)
        } catch  where error.code == .notFound {
            throw Problem("not_found", 404, error.message)
        } catch {
            log.error("policy not changed", [("cause", .text(error.message))])
            throw Problem("ledger_unavailable", 503, error.message)
        }
        switch outcome {
        case .applied(let revision, let set):
            do {
                try policies.put(revision: revision.number, appliedAt: revision.at, set: set)
            } catch {
                throw Problem("internal", 500, error.message)
            }
            log.info(
                "policy applied",
                [("revision", .integer(Int64(revision.number))), ("by", .text(revision.by))]
            )
            return HTTPResponse(json: ["outcome": "applied", "revision": .integer(Int64(revision.number))])
        case .unchanged(let revision):
            return HTTPResponse(json: ["outcome": "unchanged", "revision": .integer(Int64(revision))])
        case .refused(let diagnostics):
            throw .policyRefused(diagnostics)
        case .stale(let live):
            throw .stale(live: live)
        }
    }
}
