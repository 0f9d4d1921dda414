import Ledger
import Policy

extension Connection {
    /// Keeps what is new and notes which alerts are told of by it. Returns how many were new.
    func append(_ events: [EventRecord], announcing alerts: [CapAlert]) throws(LedgerError) -> Int {
        var added = 0
        for event in events {
            added += try run(
                """
                INSERT INTO events (id, at, kind, severity, profile, text, advice, facts, waits)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """,
                [
                    .text(event.id), .integer(event.at.microseconds), .text(event.kind.rawValue),
                    .text(event.severity.rawValue), .optional(event.profile), .text(event.text), .text(event.advice),
                    .blob(event.facts), .flag(event.awaitsDelivery),
                ]
            )
        }
        if added > 0 {
            try run(
                "DELETE FROM events WHERE number <= (SELECT max(number) FROM events) - ?",
                [.integer(Retention.events)]
            )
        }
        for alert in alerts {
            try run(
                "UPDATE alerts SET announced = 1 WHERE holder = ? AND kind = ? AND id = ? AND threshold = ?",
                [
                    .text(alert.holder.text), .text(alert.kind.rawValue), .text(alert.windowID),
                    .integer(alert.threshold),
                ]
            )
        }
        return added
    }

    /// Oldest first.
    func events(_ query: EventQuery) throws(LedgerError) -> [EventRecord] {
        let severities = query.severity.andGraver.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
        let found = try rows(
            """
            SELECT number, id, at, kind, severity, profile, text, advice, facts, waits FROM events
            WHERE number > ? AND at >= ? AND (profile IS NULL OR profile = coalesce(?, profile))
                AND kind = coalesce(?, kind) AND severity IN (SELECT value FROM json_each(?))
                \(query.isAwaitingDelivery ? "AND waits = 1" : "")
            ORDER BY number \(query.isFromStart ? "" : "DESC") LIMIT ?
            """,
            [
                .integer(query.after ?? 0), .integer(query.since?.microseconds ?? .min), .optional(query.profile),
                .optional(query.kind?.rawValue), .text("[\(severities)]"), .integer(query.limit),
            ]
        ) { row throws(LedgerError) in try EventRecord(&row) }
        return query.isFromStart ? found : found.reversed()
    }

    func noteDelivered(_ ids: Set<String>) throws(LedgerError) {
        for id in ids { try run("UPDATE events SET waits = 0 WHERE id = ?", [.text(id)]) }
    }
}

extension EventRecord {
    fileprivate init(_ row: inout Row) throws(LedgerError) {
        self.init(
            number: row.integer(),
            id: row.text(),
            at: row.timestamp(),
            kind: try row.named(EventKind.self),
            severity: try row.named(EventSeverity.self),
            profile: row.optional { $0.text() },
            text: row.text(),
            advice: row.text(),
            facts: row.blob(),
            awaitsDelivery: row.flag()
        )
    }
}
