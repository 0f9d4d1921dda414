/// An amount of money in integer nano-USD (1 USD = 1,000,000,000 nano-USD). May be negative (a margin).
///
/// Range: about ±9.2 billion USD. Arithmetic is checked and throws instead of wrapping; nothing in Torii adds money
/// in floating point.
package struct Money: Sendable, Hashable, Comparable {
    /// The amount in nano-USD.
    package let nanoUSD: Int64

    package init(nanoUSD: Int64) { self.nanoUSD = nanoUSD }

    package static let zero = Money(nanoUSD: 0)

    /// Nano-USD in one USD.
    package static let nanoPerUSD: Int64 = 1_000_000_000

    package static func < (left: Money, right: Money) -> Bool { left.nanoUSD < right.nanoUSD }

    /// The sum. Throws `amountOverflow` outside the range.
    package func adding(_ other: Money) throws(EconomicsError) -> Money {
        let (sum, overflow) = nanoUSD.addingReportingOverflow(other.nanoUSD)
        guard !overflow else { throw EconomicsError(.amountOverflow, "\(nanoUSD) + \(other.nanoUSD) nano-USD") }
        return Money(nanoUSD: sum)
    }

    /// The difference. Throws `amountOverflow` outside the range.
    package func subtracting(_ other: Money) throws(EconomicsError) -> Money {
        let (difference, overflow) = nanoUSD.subtractingReportingOverflow(other.nanoUSD)
        guard !overflow else { throw EconomicsError(.amountOverflow, "\(nanoUSD) - \(other.nanoUSD) nano-USD") }
        return Money(nanoUSD: difference)
    }

    /// The amount taken `count` times. Throws `amountOverflow` outside the range.
    package func times(_ count: Int) throws(EconomicsError) -> Money {
        let (product, overflow) = nanoUSD.multipliedReportingOverflow(by: Int64(count))
        guard !overflow else { throw EconomicsError(.amountOverflow, "\(nanoUSD) nano-USD x \(count)") }
        return Money(nanoUSD: product)
    }

    /// The sum of all. Throws `amountOverflow` when it leaves the range on the way.
    package static func sum(_ amounts: some Sequence<Money>) throws(EconomicsError) -> Money {
        var total = Money.zero
        for amount in amounts { total = try total.adding(amount) }
        return total
    }

    /// `numerator / denominator` of the amount, rounded to the nearest nano-USD, ties to even, once. Both are counts:
    /// not negative, and the denominator not 0. Throws `amountOverflow` outside the range.
    package func scaled(by numerator: Int, over denominator: Int) throws(EconomicsError) -> Money {
        precondition(numerator >= 0 && denominator > 0, "a share is made of counts")
        let product = WideNumber(nanoUSD.magnitude).times(UInt64(numerator))
        return try Money(
            isNegative: nanoUSD < 0,
            magnitude: product?.dividedToNearest(by: UInt64(denominator)),
            of: "\(nanoUSD) nano-USD x \(numerator) / \(denominator)"
        )
    }

    /// `magnitude` nano-USD with a sign. Throws `amountOverflow`, naming `calculation`, when there is none or it does
    /// not fit.
    init(isNegative: Bool, magnitude: UInt64?, of calculation: @autoclosure () -> String) throws(EconomicsError) {
        guard let magnitude, let amount = Int64(exactly: magnitude) else {
            throw EconomicsError(.amountOverflow, calculation())
        }
        nanoUSD = isNegative ? -amount : amount
    }
}
