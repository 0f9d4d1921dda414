import Documents
import Economics
import Ledger
import Platform
import Policy

extension Service {
    /// `GET /v1/decisions/{id}`: the whole journey of one upload, as JSON or, with `format=text`, in words.
    func decision(_ request: HTTPRequest, id: String) async throws(Problem) -> HTTPResponse {
        _ = try caller(of: request, needs: .read)
        let format = request.queryItem("format") ?? "json"
        guard ["json", "text"].contains(format) else {
            throw Problem("malformed_request", 400, "`format` is json or text, found `\(format.printable)`")
        }
        do {
            guard let record = try await store.decision(id: id) else {
                throw Problem("not_found", 404, "there is no decision `\(id.printable)`")
            }
            let attempts = try await store.attempts(decisionID: id)
            let feedback = try await store.feedback(decisionID: id)
            let snapshot = policies.snapshot(of: record.profile)
            guard format == "json" else {
                let journey = DecisionJourney(record: record, attempts: attempts, feedback: feedback, now: snapshot)
                return HTTPResponse(text: journey.text, type: "text/plain; charset=utf-8")
            }
            return HTTPResponse(
                json: record.json(attempts: attempts, profile: snapshot?.profile, feedback: feedback)
            )
        } catch let problem as Problem {
            throw problem
        } catch {
            log.error("decision not read", [("cause", .text("\(error)"))])
            throw .ledgerUnavailable
        }
    }
}
