import Economics
import Policy

extension MemoryLedger {
    func snapshot(_ query: SnapshotQuery) throws(LedgerError) -> LedgerSnapshot {
        var held: [HeldRollup.Group: HeldRollup] = [:]
        for hold in openAttempts.compactMap({ attempts[$0]?.hold })
        where hold.hour >= query.from && hold.hour < query.to {
            let group = HeldRollup.Group(profile: hold.profile, hour: hold.hour)
            let before = held[group]
            held[group] = HeldRollup(
                profile: hold.profile,
                hour: hold.hour,
                holds: (before?.holds ?? 0) + 1,
                amount: try Self.sum(before?.amount ?? .zero, hold.amount)
            )
        }
        return LedgerSnapshot(
            rollups: try rollups(from: query.from, to: query.to, isDetailed: query.isDetailed),
            held: held.values.sorted { ($0.profile, $0.hour) < ($1.profile, $1.hour) },
            revenue: Dictionary(
                uniqueKeysWithValues: revisions.filter { !$0.revenue.isEmpty }.map { ($0.number, $0.revenue) }
            ),
            ecpmSince: RevenueTerms.ecpmSince(revisions.filter { $0.stage == nil }.map { ($0.at, $0.revenue) }),
            windows: Dictionary(uniqueKeysWithValues: query.windows.map { ($0, windows[$0] ?? .zero) }),
            recent: query.recent.map { recentDecisions(limit: $0.limit, profile: $0.profile) } ?? [],
            blocks: query.blocks.map { blockCounts(from: $0.from, to: $0.to) },
            reported: try query.revenueDays.map { days throws(LedgerError) in try reportedRevenue(days) }
                ?? ReportedRevenue(),
            alerts: query.alertsSince.map { alerts(since: $0) } ?? [],
            feedback: feedbackCounts(from: query.from, to: query.to),
            events: query.events.map { events($0) } ?? []
        )
    }
}

extension HeldRollup {
    /// What its holds have in common.
    struct Group: Hashable, Sendable {
        let profile: String
        let hour: Timestamp
    }
}
