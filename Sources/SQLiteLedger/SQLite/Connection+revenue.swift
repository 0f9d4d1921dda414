import Economics
import Ledger
import Revenue

extension Connection {
    func importRevenue(_ entries: [RevenueEntry], at: Timestamp) throws(LedgerError) -> RevenueImport {
        var around: [RevenueRow.Key: RevenueEdition] = [:]
        for day in Set(entries.map { RevenueDay($0.key) }) {
            let found = try editions(
                "WHERE latest = 1 AND day = ? AND profile = ?",
                [.integer(day.date.daysSince1970), .text(day.profile)]
            )
            for edition in found { around[edition.entry.key] = edition }
        }
        if let conflict = RevenueCoverage.conflict(Array(around.keys) + entries.map(\.key)) { throw .covered(conflict) }
        var result = RevenueImport()
        for entry in entries {
            let before = around[entry.key]
            if let before, before.entry.tells(theSameAs: entry) {
                result.unchanged += 1
                continue
            }
            let edition = RevenueEdition(entry: entry, number: (before?.number ?? 0) + 1, importedAt: at)
            try insert(edition)
            result.take(edition, before: before?.entry)
            around[entry.key] = edition
        }
        return result
    }

    private func insert(_ edition: RevenueEdition) throws(LedgerError) {
        let row = edition.entry.row
        let key = Self.values(of: row.key)
        try run(
            """
            UPDATE revenue_editions SET latest = 0 WHERE latest = 1 AND day = ? AND profile = ? AND source = ?
                AND zone = ? AND country = ? AND adjustment = ?
            """,
            key
        )
        try run(
            """
            INSERT INTO revenue_editions (day, profile, source, zone, country, adjustment, edition, impressions, micros,
                currency, status, as_of, rate, rate_source, amount, imported_at, latest)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)
            """,
            key + [
                .integer(edition.number), .integer(row.impressions), .integer(row.micros), .text(row.currency),
                .text(row.status.rawValue), .integer(row.asOf.microseconds), .integer(edition.entry.rateNano),
                .text(edition.entry.rateSource), .integer(edition.entry.amount.nanoUSD),
                .integer(edition.importedAt.microseconds),
            ]
        )
    }

    private static func values(of key: RevenueRow.Key) -> [SQLValue] {
        [
            .integer(key.date.daysSince1970), .text(key.profile), .text(key.source), .text(key.timeZone),
            .text(key.country), .flag(key.isAdjustment),
        ]
    }

    private func editions(_ clause: String, _ arguments: [SQLValue]) throws(LedgerError) -> [RevenueEdition] {
        try rows(
            """
            SELECT day, profile, source, zone, country, edition, impressions, micros, currency, status, as_of, rate,
                rate_source, amount, imported_at
            FROM revenue_editions \(clause) ORDER BY day, profile, source, zone, country, adjustment, edition
            """,
            arguments
        ) { row throws(LedgerError) in try RevenueEdition(&row) }
    }

    func revenueEditions(_ days: SnapshotQuery.Days) throws(LedgerError) -> [RevenueEdition] {
        try editions(
            "WHERE day >= ? AND day < ?",
            [.integer(days.from.daysSince1970), .integer(days.end.daysSince1970)]
        )
    }

    // MARK: Events

    func add(_ events: [RevenueEvent], at: Timestamp) throws(LedgerError) -> Int {
        var new = 0
        for event in events {
            let added = try run(
                """
                INSERT INTO revenue_events (id, profile, at, source, micros, precision, received_at)
                VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """,
                [
                    .text(event.id), .text(event.profile), .integer(event.at.microseconds), .text(event.source),
                    .integer(event.micros), .text(event.precision.rawValue), .integer(at.microseconds),
                ]
            )
            guard added == 1 else {
                try count(event, events: 0, amount: .zero, repeats: 1)
                continue
            }
            new += 1
            let amount: Money
            do {
                amount = try event.amount()
            } catch {
                throw LedgerError(.invariant, "revenue event `\(event.id)`: \(error.message)")
            }
            try count(event, events: 1, amount: amount, repeats: 0)
        }
        // Two for each that came: a backlog shrinks, and no write waits for a clean-up.
        try run(
            """
            DELETE FROM revenue_events WHERE id IN (
                SELECT id FROM revenue_events WHERE received_at < ? ORDER BY received_at LIMIT ?)
            """,
            [
                .integer(at.advanced(bySeconds: -Retention.revenueEventSeconds).microseconds),
                .integer(2 * events.count),
            ]
        )
        return new
    }

    private func count(_ event: RevenueEvent, events: Int, amount: Money, repeats: Int) throws(LedgerError) {
        try run(
            """
            INSERT INTO revenue_event_rollups (profile, hour, source, events, amount, repeats) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET events = events + excluded.events, amount = amount + excluded.amount,
                repeats = repeats + excluded.repeats
            """,
            [
                .text(event.profile), .integer(Timestamp.seconds(event.at.seconds.flooredToHour).microseconds),
                .text(event.source), .integer(events), .integer(amount.nanoUSD), .integer(repeats),
            ]
        )
    }

    func reportedRevenue(_ days: SnapshotQuery.Days) throws(LedgerError) -> ReportedRevenue {
        let editions = try editions(
            "WHERE latest = 1 AND day >= ? AND day < ?",
            [.integer(days.from.daysSince1970), .integer(days.end.daysSince1970)]
        )
        let events = try rows(
            """
            SELECT profile, hour, source, events, amount, repeats FROM revenue_event_rollups
            WHERE hour >= ? AND hour < ? ORDER BY profile, hour, source
            """,
            [
                .integer(ZoneOffsets.utc.start(of: days.from).microseconds),
                .integer(ZoneOffsets.utc.start(of: days.end).microseconds),
            ]
        ) {
            RevenueEventRollup(
                profile: $0.text(),
                hour: $0.timestamp(),
                source: $0.text(),
                events: $0.count(),
                amount: $0.money(),
                repeats: $0.count()
            )
        }
        return ReportedRevenue(editions, events: events)
    }
}

extension RevenueEdition {
    /// Reads the columns of `Connection.editions`.
    fileprivate init(_ row: inout Row) throws(LedgerError) {
        let day = CivilDate(daysSince1970: row.count())
        let (profile, source, zone, country) = (row.text(), row.text(), row.text(), row.text())
        let number = row.count()
        let (impressions, micros, currency) = (row.integer(), row.integer(), row.text())
        let status = try row.named(RevenueRow.Status.self)
        let asOf = row.timestamp()
        let (rate, rateSource, amount, importedAt) = (row.integer(), row.text(), row.money(), row.timestamp())
        do {
            let kept = try RevenueRow(
                date: day,
                timeZone: zone,
                profile: profile,
                source: source,
                country: country,
                impressions: impressions,
                micros: micros,
                currency: currency,
                status: status,
                asOf: asOf
            )
            self.init(
                entry: RevenueEntry(row: kept, rateNano: rate, rateSource: rateSource, amount: amount),
                number: number,
                importedAt: importedAt
            )
        } catch {
            throw LedgerError(.schema, "the ledger holds revenue that this version does not know: \(error.message)")
        }
    }
}
