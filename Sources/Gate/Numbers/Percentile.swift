/// Percentiles with linear interpolation between the two nearest ranks, as numpy's `percentile` takes them.
package enum Percentile {
    private static let bins = 2048

    /// The percentile `q` (0...100) of finite values in any order; 0 when there are none.
    package static func value(_ q: Double, of values: Span<Float>) -> Double { Self.values([q], of: values)[0] }

    /// Several percentiles of the same values.
    ///
    /// Complexity: linear: a histogram finds the bins of the ranks, only those are sorted.
    package static func values(_ percentiles: [Double], of values: Span<Float>) -> [Double] {
        guard values.count > 0 else { return percentiles.map { _ in 0 } }
        var low = values[0]
        var high = values[0]
        for i in 0..<values.count {
            let value = values[i]
            low = value < low ? value : low
            high = value > high ? value : high
        }
        let scale = Float(bins - 1) / (high - low)
        guard high > low && scale.isFinite else { return percentiles.map { _ in Double(low) } }
        var places = [Int32](repeating: 0, count: values.count)
        var counts = [Int32](repeating: 0, count: bins)
        sort(values, low, scale, into: &places, &counts)

        // Neighbouring ranks mostly share a bin: it is sorted once.
        var (sortedBin, members) = (-1, [Float]())
        func ranked(_ rank: Int) -> Double {
            var before = 0
            var bin = 0
            while before + Int(counts[bin]) <= rank {
                before += Int(counts[bin])
                bin += 1
            }
            if bin != sortedBin {
                members = []
                members.reserveCapacity(Int(counts[bin]))
                for i in 0..<values.count where places[i] == Int32(bin) { members.append(values[i]) }
                members.sort()
                sortedBin = bin
            }
            return Double(members[rank - before])
        }
        return percentiles.map { q in
            let position = q / 100 * Double(values.count - 1)
            let rank = Int(position)
            let fraction = position - Double(rank)
            let lower = ranked(rank)
            return fraction > 0 ? lower + (ranked(rank + 1) - lower) * fraction : lower
        }
    }

    /// Gives each value its bin and counts them.
    private static func sort(
        _ values: Span<Float>,
        _ low: Float,
        _ scale: Float,
        into places: inout [Int32],
        _ counts: inout [Int32]
    ) {
        var place = places.mutableSpan
        var count = counts.mutableSpan
        for i in 0..<values.count { place[i] = Int32((values[i] - low) * scale) }
        for i in 0..<values.count { count[Int(place[i])] &+= 1 }
    }
}
