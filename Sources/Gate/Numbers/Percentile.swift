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
        let (low, high) = extremes(of: values)
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

    private static func extremes(of values: Span<Float>) -> (low: Float, high: Float) {
        var (least, most) = (Lanes(repeating: values[0]), Lanes(repeating: values[0]))
        let whole = values.count / 8 * 8
        for i in stride(from: 0, to: whole, by: 8) {
            let lanes = Lanes(values, at: i)
            least.replace(with: lanes, where: lanes .< least)
            most.replace(with: lanes, where: lanes .> most)
        }
        var (low, high) = (least.min(), most.max())
        for i in whole..<values.count {
            low = min(low, values[i])
            high = max(high, values[i])
        }
        return (low, high)
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
        Self.place(values, low, scale, into: &place)
        for i in 0..<values.count { count[Int(place[i])] &+= 1 }
    }

    /// A value is never in a lower bin than a smaller one; how a bin's ends are rounded does not matter.
    private static func place(_ values: Span<Float>, _ low: Float, _ scale: Float, into out: inout MutableSpan<Int32>) {
        let n = out.count
        precondition(values.count == n, "lists of different lengths")
        for i in 0..<n { out[i] = Rounding.integer((values[i] - low) * scale) }
    }
}
