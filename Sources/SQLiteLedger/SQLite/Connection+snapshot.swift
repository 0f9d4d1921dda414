import Economics
import Ledger
import Policy

extension Connection {
    /// One snapshot: the caller's read transaction holds all of it together.
    func snapshot(_ query: SnapshotQuery) throws(LedgerError) -> LedgerSnapshot {
        var windows: [WindowName: WindowTotals] = [:]
        for window in query.windows { windows[window] = try totals(window) }
        var recent: [DecisionRecord] = []
        if let asked = query.recent { recent = try recentDecisions(limit: asked.limit, profile: asked.profile) }
        var blocks: [[BlockCount]] = []
        for hours in query.blocks { blocks.append(try blockCounts(from: hours.from, to: hours.to)) }
        let terms = try revenueTerms()
        return LedgerSnapshot(
            rollups: try rollups(from: query.from, to: query.to, isDetailed: query.isDetailed),
            held: try held(from: query.from, to: query.to),
            revenue: terms,
            ecpmSince: RevenueTerms.ecpmSince(
                try revisionTimes().map { (at: $0.at, terms: terms[$0.number] ?? []) }
            ),
            windows: windows,
            recent: recent,
            blocks: blocks,
            reported: try query.revenueDays.map { days throws(LedgerError) in try reportedRevenue(days) }
                ?? ReportedRevenue(),
            alerts: try query.alertsSince.map { since throws(LedgerError) in try alerts(since: since) } ?? [],
            feedback: try feedbackCounts(from: query.from, to: query.to),
            events: try query.events.map { query throws(LedgerError) in try events(query) } ?? []
        )
    }

    /// By the index of open attempts: as many rows as calls are under way.
    private func held(from: Timestamp, to: Timestamp) throws(LedgerError) -> [HeldRollup] {
        try rows(
            """
            SELECT profile, hour, count(*), sum(amount) FROM attempts
            WHERE cost IS NULL AND hour >= ? AND hour < ? GROUP BY profile, hour ORDER BY profile, hour
            """,
            [.integer(from.microseconds), .integer(to.microseconds)]
        ) { HeldRollup(profile: $0.text(), hour: $0.timestamp(), holds: $0.count(), amount: $0.money()) }
    }

    /// Of revisions that are or were in force, oldest first.
    private func revisionTimes() throws(LedgerError) -> [(number: Int, at: Timestamp)] {
        try rows(
            """
            SELECT number, at FROM revisions
            WHERE NOT EXISTS (SELECT 1 FROM revision_stages WHERE revision = number) ORDER BY number
            """
        ) { ($0.count(), $0.timestamp()) }
    }

    private func revenueTerms() throws(LedgerError) -> [Int: [RevenueTerms]] {
        let rows = try rows(
            "SELECT revision, profile, ecpm, impressions_micros FROM revision_revenue ORDER BY revision, position"
        ) { row in
            (
                row.count(),
                RevenueTerms(
                    profile: row.text(),
                    settings: RevenueSettings(ecpm: row.money(), impressionsPerUploadMicros: row.integer())
                )
            )
        }
        return Dictionary(grouping: rows) { $0.0 }.mapValues { $0.map(\.1) }
    }
}
