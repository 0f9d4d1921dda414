package import Economics

/// The most that may be spent in a day, a week and a month. Nil: no cap.
package struct Caps: Sendable, Hashable {
    package let daily: Money?
    package let weekly: Money?
    package let monthly: Money?

    package init(daily: Money? = nil, weekly: Money? = nil, monthly: Money? = nil) {
        self.daily = daily
        self.weekly = weekly
        self.monthly = monthly
    }

    package static let none = Caps()

    package var isEmpty: Bool { daily == nil && weekly == nil && monthly == nil }

    package func limit(_ kind: BudgetWindow.Kind) -> Money? {
        switch kind {
        case .day: daily
        case .week: weekly
        case .month: monthly
        }
    }
}
