package import Economics

/// A window passed a share of its cap for the first time. Raised once for each share and window: the next window raises
/// its own.
package struct CapAlert: Sendable, Hashable {
    package let holder: CapHolder
    package let kind: BudgetWindow.Kind
    package let windowID: String
    /// Thousandths of the cap; 1,000 when a call was refused that an empty window would have had room for.
    package let threshold: Int
    /// As they were when it was raised.
    package let limit: Money
    package let enforced: Money
    package let at: Timestamp

    package init(
        holder: CapHolder,
        kind: BudgetWindow.Kind,
        windowID: String,
        threshold: Int,
        limit: Money,
        enforced: Money,
        at: Timestamp
    ) {
        self.holder = holder
        self.kind = kind
        self.windowID = windowID
        self.threshold = threshold
        self.limit = limit
        self.enforced = enforced
        self.at = at
    }

    /// A call was refused.
    package static let exhausted = 1_000
}

/// What a look over the ledger brought up.
package struct Sweep: Sendable, Hashable {
    /// Holds that outlived their expiry: settled in full, flagged uncertain.
    package let expired: Int
    /// Those that no event tells of yet, oldest first.
    package let alerts: [CapAlert]

    package init(expired: Int, alerts: [CapAlert]) {
        self.expired = expired
        self.alerts = alerts
    }
}
