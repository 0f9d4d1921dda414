import Documents
import Economics
import Ledger
import Platform
import Policy

extension Service {
    /// `POST /v1/profiles/{name}:plan`: `{"document": TEXT}`, and `base`, `days`, `changed`. What the document would have
    /// made of the recorded uploads, beside the one in force. Changes nothing.
    func planProfile(_ request: HTTPRequest, name: String) async throws(Problem) -> HTTPResponse {
        _ = try caller(of: request, needs: .admin)
        let change = try ChangeRequest(request.body, known: ["document", "base", "days", "changed"])
        let text = try change.text("document")
        let days = change.has("days") ? try change.integer("days") : 7
        guard (1...366).contains(days) else { throw Problem(.invalidField, "`days` must be 1...366") }
        do {
            guard let live = try await desk.current() else { throw Problem.ledgerUnavailable }
            if change.has("base"), try change.integer("base") != live.revision.number {
                throw Problem.stale(live: live.revision.number)
            }
            guard let document = live.set.document(ofProfile: name) else { throw Problem.noProfile(name) }
            let documents = live.revision.documents.replacingProfile(
                name,
                with: PolicyDocument(path: document.path, bytes: Array(text.utf8))
            )
            let read = PolicyReader.read(documents, knownZones: TimeZones.known, now: clock.now())
            guard let set = read.set else { throw Problem.policyRefused(read.diagnostics) }
            let plan = try await PolicyPlan.made(
                live: live,
                proposed: (documents.sorted { $0.path < $1.path }, set),
                only: name,
                window: .days(days),
                store: store,
                now: clock.now()
            )
            return HTTPResponse(json: try plan.json(listsChanged: change.has("changed")))
        } catch let problem as Problem {
            throw problem
        } catch {
            log.error("plan not made", [("cause", .text("\(error)"))])
            throw .ledgerUnavailable
        }
    }
}

extension Problem {
    static func stale(live: Int) -> Problem {
        Problem(
            .stale,
            "revision \(live) is live now: read it again and make the change there",
            extra: [.init("revision", .integer(Int64(live)))]
        )
    }

    static func policyRefused(_ diagnostics: [Diagnostic]) -> Problem {
        let messages = diagnostics.filter { $0.severity == .error }.map { JSON.string($0.message) }
        return Problem(
            .policyRefused,
            "the documents have errors; nothing was changed",
            extra: [.init("errors", .array(messages)), .init("diagnostics", .array(diagnostics.map(\.json)))]
        )
    }
}
