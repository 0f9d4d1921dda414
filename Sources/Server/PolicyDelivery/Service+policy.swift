import Documents
import Platform
import Policy

extension Service {
    /// `GET /v1/policy/{profile}?scoreSpace=&have=`: what a device needs to judge for itself. A score space nobody knows
    /// gets a policy that sends everything, and no error: an app must never depend on one.
    func policy(_ request: HTTPRequest, profile name: String) async throws(Problem) -> HTTPResponse {
        let caller = try caller(of: request, needs: .client)
        if let own = caller.profile, own != name, caller.scope == .client {
            throw Problem(.profileForbidden, "this key serves profile `\(own)` only")
        }
        guard let issued = policies.issued(name) else {
            let known = policies.snapshots.map(\.profile.name).joined(separator: ", ")
            throw Problem(.unknownProfile, "there is no profile `\(name.printable)`; known: \(known)")
        }
        let limit = try limits.count(key: caller.limitKey(issued.snapshot), under: issued.snapshot.profile.limits)
        let space = request.queryItem("scoreSpace") ?? issued.snapshot.profile.scoreSpace
        guard ScoreSpaceSettings.isName(space) else {
            throw Problem(.invalidField, "scoreSpace must be like apple-vision/18")
        }
        let thresholds = gateway.strictness.published(issued.snapshot, space: space)
        let policy = shelf.policy(of: issued, scoreSpace: space, thresholds: thresholds)
        let headers =
            [
                ("ETag", policy.tag), ("Torii-Policy-Revision", "\(policy.revision)"),
                ("Cache-Control", policy.cacheControl), ("Vary", "Accept-Encoding"),
            ] + limit
        // Proxies drop and change tags: a client may say which revision it has instead, where no dial moves its thresholds.
        let isCurrent =
            request.header("if-none-match").map { EntityTags($0).matches(policy.tag) }
            ?? (thresholds == nil && request.queryItem("have") == "\(policy.revision)")
        if isCurrent { return HTTPResponse(status: 304, headers: headers) }
        return HTTPResponse(
            status: 200,
            headers: [("Content-Type", "application/json")] + headers + [("Torii-Signature", policy.signature)],
            body: .bytes(policy.body)
        )
    }
}
