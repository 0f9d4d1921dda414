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
        var columns: [DashboardSnapshot.Column] = []
        let snapshots = policies.snapshots.filter { profile == nil || $0.profile.name == profile }
        for snapshot in snapshots {
            let name = snapshot.profile.name
            let today = CivilDate(at: now, in: snapshot.zone)
            let day = EconomicsReport.Query(from: today, end: today.next, dimensions: [.profile], profile: name)
            let month = EconomicsReport.Query(
                from: today.startOfMonth,
                end: today.next,
                dimensions: [.profile],
                profile: name
            )
            let dayWindow = BudgetWindow.containing(now, kind: .day, zone: snapshot.zone)
            let monthWindow = BudgetWindow.containing(now, kind: .month, zone: snapshot.zone)
            columns.append(
                DashboardSnapshot.Column(
                    profile: name,
                    target: snapshot.profile.target.sendRate,
                    today: try await economics(day).total.figures,
                    month: try await economics(month).total.figures,
                    day: try await store.totals(profile: name, kind: .day, windowID: dayWindow.id),
                    dayLimit: snapshot.profile.budget.daily,
                    monthTotals: try await store.totals(profile: name, kind: .month, windowID: monthWindow.id),
                    monthLimit: snapshot.profile.budget.monthly,
                    phase: snapshot.profile.phase.rawValue,
                    meter: telemetry.sendRate(of: name)
                )
            )
        }
        return DashboardSnapshot(
            madeAt: now,
            zone: snapshots.first?.zone ?? .utc,
            revision: policies.revision,
            columns: columns,
            recent: try await store.recentDecisions(limit: 50).filter { profile == nil || $0.profile == profile },
            gateQuantiles: telemetry.recentGate.quantiles([0.5, 0.95]),
            cloudQuantiles: telemetry.recentCloud.quantiles([0.5, 0.95])
        )
    }
}
