import Documents
import Ledger
import Platform
import Policy

extension Service {
    /// `POST /v1/profiles/{name}:apply`: `{"document": TEXT, "base": N, "reason": TEXT}`, and `acceptLimits`, `share`. The document
    /// replaces the profile's own; everything else of revision `base` stays. With a share it judges that many of the
    /// uploads, beside the revision in force.
    func applyProfile(_ request: HTTPRequest, name: String) async throws(Problem) -> HTTPResponse {
        let caller = try caller(of: request, needs: .admin)
        let change = try ChangeRequest(request.body, known: ["document", "base", "reason", "acceptLimits", "share"])
        let text = try change.text("document")
        let base = try change.integer("base")
        let reason = try change.reason()
        let live = try await documents(of: base)
        let path = live.first { PolicyDocument.isProfile($0.path, named: name) }?.path ?? "\(name).json5"
        guard PolicyDocument.isProfile(path, named: name) else { throw .noProfile(name) }
        let proposal = PolicyDesk.Proposal(
            documents: live.replacingProfile(name, with: PolicyDocument(path: path, bytes: Array(text.utf8))),
            by: caller.name,
            from: "http",
            reason: reason,
            base: base,
            accepted: try change.limits("acceptLimits"),
            millionths: try change.share("share")
        )
        return try await answer { desk throws(LedgerError) in try await desk.apply(proposal) }
    }

    /// `POST /v1/rollout:promote`: `{"reason": TEXT}`, and `share`, `acceptLimits`. The revision that is rolled out holds
    /// for all, or for that share.
    func promoteRollout(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        let caller = try caller(of: request, needs: .admin)
        let change = try ChangeRequest(request.body, known: ["reason", "share", "acceptLimits"])
        let promotion = PolicyDesk.Promotion(
            by: caller.name,
            from: "http",
            reason: try change.reason(),
            millionths: try change.share("share"),
            accepted: try change.limits("acceptLimits")
        )
        return try await answer { desk throws(LedgerError) in try await desk.promote(promotion) }
    }

    /// `POST /v1/rollout:end`: `{"reason": TEXT}`. The revision in force holds for all again.
    func endRollout(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        let caller = try caller(of: request, needs: .admin)
        let reason = try ChangeRequest(request.body, known: ["reason"]).reason()
        return try await answer { desk throws(LedgerError) in
            try await desk.endRollout(by: caller.name, from: "http", reason: reason)
        }
    }

    /// `POST /v1/profiles/{name}:rollback`: `{"revision": N, "reason": TEXT}`, and `base` where it matters. The profile's
    /// document of revision N holds again, as a new revision.
    func rollBackProfile(_ request: HTTPRequest, name: String) async throws(Problem) -> HTTPResponse {
        let caller = try caller(of: request, needs: .admin)
        let change = try ChangeRequest(request.body, known: ["revision", "base", "reason"])
        let wanted = PolicyDesk.Return(
            revision: try change.integer("revision"),
            profile: name,
            by: caller.name,
            from: "http",
            reason: try change.reason(),
            base: change.has("base") ? try change.integer("base") : nil
        )
        return try await answer { desk throws(LedgerError) in try await desk.rollBack(wanted) }
    }

    /// The documents of the revision a change was made against; `stale` when another one is live.
    private func documents(of base: Int) async throws(Problem) -> [PolicyDocument] {
        let latest: RevisionRecord?
        do {
            latest = try await store.revisionInForce()
        } catch {
            log.error("revision not read", [("cause", .text(error.message))])
            throw .ledgerUnavailable
        }
        guard let latest, latest.number == base else {
            throw .stale(live: latest?.number ?? 0)
        }
        return latest.documents
    }
}
