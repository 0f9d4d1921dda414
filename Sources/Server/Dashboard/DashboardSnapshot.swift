package import Control
package import Economics
package import Ledger
import Policy

/// Everything one screen shows, read once and rendered as often as wanted.
package struct DashboardSnapshot: Sendable {
    package struct Column: Sendable {
        package let profile: String
        package let target: Double
        package let today: EconomicsFigures
        package let month: EconomicsFigures
        package let day: WindowTotals
        package let dayLimit: Money?
        package let monthTotals: WindowTotals
        package let monthLimit: Money?
        package let phase: String
        /// Since this process started.
        package let meter: SendRateMeter
    }

    package let madeAt: Timestamp
    package let zone: ZoneOffsets
    package let revision: Int
    package let columns: [Column]
    package let recent: [DecisionRecord]
    /// p50 and p95 of the latest; nil when nothing was measured since the start.
    package let gateQuantiles: [Duration]?
    package let cloudQuantiles: [Duration]?

    package var isEmulated: Bool { columns.contains { $0.month.isEmulated } || recent.contains(where: \.emulated) }
}

extension Service {
    /// Reads one screen. `profile`: only that one; nil: all.
    package func dashboardSnapshot(profile: String?) async throws -> DashboardSnapshot {
        let now = clock.now()
        let live = policies.snapshots.filter { profile == nil || $0.profile.name == profile }
        let screens = live.map { ProfileScreen($0, at: now) }
        let ledger = try await store.snapshot(
            SnapshotQuery(
                covering: screens.map(\.month.query) + screens.map(\.day.query),
                windows: Set(screens.flatMap { [$0.day.window, $0.month.window] }),
                recent: .init(limit: 50, profile: profile)
            )
        )
        let terms = profileTerms
        var columns: [DashboardSnapshot.Column] = []
        for (screen, snapshot) in zip(screens, live) {
            func figures(_ query: EconomicsReport.Query) throws -> EconomicsFigures {
                try EconomicsReport.made(query, from: ledger, profiles: terms, now: now).total.figures
            }
            columns.append(
                DashboardSnapshot.Column(
                    profile: snapshot.profile.name,
                    target: snapshot.profile.target.sendRate,
                    today: try figures(screen.day.query),
                    month: try figures(screen.month.query),
                    day: ledger.windows[screen.day.window] ?? .zero,
                    dayLimit: snapshot.profile.budget.daily,
                    monthTotals: ledger.windows[screen.month.window] ?? .zero,
                    monthLimit: snapshot.profile.budget.monthly,
                    phase: snapshot.profile.phase.rawValue,
                    meter: telemetry.sendRate(of: snapshot.profile.name)
                )
            )
        }
        return DashboardSnapshot(
            madeAt: now,
            zone: live.first?.zone ?? .utc,
            revision: policies.revision,
            columns: columns,
            recent: ledger.recent,
            gateQuantiles: telemetry.recentGate.quantiles([0.5, 0.95]),
            cloudQuantiles: telemetry.recentCloud.quantiles([0.5, 0.95])
        )
    }
}
