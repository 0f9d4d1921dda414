import Economics
import Ledger

extension Connection {
    /// Raises an alert unless its window has raised it before.
    func raise(_ threshold: Int, of cap: CapWindow, limit: Money, enforced: Money, at: Timestamp) throws(LedgerError) {
        try run(
            """
            INSERT INTO alerts (holder, kind, id, threshold, cap, enforced, at, announced)
            VALUES (?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT DO NOTHING
            """,
            cap.name.key + [
                .integer(threshold), .integer(limit.nanoUSD), .integer(enforced.nanoUSD), .integer(at.microseconds),
            ]
        )
    }

    /// Whether a sweep would find anything; reads two indexes that are empty most of the time.
    func needsSweep(at: Timestamp) throws(LedgerError) -> Bool {
        try first(
            """
            SELECT EXISTS (SELECT 1 FROM alerts WHERE announced = 0)
                OR EXISTS (SELECT 1 FROM attempts WHERE cost IS NULL AND expires < ?)
            """,
            [.integer(at.microseconds)]
        ) { $0.flag() } ?? false
    }

    func sweep(at: Timestamp) throws(LedgerError) -> Sweep {
        let expired = try attempts(
            "WHERE cost IS NULL AND expires < ? ORDER BY expires LIMIT 1000",
            [.integer(at.microseconds)]
        )
        var unsent = 0
        for attempt in expired {
            if try waitsUnsent(attempt.hold) {
                try settle(attempt.hold.unsentBill(at: at))
                unsent += 1
            } else {
                try settle(attempt.hold.unknownBill(Settlement.expired, at: at))
            }
        }
        let alerts = try rows("\(Self.selectAlerts) WHERE announced = 0 ORDER BY at, holder, kind, threshold") {
            row throws(LedgerError) in try CapAlert(&row)
        }
        return Sweep(expired: expired.count - unsent, alerts: alerts)
    }

    /// Whether it is for a job that its picture never came into.
    private func waitsUnsent(_ hold: HoldRequest) throws(LedgerError) -> Bool {
        guard hold.isOfBatch else { return false }
        return try first("SELECT 1 FROM deferred WHERE decision = ? AND batch IS NULL", [.text(hold.decisionID)]) {
            $0.integer()
        } != nil
    }

    func alerts(since: Timestamp) throws(LedgerError) -> [CapAlert] {
        try rows(
            "\(Self.selectAlerts) WHERE at >= ? ORDER BY at DESC, holder, kind, threshold LIMIT 50",
            [.integer(since.microseconds)]
        ) { row throws(LedgerError) in try CapAlert(&row) }
    }

    private static let selectAlerts = "SELECT holder, kind, id, threshold, cap, enforced, at FROM alerts"
}

extension CapAlert {
    /// Reads the columns of `Connection.selectAlerts`.
    fileprivate init(_ row: inout Row) throws(LedgerError) {
        let text = row.text()
        guard let holder = CapHolder(text: text) else {
            throw LedgerError(.schema, "the ledger holds an alert of `\(text)`, which this version does not know")
        }
        self.init(
            holder: holder,
            kind: try row.named(BudgetWindow.Kind.self),
            windowID: row.text(),
            threshold: row.count(),
            limit: row.money(),
            enforced: row.money(),
            at: row.timestamp()
        )
    }
}
