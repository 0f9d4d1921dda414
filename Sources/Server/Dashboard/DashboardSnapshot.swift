package import Control
package import Economics
package import Gemini
package import Ledger
package import Policy

/// Everything one screen shows, read once and rendered as often as wanted.
package struct DashboardSnapshot: Sendable {
    package struct Column: Sendable {
        package let profile: String
        package let target: Double
        package let today: EconomicsFigures
        /// Of the days a screen is asked for, the last of them today.
        package let shown: EconomicsFigures
        package let month: EconomicsFigures
        package let day: WindowTotals
        package let dayLimit: Money?
        package let monthTotals: WindowTotals
        package let monthLimit: Money?
        package let phase: String
        /// What its estimated revenue rests on; nil where it is not known since when.
        package let ecpm: EconomicsReport.ECPM?
        /// Since this process started.
        package let meter: SendRateMeter
        /// In which its days and months begin.
        package let zone: ZoneOffsets
        /// Most right answers that may be lost, of judged uploads.
        package let falseRejectMax: Double
        package var mode = TargetSettings.Mode.off
        /// Whether caps that kept uploads local today were raised since.
        package var isCapRaised = false
    }

    /// One key with one app on one kind of device, since the start.
    package struct Client: Sendable {
        let name: ClientCounts.Name
        /// Name of the key; its id where it is gone.
        let key: String
        let figures: ClientCounts.Figures
    }

    package let madeAt: Timestamp
    package let zone: ZoneOffsets
    package let revision: Int
    /// The revision that is rolled out beside it; nil while none is.
    package let rollout: PolicyHolder.Staged?
    /// What froze spending; nil while calls may be made.
    package let freeze: FreezeRecord?
    /// Models, or the account, that calls are kept from.
    package let openCircuits: [Circuits.Open]
    package let columns: [Column]
    /// Days of `Column.shown`, at least 1.
    package let days: Int
    package let recent: [DecisionRecord]
    /// Uploads of each hour since midnight, all columns together, each in its own zone; the last hour is still running.
    package let hours: [Int]
    /// Of them, what the gate rejected, by deciding reason.
    package let rejectedHours: [Reason: [Int]]
    /// Of the day and of the month, 0...1.
    package let dayGone: Double
    package let monthGone: Double
    /// Caps passed in the windows of now and not raised since, newest first, with the figures of now.
    package let alerts: [CapAlert]
    /// The latest of the feed, oldest first.
    package let events: [EventRecord]
    /// The busiest first.
    package let clients: [Client]
    package let isClockSimulated: Bool
    /// p50 and p95 of the latest; nil when nothing was measured since the start.
    package let gateQuantiles: [Duration]?
    package let cloudQuantiles: [Duration]?
    /// The send-rate dials, and their latest adjustments as lines, oldest first.
    let dials: [StrictnessDesk.Standing]
    let adjustments: [String]
    /// Audits that wait for a second judgement, by profile.
    var auditsWaiting: [String: Int] = [:]

    package var isEmulated: Bool { columns.contains { $0.month.isEmulated } || recent.contains(where: \.emulated) }
}

extension Service {
    /// Reads one screen.
    ///
    /// - Parameters:
    ///   - profile: Only that one; nil: all.
    ///   - days: Of the figures that have a span, the last of them today; at least 1.
    package func dashboardSnapshot(profile: String?, days: Int = 1) async throws -> DashboardSnapshot {
        let now = clock.now()
        let live = policies.snapshots.filter { profile == nil || $0.profile.name == profile }
        let screens = live.map { ProfileScreen($0, at: now, days: days) }
        var caps: [CapWindow] = []
        for snapshot in live {
            let allowance = try await gateway.cloud.allowances.allowance(of: snapshot, at: now)
            caps += snapshot.capWindows(at: now, allowance: allowance)
        }
        var query = SnapshotQuery(
            covering: screens.flatMap { [$0.month.query, $0.day.query, $0.shown] },
            windows: Set(screens.flatMap { [$0.day.window, $0.month.window] } + caps.map(\.name)),
            recent: .init(limit: 50, profile: profile)
        )
        // No window is longer than a month.
        query.events = EventQuery(limit: 50, profile: profile)
        query.alertsSince = now.advanced(bySeconds: -32 * 86_400)
        let ledger = try await store.snapshot(query)
        let alerts = StandingAlerts(ledger, caps: caps, revision: policies.revision)
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
                    shown: try figures(screen.shown),
                    month: try figures(screen.month.query),
                    day: ledger.windows[screen.day.window] ?? .zero,
                    dayLimit: snapshot.profile.budget.daily,
                    monthTotals: ledger.windows[screen.month.window] ?? .zero,
                    monthLimit: snapshot.profile.budget.monthly,
                    phase: snapshot.profile.phase.rawValue,
                    ecpm: EconomicsReport.ECPM(
                        EconomicsReport.ProfileTerms(snapshot),
                        since: ledger.ecpmSince[snapshot.profile.name]
                    ),
                    meter: telemetry.sendRate(of: snapshot.profile.name),
                    zone: snapshot.zone,
                    falseRejectMax: snapshot.profile.falseRejects.max,
                    mode: snapshot.profile.target.mode,
                    isCapRaised: alerts.isCapRaised(of: snapshot.profile.name)
                )
            )
        }
        let zone = live.first?.zone ?? .utc
        let today = HourlyUploads(ledger.rollups.decisions, of: live, at: now)
        return DashboardSnapshot(
            madeAt: now,
            zone: zone,
            revision: policies.revision,
            rollout: policies.rollout,
            freeze: gateway.spending.freeze,
            openCircuits: gateway.switchboard.open,
            columns: columns,
            days: days,
            recent: ledger.recent,
            hours: today.uploads,
            rejectedHours: today.rejected,
            dayGone: zone.gone(of: .day, at: now),
            monthGone: zone.gone(of: .month, at: now),
            alerts: alerts.standing,
            events: ledger.events,
            clients: clients(of: profile),
            isClockSimulated: isClockSimulated,
            gateQuantiles: telemetry.recentGate.quantiles([0.5, 0.95]),
            cloudQuantiles: telemetry.recentCloud.quantiles([0.5, 0.95]),
            dials: gateway.strictness.standings(live),
            adjustments: gateway.strictness.history(limit: 50).compactMap { $0.adjustment(of: profile) },
            auditsWaiting: try await audits.waiting()
        )
    }

    private func clients(of profile: String?) -> [DashboardSnapshot.Client] {
        let names = keyring.names
        return telemetry.clients.all.filter { profile == nil || $0.key.profile == profile }
            .sorted { ($1.value.uploads, $0.key) < ($0.value.uploads, $1.key) }
            .map { name, figures in
                let key = name.client.isEmpty ? "others" : names[name.client] ?? name.client
                return DashboardSnapshot.Client(name: name, key: key, figures: figures)
            }
    }
}
