package import Economics

/// What all replayed profiles spend together, today and as proposed.
package struct PlanTotal: Sendable, Hashable {
    package let today: Money
    package let proposed: Money
    /// Whether it is of a month of 30 days; else of what was replayed.
    package let isMonthly: Bool

    /// How much more is spent, as a share of today's; negative for less. Nil when nothing is spent today.
    package var change: Double? {
        today > .zero ? Double(proposed.nanoUSD) / Double(today.nanoUSD) - 1 : nil
    }
}

extension PolicyPlan {
    /// Nil where nothing was replayed. Throws `amountOverflow`.
    package func total() throws(EconomicsError) -> PlanTotal? {
        let replayed = profiles.filter { $0.replay.uploads > 0 }
        guard !replayed.isEmpty else { return nil }
        let isMonthly = replayed.allSatisfy { $0.wholeDays != nil }
        var today = Money.zero
        var proposed = Money.zero
        for plan in replayed {
            let (before, after) = (plan.today.spend, plan.proposed.spend)
            today = try today.adding(isMonthly ? plan.perMonth(before) ?? before : before)
            proposed = try proposed.adding(isMonthly ? plan.perMonth(after) ?? after : after)
        }
        return PlanTotal(today: today, proposed: proposed, isMonthly: isMonthly)
    }
}
