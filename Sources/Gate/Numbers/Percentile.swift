/// Percentiles with linear interpolation between the two nearest ranks, as numpy's `percentile` takes them.
enum Percentile {
    private static let bins = 2048

    /// The percentile `q` (0...100) of finite values in any order; 0 when there are none.
    ///
    /// Complexity: linear: a histogram finds the bin of the rank, only that bin is sorted.
    static func value(_ q: Double, of values: Span<Float>) -> Double {
        guard values.count > 0 else { return 0 }
        var low = values[0]
        var high = values[0]
        for i in 0..<values.count {
            low = min(low, values[i])
            high = max(high, values[i])
        }
        guard high > low else { return Double(low) }
        let scale = Float(bins - 1) / (high - low)
        guard scale.isFinite else { return Double(low) }
        var counts = [Int32](repeating: 0, count: bins)
        for i in 0..<values.count { counts[Int((values[i] - low) * scale)] += 1 }

        let position = q / 100 * Double(values.count - 1)
        let rank = Int(position)
        let lower = Double(ranked(rank, of: values, low: low, scale: scale, counts: counts))
        let fraction = position - Double(rank)
        guard fraction > 0 else { return lower }
        let upper = Double(ranked(rank + 1, of: values, low: low, scale: scale, counts: counts))
        return lower + (upper - lower) * fraction
    }

    private static func ranked(
        _ rank: Int,
        of values: Span<Float>,
        low: Float,
        scale: Float,
        counts: [Int32]
    ) -> Float {
        var before = 0
        var bin = 0
        while before + Int(counts[bin]) <= rank {
            before += Int(counts[bin])
            bin += 1
        }
        var members: [Float] = []
        members.reserveCapacity(Int(counts[bin]))
        for i in 0..<values.count where Int((values[i] - low) * scale) == bin { members.append(values[i]) }
        members.sort()
        return members[rank - before]
    }
}
