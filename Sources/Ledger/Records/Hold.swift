package import Economics

/// A cap above an attempt: the window it falls in and the most that may be enforced there.
package struct CapWindow: Sendable, Hashable {
    package let holder: CapHolder
    package let window: BudgetWindow
    /// Nil: no cap; totals are kept all the same.
    package let limit: Money?
    /// Thousandths of the limit at which to raise an alert.
    package let alerts: [Int]

    package init(holder: CapHolder, window: BudgetWindow, limit: Money?, alerts: [Int] = []) {
        self.holder = holder
        self.window = window
        self.limit = limit
        self.alerts = alerts
    }

    package var name: WindowName { WindowName(holder: holder, kind: window.kind, id: window.id) }
}

/// Asks to keep the most one attempt can cost, in every window at once or not at all.
package struct HoldRequest: Sendable, Hashable {
    package var decisionID: String
    /// From 1.
    package let attempt: Int
    package var profile: String
    package let revision: Int
    /// The model asked for; the answer's version decides the price.
    package let model: String
    package let tier: String
    package let priceID: String
    package let amount: Money
    package var windows: [CapWindow]
    package let at: Timestamp
    /// Start of the hour in the profile's zone: the roll-up bucket.
    package let hour: Timestamp
    /// The process that makes the call; only for people.
    package let owner: String
    /// When a hold that nobody settled is settled in full; nil: only by recovery.
    package let expiresAt: Timestamp?

    package init(
        decisionID: String,
        attempt: Int,
        profile: String,
        revision: Int,
        model: String,
        tier: String,
        priceID: String,
        amount: Money,
        windows: [CapWindow],
        at: Timestamp,
        hour: Timestamp,
        owner: String = "",
        expiresAt: Timestamp? = nil
    ) {
        self.decisionID = decisionID
        self.attempt = attempt
        self.profile = profile
        self.revision = revision
        self.model = model
        self.tier = tier
        self.priceID = priceID
        self.amount = amount
        self.windows = windows
        self.at = at
        self.hour = hour
        self.owner = owner
        self.expiresAt = expiresAt
    }
}

/// Whether the hold is on disk.
package enum HoldResult: Sendable, Hashable {
    case held
    /// The first window without room.
    case refused(CapRefusal)
}

/// The window an attempt found no room in.
package struct CapRefusal: Sendable, Hashable {
    package let holder: CapHolder
    package let kind: BudgetWindow.Kind
    package let limit: Money
    package let enforced: Money

    package init(holder: CapHolder, kind: BudgetWindow.Kind, limit: Money, enforced: Money) {
        self.holder = holder
        self.kind = kind
        self.limit = limit
        self.enforced = enforced
    }
}

/// Turns a hold into its exact cost.
package struct Settlement: Sendable, Hashable {
    package var decisionID: String
    package let attempt: Int
    package let cost: Money
    package let usage: TokenUsage
    /// The model the answer named; nil when there was no answer.
    package let modelVersion: String?
    /// The price the cost was computed from.
    package let priceID: String
    package var responseID: String?
    /// Outcome code of the attempt: `ok`, `throttled`, `overloaded`, `deadline` …
    package let result: String
    /// The bill is not known: settled at the full hold.
    package let uncertain: Bool
    package let emulated: Bool
    package let latencyMicros: Int64
    package let at: Timestamp
    /// How it was asked; nil when only the money is known, as after a crash.
    package var facts: AnswerFacts?
    /// By how much the profile's choices made it cheaper than the plain call; an estimate.
    package let cheaper: CheaperSends

    package init(
        decisionID: String,
        attempt: Int,
        cost: Money,
        usage: TokenUsage,
        modelVersion: String?,
        priceID: String,
        responseID: String?,
        result: String,
        uncertain: Bool,
        emulated: Bool,
        latencyMicros: Int64,
        at: Timestamp,
        facts: AnswerFacts? = nil,
        cheaper: CheaperSends = .none
    ) {
        self.facts = facts
        self.decisionID = decisionID
        self.attempt = attempt
        self.cost = cost
        self.usage = usage
        self.modelVersion = modelVersion
        self.priceID = priceID
        self.responseID = responseID
        self.result = result
        self.uncertain = uncertain
        self.emulated = emulated
        self.latencyMicros = latencyMicros
        self.at = at
        self.cheaper = cheaper
    }
}

/// One attempt as it stands in the ledger.
package struct AttemptRecord: Sendable, Hashable {
    package var hold: HoldRequest
    /// Nil while the hold is open.
    package var settlement: Settlement?

    package init(hold: HoldRequest, settlement: Settlement?) {
        self.hold = hold
        self.settlement = settlement
    }
}

/// What one window has used. `enforced` is what a new hold is compared with.
package struct WindowTotals: Sendable, Hashable {
    package let settled: Money
    package let held: Money
    /// Of `settled`, what is uncertain.
    package let uncertain: Money

    package init(settled: Money, held: Money, uncertain: Money) {
        self.settled = settled
        self.held = held
        self.uncertain = uncertain
    }

    package static let zero = WindowTotals(settled: .zero, held: .zero, uncertain: .zero)
}
