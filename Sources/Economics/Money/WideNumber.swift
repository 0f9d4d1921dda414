/// An unsigned 128-bit number, for products of amounts and counts that are divided again. (`Int128` of the standard
/// library would tie client apps to the newest Apple systems.)
struct WideNumber: Sendable, Hashable, Comparable {
    private(set) var high: UInt64
    private(set) var low: UInt64

    init(_ value: UInt64) {
        high = 0
        low = value
    }

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    static func < (left: WideNumber, right: WideNumber) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }

    /// The value, if 64 bits hold it.
    var narrow: UInt64? { high == 0 ? low : nil }

    /// Nil past 128 bits.
    func adding(_ other: WideNumber) -> WideNumber? {
        let (low, carry) = low.addingReportingOverflow(other.low)
        let (sum, overflow) = high.addingReportingOverflow(other.high)
        let (high, overflowOfCarry) = sum.addingReportingOverflow(carry ? 1 : 0)
        return overflow || overflowOfCarry ? nil : WideNumber(high: high, low: low)
    }

    /// Nil past 128 bits.
    func times(_ factor: UInt64) -> WideNumber? {
        let lower = low.multipliedFullWidth(by: factor)
        let upper = high.multipliedFullWidth(by: factor)
        let (high, overflow) = upper.low.addingReportingOverflow(lower.high)
        return upper.high != 0 || overflow ? nil : WideNumber(high: high, low: lower.low)
    }

    /// Quotient rounded down, and remainder. `divisor` is not 0.
    func divided(by divisor: UInt64) -> (quotient: WideNumber, remainder: UInt64) {
        let (upper, rest) = high.quotientAndRemainder(dividingBy: divisor)
        let (lower, remainder) = divisor.dividingFullWidth((rest, low))
        return (WideNumber(high: upper, low: lower), remainder)
    }

    /// Quotient rounded up. Nil past 64 bits.
    func dividedUp(by divisor: UInt64) -> UInt64? {
        let (quotient, remainder) = divided(by: divisor)
        guard let whole = quotient.narrow else { return nil }
        return remainder == 0 ? whole : whole == .max ? nil : whole + 1
    }

    /// Quotient rounded to the nearest, ties to the even neighbour. Nil past 64 bits.
    func dividedToNearest(by divisor: UInt64) -> UInt64? {
        let (quotient, remainder) = divided(by: divisor)
        guard let whole = quotient.narrow else { return nil }
        let rest = divisor - remainder
        let goesUp = remainder > rest || (remainder == rest && whole % 2 == 1)
        return goesUp ? (whole == .max ? nil : whole + 1) : whole
    }
}
