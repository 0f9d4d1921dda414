import Ledger
import Platform

/// Audits in a browser, judged by forms. A browser asks for the key itself (RFC 7617: any name, an admin key as password) and
/// sends it along with whatever any page makes it send; so a form counts only from this server's own page: with the page's
/// token for this caller and this decision, and not from another origin.
extension Service {
    private static let pageLength = 20
    private static let mostFormBytes = 16_384

    /// `GET /audits?profile`
    func auditPage(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        let caller = try pageCaller(of: request)
        let profile = try auditedProfile(request)
        do throws(LedgerError) {
            let waiting = try await audits.waiting()
            let list = try await audits.list(profile: profile, isWaiting: true, limit: Self.pageLength)
            var items: [AuditPage.Item] = []
            for audit in list {
                items.append(
                    AuditPage.Item(
                        audit: audit,
                        token: formSeal.token(for: audit.decision.id, of: caller.id),
                        picture: await gateway.thumbnails?.bytes(of: audit.decision.id)
                    )
                )
            }
            var judged: AuditPage.Judged?
            if let id = request.queryItem("judged"), let latest = try await store.auditJudgements(decisionID: id).last,
                latest.finding != .withdrawn
            {
                judged = AuditPage.Judged(judgement: latest, token: formSeal.token(for: id, of: caller.id))
            }
            return AuditPage(
                items: items,
                judged: judged,
                waiting: waiting.filter { profile == nil || $0.key == profile }.values.reduce(0, +),
                profile: profile
            ).response
        } catch {
            log.error("audits not read", [("cause", .text(error.message))])
            throw .ledgerUnavailable
        }
    }

    /// `POST /audits`: one judgement; then the page again.
    func judgeOnPage(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        let caller = try pageCaller(of: request)
        guard request.body.count <= Self.mostFormBytes, let fields = request.formFields else {
            throw Problem(.malformedRequest, "a form of at most \(Self.mostFormBytes) bytes is expected")
        }
        func field(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "" }
        let id = field("decision")
        guard request.isOfThisOrigin, formSeal.accepts(field("token"), for: id, of: caller.id) else {
            throw Problem(
                .forbidden,
                "this form is not of a page this server has drawn for you; load /audits again"
            )
        }
        guard let finding = AuditJudgement.Finding(rawValue: field("finding")), let edition = Int(field("edition"))
        else {
            throw Problem(.invalidField, "the form says no finding")
        }
        let reason = field("reason")
        let judgement = try await audits.judge(
            AuditDesk.Word(
                decisionID: id,
                finding: finding,
                edition: edition,
                by: caller.name,
                from: "page",
                reason: reason.isEmpty ? "looked at on the page of audits" : reason
            )
        )
        var query = finding == .withdrawn ? [] : ["judged=\(judgement.decisionID)"]
        // Names of profiles need no escapes.
        if policies.snapshot(of: field("profile")) != nil { query.append("profile=\(field("profile"))") }
        return HTTPResponse(
            status: 303,
            headers: [
                ("Location", "/audits" + (query.isEmpty ? "" : "?") + query.joined(separator: "&")),
                ("Cache-Control", "no-store"),
            ]
        )
    }

    /// Whoever has an admin key, presented as browsers do or as a bearer.
    func pageCaller(of request: HTTPRequest) throws(Problem) -> Caller {
        let refused = Problem(
            .unauthenticated,
            "sign in with any name and an admin key as password; `torii keys create --scope admin` makes one",
            headers: [("WWW-Authenticate", "Basic realm=\"torii\", charset=\"UTF-8\"")]
        )
        guard let key = request.bearerToken ?? request.basicPassword else { throw refused }
        let caller: Caller
        do throws(Problem) {
            caller = try keyring.caller(presenting: key, at: clock.now())
        } catch {
            throw refused
        }
        guard caller.scope == .admin else {
            throw Problem(.forbidden, "this key has scope `\(caller.scope.rawValue)`; scope `admin` is needed")
        }
        return caller
    }
}

extension HTTPRequest {
    /// The password of `Authorization: Basic`.
    fileprivate var basicPassword: String? {
        guard let value = header("authorization"), value.lowercased().hasPrefix("basic "),
            let bytes = Encoding.bytes(base64: Array(value.dropFirst("basic ".count).utf8)),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return String(validating: bytes[(colon + 1)...], as: UTF8.self)
    }

    /// Whether a browser says, where it says anything, that the request comes from a page of this server.
    fileprivate var isOfThisOrigin: Bool {
        if let site = header("sec-fetch-site"), site != "same-origin" { return false }
        guard let origin = header("origin") else { return true }
        guard let host = header("host"), let scheme = origin.firstRange(of: "://") else { return false }
        return origin[scheme.upperBound...] == host
    }
}
