/// An amount of money in integer nano-USD (1 USD = 1,000,000,000 nano-USD). May be negative (a margin).
///
/// Range: about ±9.2 billion USD. Arithmetic is checked and throws instead of wrapping; nothing in Torii adds money
/// in floating point.
package struct Money: Sendable, Hashable, Comparable {
    /// The amount in nano-USD.
    package let nanoUSD: Int64

    package init(nanoUSD: Int64) { self.nanoUSD = nanoUSD }

    package static let zero = Money(nanoUSD: 0)

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
}
