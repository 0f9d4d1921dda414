/// A moment: microseconds since 1970-01-01T00:00:00Z, without leap seconds.
package struct Timestamp: Sendable, Hashable, Comparable {
    package let microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }

    /// Later than any other; for "while open". Not to be shown or computed with.
    package static let distantFuture = Timestamp(microseconds: .max)

    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.microseconds < right.microseconds }

    /// Whole seconds since 1970, rounded down.
    package var seconds: Int64 { microseconds.flooredDivision(by: 1_000_000).quotient }

    /// The moment `seconds` after 1970, which lies within 292,000 years of it.
    package static func seconds(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

    /// So many seconds later; earlier when negative.
    package func advanced(bySeconds seconds: Int64) -> Timestamp {
        Timestamp(microseconds: microseconds + seconds * 1_000_000)
    }
}

extension Int64 {
    /// Quotient rounded down and the remainder, which is never negative. `divisor` is positive.
    func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
