import Documents
import Ledger
import Platform
import Policy

extension Service {
    /// `GET /v1/profiles`: who is judged by what.
    func profiles(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
        _ = try caller(of: request, needs: .admin)
        let profiles = policies.snapshots.map { snapshot -> JSON in
            [
                "name": .string(snapshot.profile.name),
                "revision": .integer(Int64(snapshot.revision)),
                "phase": .string(snapshot.profile.phase.rawValue),
                "scoreSpace": .string(snapshot.profile.scoreSpace),
                "model": .string(snapshot.profile.cloud.model),
                "sendRateTarget": .double(snapshot.profile.target.sendRate),
            ]
        }
        return HTTPResponse(json: [
            "revision": .integer(Int64(policies.revision)),
            "appliedAt": .string(policies.appliedAt.iso8601),
            "profiles": .array(profiles),
        ])
    }

    /// `GET /v1/profiles/{name}`: the document in force and every setting with where it comes from. `ETag` is the
    /// revision, the `base` of a change.
    func profile(_ request: HTTPRequest, name: String) throws(Problem) -> HTTPResponse {
        _ = try caller(of: request, needs: .admin)
        guard let snapshot = policies.snapshot(of: name), let document = snapshot.set.document(ofProfile: name),
            let settings = snapshot.set.effectiveJSON(profile: name)
        else { throw .noProfile(name) }
        var response = HTTPResponse(json: [
            "name": .string(name),
            "revision": .integer(Int64(snapshot.revision)),
            "document": document.json,
            "settings": settings,
        ])
        response.headers.append((name: "ETag", value: "\"r\(snapshot.revision)\""))
        return response
    }

    /// `GET /v1/profiles/{name}/history`: the revisions that changed the profile, newest first, with what they changed.
    func profileHistory(_ request: HTTPRequest, name: String) async throws(Problem) -> HTTPResponse {
        _ = try caller(of: request, needs: .admin)
        let changes: [ProfileHistory.Entry]
        do {
            changes = try await ProfileHistory.entries(of: name, store: store)
        } catch {
            log.error("history not read", [("cause", .text(error.message))])
            throw .ledgerUnavailable
        }
        guard !changes.isEmpty else { throw .noProfile(name) }
        return HTTPResponse(json: ["name": .string(name), "history": .array(changes.map(\.json))])
    }
}

extension Problem {
    static func noProfile(_ name: String) -> Problem {
        Problem(.unknownProfile, "there is no profile `\(name.printable)`")
    }
}
