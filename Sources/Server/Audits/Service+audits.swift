package import Documents
import Ledger
import Platform

extension Service {
    private static let mostAuditBytes = 16_384
    private static let mostAudits = 500

    var audits: AuditDesk {
        AuditDesk(
            store: store,
            policies: policies,
            strictness: gateway.strictness,
            thumbnails: gateway.thumbnails,
            clock: clock,
            log: log
        )
    }

    /// `GET /v1/audits?profile&all&limit`: audits that wait for a second judgement, newest first; with `all` the judged ones too.
    func listAudits(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        _ = try caller(of: request, needs: .admin)
        let profile = try auditedProfile(request)
        var limit = 100
        if let text = request.queryItem("limit") {
            guard let number = Int(text), (1...Self.mostAudits).contains(number) else {
                throw Problem(.invalidField, "limit must be 1...\(Self.mostAudits), found `\(text.printable)`")
            }
            limit = number
        }
        return HTTPResponse(
            json: try await auditList(profile: profile, isWaiting: request.queryItem("all") == nil, limit: limit)
        )
    }

    func auditList(profile: String?, isWaiting: Bool, limit: Int) async throws(Problem) -> JSON {
        do throws(LedgerError) {
            return .audits(
                try await audits.list(profile: profile, isWaiting: isWaiting, limit: limit),
                waiting: try await audits.waiting()
            )
        } catch {
            log.error("audits not read", [("cause", .text(error.message))])
            throw .ledgerUnavailable
        }
    }

    /// The profile asked for; nil: all. Throws `unknown_profile`.
    func auditedProfile(_ request: HTTPRequest) throws(Problem) -> String? {
        guard let profile = request.queryItem("profile") else { return nil }
        guard policies.snapshot(of: profile) != nil else {
            throw Problem(.unknownProfile, "there is no profile `\(profile.printable)`")
        }
        return profile
    }

    /// `POST /v1/audits/{id}`: `{"finding": "falseReject" | "rightReject" | "withdrawn", "reason", "edition"}`.
    func judgeAudit(_ request: HTTPRequest, id: String) async throws(Problem) -> HTTPResponse {
        let caller = try caller(of: request, needs: .admin)
        guard request.body.count <= Self.mostAuditBytes else {
            throw Problem(.bodyTooLarge, "a judgement takes at most \(Self.mostAuditBytes) bytes")
        }
        let read = DocumentReader.read(request.body, file: "request", dialect: .json, maxDepth: 4)
        guard let root = read.root, root.object != nil else {
            throw Problem(.invalidJSON, read.diagnostics.first?.message ?? "an object is expected")
        }
        let word = try AuditDesk.Word(root, decisionID: id, by: caller.name, from: "api")
        return HTTPResponse(json: try await audits.judge(word).json)
    }
}

extension AuditDesk.Word {
    /// Reads `finding`, `reason` and `edition`. Throws `invalid_field`, `missing_field`.
    init(_ node: DocumentNode, decisionID: String, by: String, from: String) throws(Problem) {
        guard let finding = node["finding"]?.string.flatMap(AuditJudgement.Finding.init) else {
            let known = AuditJudgement.Finding.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.invalidField, "`finding` must be one of \(known)")
        }
        let reason = try node.reason()
        self.init(
            decisionID: decisionID,
            finding: finding,
            edition: node["edition"]?.integer.map { Int($0) },
            by: by,
            from: from,
            reason: reason
        )
    }
}

extension JSON {
    /// `{"audits": […], "waiting": {"ios": 3}}`
    package static func audits(_ audits: [ReviewedAudit], waiting: [String: Int]) -> JSON {
        let counts = waiting.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .integer(Int64($0.value))) }
        return ["audits": .array(audits.map(\.json)), "waiting": .object(counts)]
    }
}
