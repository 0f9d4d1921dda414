/// One period a cap holds for, in the profile's zone. Its id is part of every key, so nothing is ever reset.
package struct BudgetWindow: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable { case day, week, month }

    package let kind: Kind
    /// `2026-11-30` (a day, or the first day of a week) or `2026-11`, in the zone of whom the cap is for.
    package let id: String
    package let start: Timestamp
    /// First moment of the next window.
    package let end: Timestamp

    package init(kind: Kind, id: String, start: Timestamp, end: Timestamp) {
        self.kind = kind
        self.id = id
        self.start = start
        self.end = end
    }
}
