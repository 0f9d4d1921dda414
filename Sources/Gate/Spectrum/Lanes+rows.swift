extension SIMD8<Float> {
    /// Eight neighbours of a row.
    @inline(__always)
    init(_ row: Span<Float>, at start: Int) {
        precondition(start >= 0 && start &+ 8 <= row.count, "lanes outside the row")
        // SAFETY: the eight numbers lie within the span, as was checked; any bits are a float.
        self = unsafe row.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start &* 4, as: Self.self)
    }
}

/// Eight rows of eight numbers.
struct LaneSquare {
    var rows: (Lanes, Lanes, Lanes, Lanes, Lanes, Lanes, Lanes, Lanes)

    /// Rows become columns: three perfect shuffles.
    @inline(__always)
    mutating func turn() {
        for _ in 0..<3 {
            let (a, b) = Self.shuffled(rows.0, rows.4)
            let (c, d) = Self.shuffled(rows.1, rows.5)
            let (e, f) = Self.shuffled(rows.2, rows.6)
            let (g, h) = Self.shuffled(rows.3, rows.7)
            rows = (a, b, c, d, e, f, g, h)
        }
    }

    @inline(__always)
    private static func shuffled(_ a: Lanes, _ b: Lanes) -> (Lanes, Lanes) {
        (mixed(a.lowHalf, b.lowHalf), mixed(a.highHalf, b.highHalf))
    }

    @inline(__always)
    private static func mixed(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Lanes {
        var lanes = Lanes()
        lanes.evenHalf = a
        lanes.oddHalf = b
        return lanes
    }
}
