extension AttemptRecord {
    /// Whether the bill was higher than what was held for it. It is booked in full all the same.
    package var isAboveHold: Bool { settlement.map { $0.cost > hold.amount } ?? false }
}
