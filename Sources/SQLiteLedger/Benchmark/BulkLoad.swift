package import Economics
package import Ledger

/// Uploads of many hours written in bulk, for measuring and for months that nobody has a day for: through the ledger's
/// own tables, one row of each kind multiplied, roll-ups counted from the rows as the check of a ledger counts them.
package enum BulkLoad {
    /// Uploads that are alike but for their id and their moment.
    package struct Kind: Sendable {
        let decision: DecisionRecord
        let hold: HoldRequest?
        let settlement: Settlement?
        package let count: Int

        /// - Parameters:
        ///   - decision: Its id, moment and idempotency key are replaced; its cost is that of its attempt.
        ///   - attempt: The call that was made for it; nil: none. Its windows are left out: no cap counts it.
        package init(_ decision: DecisionRecord, attempt: (hold: HoldRequest, settlement: Settlement)?, count: Int) {
            var decision = decision
            decision.idempotency = nil
            decision.cost = attempt?.settlement.cost ?? .zero
            self.decision = decision
            hold = attempt?.hold
            settlement = attempt?.settlement
            self.count = count
        }
    }

    /// Spreads the uploads of each kind evenly over so many hours. The hours hold nothing yet.
    ///
    /// - Parameter start: The start of an hour.
    package static func write(
        _ kinds: [Kind],
        from start: Timestamp,
        hours: Int,
        to store: SQLiteStore
    ) async throws(LedgerError) {
        guard let writer = store.writer else { throw LedgerError(.storage, "the ledger is open for reading only") }
        _ = try await writer.alone { connection throws(LedgerError) in
            let templates = try connection.transaction("BEGIN IMMEDIATE") { connection throws(LedgerError) in
                try Templates(kinds, connection)
            }
            for hour in 0..<hours {
                try connection.transaction("BEGIN IMMEDIATE") { connection throws(LedgerError) in
                    let at = start.advanced(bySeconds: Int64(hour) * 3_600)
                    for (number, kind) in kinds.enumerated() {
                        // Whole uploads, whose counts add up over the hours.
                        let count = kind.count * (hour + 1) / hours - kind.count * hour / hours
                        if count > 0 { try templates.multiply(number, count, at: at, hour: hour, connection) }
                    }
                    try templates.count(hour: hour, connection)
                }
                // Nobody else does it here, and the log would grow to all that was written.
                try connection.script("PRAGMA wal_checkpoint(PASSIVE)")
            }
            try connection.script("DROP TABLE temp.decision_templates; DROP TABLE temp.attempt_templates;")
        }
    }
}

/// One row of each kind in tables of this connection alone.
private struct Templates {
    private let decisionColumns: [String]
    private let attemptColumns: [String]

    init(_ kinds: [BulkLoad.Kind], _ connection: Connection) throws(LedgerError) {
        decisionColumns = try Self.columns(of: "decisions", connection).filter { $0 != "number" }
        attemptColumns = try Self.columns(of: "attempts", connection)
        try connection.script(
            """
            CREATE TEMP TABLE decision_templates AS SELECT 0 AS kind, * FROM decisions WHERE 0;
            CREATE TEMP TABLE attempt_templates AS SELECT 0 AS kind, * FROM attempts WHERE 0;
            """
        )
        for (number, kind) in kinds.enumerated() {
            var decision = kind.decision
            decision.id = "template"
            _ = try connection.insert(decision)
            try connection.run(
                "INSERT INTO decision_templates SELECT ?, * FROM decisions WHERE id = 'template'",
                [.integer(number)]
            )
            try connection.run("DELETE FROM decisions WHERE id = 'template'")
            guard let hold = kind.hold, let settlement = kind.settlement else { continue }
            try connection.insert(hold.template)
            try connection.update(settlement.template, hold: hold.template)
            if let facts = settlement.facts { try connection.note(facts, of: settlement.template) }
            try connection.run(
                "INSERT INTO attempt_templates SELECT ?, * FROM attempts WHERE decision = 'template'",
                [.integer(number)]
            )
            try connection.run("DELETE FROM attempts WHERE decision = 'template'")
        }
    }

    private static func columns(of table: String, _ connection: Connection) throws(LedgerError) -> [String] {
        try connection.rows("SELECT name FROM pragma_table_info(?) ORDER BY cid", [.text(table)]) { $0.text() }
    }

    /// As long as the ids of real decisions, and in the order of time like them.
    private static let id = "printf('01B%09d%04d%010d', ?2, ?3, i)"
    private static let series = "WITH RECURSIVE n (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?1)"

    func multiply(
        _ kind: Int,
        _ count: Int,
        at moment: Timestamp,
        hour: Int,
        _ connection: Connection
    ) throws(LedgerError) {
        let arguments: [SQLValue] = [
            .integer(count), .integer(hour), .integer(kind), .integer(moment.microseconds),
            .integer(3_600_000_000 / count),
        ]
        try connection.run(
            copy(
                "decisions",
                decisionColumns,
                from: "decision_templates",
                ["id": Self.id, "at": "?4 + i * ?5", "hour": "?4"]
            ),
            arguments
        )
        try connection.run(
            copy(
                "attempts",
                attemptColumns,
                from: "attempt_templates",
                [
                    "decision": Self.id, "at": "?4 + i * ?5", "hour": "?4", "settled_at": "?4 + i * ?5 + 500000",
                    "expires": "NULL",
                ]
            ),
            arguments
        )
    }

    private func copy(
        _ table: String,
        _ columns: [String],
        from template: String,
        _ changes: [String: String]
    ) -> String {
        let values = columns.map { changes[$0] ?? "t.\($0)" }.joined(separator: ", ")
        return """
            \(Self.series)
            INSERT INTO \(table) (\(columns.joined(separator: ", ")))
            SELECT \(values) FROM n CROSS JOIN \(template) t WHERE t.kind = ?3
            """
    }

    /// The hour's roll-ups from its rows.
    func count(hour: Int, _ connection: Connection) throws(LedgerError) {
        let from = "printf('01B%09d', ?1)"
        let to = "printf('01B%09d', ?1 + 1)"
        let rows = [
            ("decision_rollups", Recount.decisionColumns, Recount.decisions("id >= \(from) AND id < \(to)")),
            ("cost_rollups", Recount.costColumns, Recount.costs("decision >= \(from) AND decision < \(to)")),
            ("answer_rollups", Recount.answerColumns, Recount.answers("decision >= \(from) AND decision < \(to)")),
        ]
        for (table, columns, counted) in rows {
            try connection.run("INSERT INTO \(table) (\(columns)) \(counted)", [.integer(hour)])
        }
    }
}

extension HoldRequest {
    fileprivate var template: HoldRequest {
        var hold = self
        hold.decisionID = "template"
        hold.windows = []
        return hold
    }
}

extension Settlement {
    fileprivate var template: Settlement {
        var settlement = self
        settlement.decisionID = "template"
        settlement.responseID = nil
        return settlement
    }
}
