import Economics
import Ledger
import Policy

extension Connection {
    /// Returns what stood before.
    func append(_ judgement: AuditJudgement) throws(LedgerError) -> SecondWords {
        let earlier = try words(on: judgement.decisionID)
        let latest = earlier.reviewer?.edition ?? 0
        guard judgement.edition == latest + 1 else { throw .stale(judgement: judgement.edition, latest: latest) }
        try run(
            "INSERT INTO audit_judgements (\(Self.judgementColumns)) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [.text(judgement.decisionID), .integer(judgement.edition), .text(judgement.finding.rawValue)]
                + [judgement.by, judgement.from, judgement.reason].map { .text($0) }
                + [.integer(judgement.at.microseconds)]
        )
        return earlier
    }

    func auditJudgements(decisionID: String) throws(LedgerError) -> [AuditJudgement] {
        try rows(
            "SELECT \(Self.judgementColumns) FROM audit_judgements WHERE decision = ? ORDER BY edition",
            [.text(decisionID)]
        ) { row throws(LedgerError) in try AuditJudgement(&row) }
    }

    func words(on id: String) throws(LedgerError) -> SecondWords {
        SecondWords(user: try feedback(decisionID: id), reviewer: try auditJudgements(decisionID: id).last)
    }

    func audits(_ query: AuditQuery) throws(LedgerError) -> [AnsweredAudit] {
        let ids = try rows(
            """
            SELECT id FROM decisions WHERE \(Self.isAudit) AND at >= ? AND profile = coalesce(?, profile)
                \(query.isWaiting ? "AND \(Self.isWaiting)" : "") ORDER BY at DESC, number DESC LIMIT ?
            """,
            [.integer(query.from.microseconds), .optional(query.profile), .integer(max(0, query.limit))]
        ) { $0.text() }
        var found: [AnsweredAudit] = []
        for id in ids {
            guard let decision = try decision(id: id) else { continue }
            found.append(AnsweredAudit(decision: decision, words: try words(on: id)))
        }
        return found
    }

    func waitingAudits(since: Timestamp) throws(LedgerError) -> [String: Int] {
        let counts = try rows(
            """
            SELECT profile, count(*) FROM (
                SELECT profile FROM decisions WHERE \(Self.isAudit) AND at >= ? AND \(Self.isWaiting)
                ORDER BY at DESC, number DESC LIMIT ?
            ) GROUP BY 1
            """,
            [.integer(since.microseconds), .integer(AnsweredAudit.mostCounted)]
        ) { ($0.text(), $0.count()) }
        return Dictionary(uniqueKeysWithValues: counts)
    }

    private static let judgementColumns = "decision, edition, finding, author, origin, reason, at"
    /// As the index on audits has it, word for word.
    private static let isAudit =
        "audit_propensity IS NOT NULL AND outcome = 'sent' AND category NOT IN ('', 'other')"
    private static let latestFinding = latest("finding"), latestOrigin = latest("origin")
    private static func latest(_ column: String) -> String {
        "(SELECT \(column) FROM audit_judgements WHERE decision = decisions.id ORDER BY edition DESC LIMIT 1)"
    }
    private static let isWaiting = """
        coalesce(\(latestFinding), 'withdrawn') = 'withdrawn'
            AND NOT EXISTS (SELECT 1 FROM feedback WHERE decision = decisions.id)
        """
    /// Whether an answer is said to be wrong: by an operator before its user, by both before a model. Only audits have judges.
    static let isSaidWrong = """
        coalesce(
            nullif(CASE WHEN audit_propensity IS NOT NULL AND NOT (\(latestOrigin) = 'model'
                AND EXISTS (SELECT 1 FROM feedback WHERE decision = decisions.id)) THEN \(latestFinding) END, 'withdrawn'),
            (SELECT 'rightReject' FROM feedback WHERE decision = decisions.id AND judgement = 'wrong'), ''
        ) = 'rightReject'
        """
}

extension AuditJudgement {
    fileprivate init(_ row: inout Row) throws(LedgerError) {
        self.init(
            decisionID: row.text(),
            edition: row.count(),
            finding: try row.named(Finding.self),
            by: row.text(),
            from: row.text(),
            reason: row.text(),
            at: row.timestamp()
        )
    }
}
