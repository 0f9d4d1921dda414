import Documents
import Economics
import Ledger
import Platform
import Policy

extension Service {
    /// `GET /v1/decisions/{id}`: the whole journey of one upload.
    func decision(_ request: HTTPRequest, id: String) async throws(Problem) -> HTTPResponse {
        _ = try keyring.caller(of: request, needs: .read)
        do {
            guard let record = try await store.decision(id: id) else {
                throw Problem("not_found", 404, "there is no decision `\(id.printable)`")
            }
            let attempts = try await store.attempts(decisionID: id)
            let profile = policies.snapshot(of: record.profile)?.profile
            return HTTPResponse(json: record.json(attempts: attempts, profile: profile))
        } catch let problem as Problem {
            throw problem
        } catch {
            log.error("decision not read", [("cause", .text("\(error)"))])
            throw .ledgerUnavailable
        }
    }
}
