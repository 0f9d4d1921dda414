package import Backtest
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
            throw Problem(.notFound, error.message)
        } catch {
            log.error("policy not changed", [("cause", .text(error.message))])
            throw Problem(.ledgerUnavailable, error.message)
        }
        switch outcome {
        case .applied(let revision, let set):
            do {
                try policies.put(revision: revision.number, appliedAt: revision.at, set: set, stage: revision.stage)
            } catch {
                throw Problem(.internalError, error.message)
            }
            log.info(
                "policy applied",
                [("revision", .integer(Int64(revision.number))), ("by", .text(revision.by))]
            )
            return HTTPResponse(json: [
                "outcome": .string(revision.stage == nil ? "applied" : "staged"),
                "revision": .integer(Int64(revision.number)),
            ])
        case .unchanged(let revision):
            return HTTPResponse(json: ["outcome": "unchanged", "revision": .integer(Int64(revision))])
        case .refused(let diagnostics):
            throw .policyRefused(diagnostics)
        case .limitsBroken(let limits):
            throw Problem(
                .limitBroken,
                PolicyDesk.Outcome.message(of: limits),
                extra: [
                    .init(
                        "limits",
                        .array(limits.map { ["profile": .string($0.profile), "limit": .string($0.limit.rawValue)] })
                    )
                ]
            )
        case .stale(let live):
            throw .stale(live: live)
        case .rollingOut(let staged):
            throw Problem(.rollingOut, PolicyDesk.Outcome.rollingOutMessage(staged))
        case .noRollout:
            throw Problem(.noRollout, PolicyDesk.Outcome.noRolloutMessage)
        }
    }
}

extension PolicyDesk.Outcome {
    /// Which limits a change would break, and how to let it.
    package static func message(of limits: [(profile: String, limit: PlanLimit)]) -> String {
        let names = limits.map { "\($0.profile) \($0.limit.rawValue)" }.joined(separator: ", ")
        return
            "this would break a limit (\(names)); nothing was changed: see `torii policy plan`, or accept it by name: "
            + "\(limits.map(\.limit).options) (over HTTP: `acceptLimits`)"
    }

    /// What to do before anything else can be applied.
    package static func rollingOutMessage(_ staged: Int) -> String {
        "revision \(staged) is being rolled out: promote it (`torii policy promote`) or end it (`torii policy rollback`) first"
    }

    package static let noRolloutMessage = "no revision is being rolled out: `torii policy apply --share 10%` begins one"
}
