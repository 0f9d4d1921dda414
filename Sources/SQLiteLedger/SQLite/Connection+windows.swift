import Economics
import Ledger

extension Connection {
    /// Windows of an attempt as its row keeps them, as an expression of SQL and its arguments.
    static func expression(_ windows: [CapWindow]) -> (sql: String, arguments: [SQLValue]) {
        let parts = windows.map { _ in "json_array(?, ?, ?, ?, ?, ?)" }.joined(separator: ", ")
        let arguments = windows.flatMap { cap in
            cap.name.key + [
                .integer(cap.window.start.microseconds), .integer(cap.window.end.microseconds),
                .optional(cap.limit?.nanoUSD),
            ]
        }
        return ("json_array(\(parts))", arguments)
    }

    /// In the order they were written. Throws `schema` for what `expression` never writes.
    func windows(decisionID: String, attempt: Int) throws(LedgerError) -> [CapWindow] {
        try rows(
            """
            SELECT json_extract(w.value, '$[0]'), json_extract(w.value, '$[1]'), json_extract(w.value, '$[2]'),
                json_extract(w.value, '$[3]'), json_extract(w.value, '$[4]'), json_extract(w.value, '$[5]')
            FROM attempts, json_each(attempts.windows) w WHERE decision = ? AND attempt = ? ORDER BY w.key
            """,
            [.text(decisionID), .integer(attempt)]
        ) { row throws(LedgerError) in
            let text = row.text()
            guard let holder = CapHolder(text: text) else {
                throw LedgerError(.schema, "the ledger holds a window of `\(text)`, which this version does not know")
            }
            let window = BudgetWindow(
                kind: try row.named(BudgetWindow.Kind.self),
                id: row.text(),
                start: row.timestamp(),
                end: row.timestamp()
            )
            return CapWindow(holder: holder, window: window, limit: row.optional { $0.money() })
        }
    }

    func totals(_ window: WindowName) throws(LedgerError) -> WindowTotals {
        try first(
            "SELECT settled, held, uncertain FROM windows WHERE holder = ? AND kind = ? AND id = ?",
            window.key
        ) { WindowTotals(settled: $0.money(), held: $0.money(), uncertain: $0.money()) } ?? .zero
    }

    func write(_ totals: WindowTotals, _ window: WindowName) throws(LedgerError) {
        try run(
            """
            INSERT INTO windows (holder, kind, id, settled, held, uncertain, enforced) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET settled = excluded.settled, held = excluded.held,
                uncertain = excluded.uncertain, enforced = excluded.enforced
            """,
            window.key + [
                .integer(totals.settled.nanoUSD), .integer(totals.held.nanoUSD),
                .integer(totals.uncertain.nanoUSD), .integer(totals.enforced.nanoUSD),
            ]
        )
    }
}

extension WindowName {
    /// Its primary key.
    var key: [SQLValue] { [.text(holder.text), .text(kind.rawValue), .text(id)] }
}
