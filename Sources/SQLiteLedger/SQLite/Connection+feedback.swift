import Economics
import Ledger
import Policy

extension Connection {
    /// Returns what stood before. The same word again changes nothing, its moment neither.
    func put(_ word: Feedback) throws(LedgerError) -> SecondWords {
        let earlier = try words(on: word.decisionID)
        guard earlier.user?.says(word) != true else { return earlier }
        try run(
            """
            INSERT INTO feedback (\(Self.feedbackColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET judgement = excluded.judgement, category = excluded.category, at = excluded.at
            """,
            [
                .text(word.decisionID), .text(word.judgement.rawValue), .optional(word.category),
                .integer(word.at.microseconds), .text(word.profile), .integer(word.hour.microseconds),
                .text(word.route.rawValue), .text(word.scoreSpace), .text(word.outcome.rawValue),
            ]
        )
        return earlier
    }

    func feedback(decisionID: String) throws(LedgerError) -> Feedback? {
        try first(
            "SELECT \(Self.feedbackColumns) FROM feedback WHERE decision = ?",
            [.text(decisionID)]
        ) { row throws(LedgerError) in try Feedback(&row) }
    }

    func wrongRejects(
        profile: String,
        route: DecisionRecord.Route,
        scoreSpace: String,
        since: Timestamp
    ) throws(LedgerError) -> Int {
        try first(
            """
            SELECT count(DISTINCT CASE WHEN sha256 IS NULL THEN feedback.decision ELSE hex(sha256) END)
            FROM feedback LEFT JOIN decisions ON decisions.id = feedback.decision
            WHERE feedback.hour >= ? AND feedback.profile = ? AND feedback.route = ? AND feedback.score_space = ?
                AND feedback.judgement = 'wrong' AND feedback.outcome = 'rejected'
            """,
            [.integer(since.microseconds), .text(profile), .text(route.rawValue), .text(scoreSpace)]
        ) { $0.count() } ?? 0
    }

    func feedbackCounts(from: Timestamp, to: Timestamp) throws(LedgerError) -> [FeedbackCount] {
        try rows(
            """
            SELECT hour, profile, route, score_space,
                CASE WHEN judgement = 'right' THEN 'right' WHEN outcome IN ('sent', 'cached') THEN 'wrongAnswer'
                    WHEN outcome = 'rejected' THEN 'wrongReject' ELSE 'wrongLocal' END AS kind,
                count(*)
            FROM feedback WHERE hour >= ? AND hour < ? GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
            """,
            [.integer(from.microseconds), .integer(to.microseconds)]
        ) { row throws(LedgerError) in
            let hour = row.timestamp()
            return FeedbackCount(
                profile: row.text(),
                hour: hour,
                route: try row.named(DecisionRecord.Route.self),
                scoreSpace: row.text(),
                kind: try row.named(Feedback.Kind.self),
                count: row.count()
            )
        }
    }

    private static let feedbackColumns =
        "decision, judgement, category, at, profile, hour, route, score_space, outcome"
}

extension Feedback {
    fileprivate init(_ row: inout Row) throws(LedgerError) {
        self.init(
            decisionID: row.text(),
            judgement: try row.named(Judgement.self),
            category: row.optional { $0.text() },
            at: row.timestamp(),
            profile: row.text(),
            hour: row.timestamp(),
            route: try row.named(DecisionRecord.Route.self),
            scoreSpace: row.text(),
            outcome: try row.named(Outcome.self)
        )
    }
}
