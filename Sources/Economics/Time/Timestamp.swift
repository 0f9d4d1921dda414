/// A moment: microseconds since 1970-01-01T00:00:00Z, without leap seconds.
package struct Timestamp: Sendable, Hashable, Comparable {
    package let microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }

    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.microseconds < right.microseconds }

    /// Whole seconds since 1970, rounded down.
    package var seconds: Int64 {
        microseconds >= 0 ? microseconds / 1_000_000 : -((999_999 - microseconds) / 1_000_000)
    }

    package static func seconds(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

    package func advanced(bySeconds seconds: Int64) -> Timestamp {
        Timestamp(microseconds: microseconds + seconds * 1_000_000)
    }
}
