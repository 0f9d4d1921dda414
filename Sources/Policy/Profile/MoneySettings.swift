package import Economics

/// The send rate a profile aims at.
package struct TargetSettings: Sendable, Hashable {
    package enum Mode: String, Sendable, CaseIterable { case off, plan, auto }

    /// Sends including audits ÷ judged uploads, 0...1.
    package let sendRate: Double
    package let mode: Mode

    package init(sendRate: Double, mode: Mode) {
        self.sendRate = sendRate
        self.mode = mode
    }
}

/// How many right answers may be lost, and how that is watched. Shares of judged uploads, 0...1.
package struct FalseRejectSettings: Sendable, Hashable {
    package let max: Double
    package let goal: Double
    package let confidence: Double
    /// Probability with which a rejected upload is sent all the same, 0...1.
    package let auditShare: Double
    /// Judges audits a second time; nil: people do.
    package let secondModel: String?

    package init(max: Double, goal: Double, confidence: Double, auditShare: Double, secondModel: String? = nil) {
        self.max = max
        self.goal = goal
        self.confidence = confidence
        self.auditShare = auditShare
        self.secondModel = secondModel
    }
}

/// What an upload earns.
package struct RevenueSettings: Sendable, Hashable {
    /// Earnings of a thousand ad impressions.
    package let ecpm: Money
    /// In millionths: 1.6 impressions are 1,600,000.
    package let impressionsPerUploadMicros: Int64

    package init(ecpm: Money, impressionsPerUploadMicros: Int64) {
        self.ecpm = ecpm
        self.impressionsPerUploadMicros = impressionsPerUploadMicros
    }
}

/// What a profile may spend.
package struct BudgetSettings: Sendable, Hashable {
    package enum OnCap: String, Sendable, CaseIterable { case localLabel, `defer` }
    /// What happens to a picture that is worth sending on a day that cannot pay for it, where no more may be rejected.
    package enum OnPaceBlocked: String, Sendable, CaseIterable {
        /// `cloud.cheaperModel` is asked.
        case cheaperModel
        /// It waits to be sent with others, at half the price.
        case `defer`
        case localLabel
        case spend
    }

    /// Of the profile.
    package let caps: Caps
    /// Of each API key inside the profile.
    package let perKey: Caps
    /// Shares of a cap, 0...1, at which an alert is raised, once a window.
    package let alerts: [Double]
    /// Of the revenue, 0...1: past it calls are refused.
    package let maxShareOfRevenue: Double?
    /// IANA identifier; windows are computed in it.
    package let timeZone: String
    /// Where weeks begin.
    package let firstWeekday: Weekday
    package let onCap: OnCap
    package let onPaceBlocked: OnPaceBlocked

    package var daily: Money? { caps.daily }
    package var weekly: Money? { caps.weekly }
    package var monthly: Money? { caps.monthly }

    package init(
        caps: Caps,
        perKey: Caps = .none,
        alerts: [Double] = ProfileDefaults.alerts,
        maxShareOfRevenue: Double?,
        timeZone: String,
        firstWeekday: Weekday = ProfileDefaults.firstWeekday,
        onCap: OnCap,
        onPaceBlocked: OnPaceBlocked
    ) {
        self.caps = caps
        self.perKey = perKey
        self.alerts = alerts
        self.maxShareOfRevenue = maxShareOfRevenue
        self.timeZone = timeZone
        self.firstWeekday = firstWeekday
        self.onCap = onCap
        self.onPaceBlocked = onPaceBlocked
    }
}
