import Economics
import Ledger
import Policy

extension PolicySnapshot {
    /// The caps an attempt made now falls under: of the portfolio, of the profile, of the API key. A profile's day and
    /// month are kept without a cap too, for screens.
    ///
    /// - Parameters:
    ///   - key: Id of the API key; nil: leave keys out.
    ///   - allowance: What the month's revenue allows; nil: no matter.
    func capWindows(at moment: Timestamp, key: String? = nil, allowance: Money? = nil) -> [CapWindow] {
        let budget = profile.budget
        var windows: [CapWindow] = []
        if let portfolio = set.portfolio {
            windows += Self.windows(
                of: .portfolio,
                caps: portfolio.caps,
                alerts: portfolio.alerts,
                at: moment,
                zone: portfolioZone,
                firstWeekday: portfolio.firstWeekday
            )
        }
        windows += Self.windows(
            of: .profile(profile.name),
            caps: Caps(
                daily: budget.daily,
                weekly: budget.weekly,
                monthly: [budget.monthly, allowance].compactMap { $0 }.min()
            ),
            alerts: budget.alerts,
            at: moment,
            zone: zone,
            firstWeekday: budget.firstWeekday,
            always: [.day, .month]
        )
        if let key, !key.isEmpty {
            windows += Self.windows(
                of: .key(profile: profile.name, id: key),
                caps: budget.perKey,
                alerts: budget.alerts,
                at: moment,
                zone: zone,
                firstWeekday: budget.firstWeekday
            )
        }
        return windows
    }

    private static func windows(
        of holder: CapHolder,
        caps: Caps,
        alerts: [Double],
        at moment: Timestamp,
        zone: ZoneOffsets,
        firstWeekday: Weekday,
        always: Set<BudgetWindow.Kind> = []
    ) -> [CapWindow] {
        BudgetWindow.Kind.allCases.compactMap { kind in
            let limit = caps.limit(kind)
            guard limit != nil || always.contains(kind) else { return nil }
            return CapWindow(
                holder: holder,
                window: .containing(moment, kind: kind, zone: zone, firstWeekday: firstWeekday.number),
                limit: limit,
                alerts: alerts.map { Int(($0 * 1_000).rounded()) }
            )
        }
    }
}

extension CapRefusal {
    /// For the client: whose cap, and why it is what it is.
    func detail(allowance: Money?, _ snapshot: PolicySnapshot) -> String {
        let rest = "has no room for this call: \(enforced.formatted(.exact)) USD is used or held"
        let whose =
            switch holder {
            case .portfolio: "the portfolio's"
            case .profile: "the"
            case .key: "this key's"
            }
        if kind == .month, case .profile = holder, limit == allowance, limit != snapshot.profile.budget.monthly {
            let share = snapshot.profile.budget.maxShareOfRevenue ?? 1
            return "\(FigureText.share(share)) of the month's revenue, \(limit.formatted(.exact)) USD, \(rest)"
        }
        return "\(whose) \(kind.rawValue) cap of \(limit.formatted(.exact)) USD \(rest)"
    }
}
