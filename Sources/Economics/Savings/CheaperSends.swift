/// By how much each choice made sent uploads cheaper than plain calls would have been. Estimates: plain calls were never
/// made. Negative where a choice costs more than the plain one.
package struct CheaperSends: Sendable, Hashable {
    package var resolution: Money
    package var side: Money
    package var model: Money
    package var tier: Money

    package init(resolution: Money, side: Money, model: Money, tier: Money) {
        self.resolution = resolution
        self.side = side
        self.model = model
        self.tier = tier
    }

    package static let none = CheaperSends(resolution: .zero, side: .zero, model: .zero, tier: .zero)

    /// Of a call that sending everything would not have made: it saves less than nothing.
    package static func expense(_ cost: Money) -> CheaperSends {
        CheaperSends(resolution: .zero, side: .zero, model: Money(nanoUSD: -cost.nanoUSD), tier: .zero)
    }

    /// As steps, in their order.
    package var steps: [(step: Savings.Step, amount: Money)] {
        [(.resolution, resolution), (.side, side), (.model, model), (.tier, tier)]
    }

    /// Step by step. Throws `amountOverflow`.
    package func adding(_ other: CheaperSends) throws(EconomicsError) -> CheaperSends {
        CheaperSends(
            resolution: try resolution.adding(other.resolution),
            side: try side.adding(other.side),
            model: try model.adding(other.model),
            tier: try tier.adding(other.tier)
        )
    }

    /// All steps together. Throws `amountOverflow`.
    package func total() throws(EconomicsError) -> Money { try Money.sum([resolution, side, model, tier]) }
}
