/// How steep edges are by the way they run. A camera or a subject that moves smears edges across the motion and leaves
/// those along it sharp; a lens out of focus treats all alike.
struct EdgeDirections: Sendable {
    /// Slopes in sectors of 15 degrees, looked at three neighbours at a time.
    private static let sectors = 12
    private static let bins = 64
    /// Slope over range of the last bin's end: a one-pixel step measures 0.5, a line up to 0.56.
    private static let steepest: Float = 0.56
    /// Fewer edge pixels than this in 45 degrees say nothing about them.
    private static let enough: Int32 = 40

    /// Medians and 90th percentiles of gradient over local range, of the directions with enough edges: of the direction
    /// where edges are least steep, of the one where they are steepest, and of the one across the first (its own when
    /// there are too few edges there). All 0 without any.
    let weakest: (median: Double, high: Double)
    let strongest: (median: Double, high: Double)
    let across: (median: Double, high: Double)

    init(_ edges: EdgePixels, _ padded: SignedPlane) {
        var counts = [Int32](repeating: 0, count: Self.sectors * Self.bins)
        Self.count(edges, padded, into: &counts)
        var found: [(sector: Int, median: Double, high: Double)] = []
        for sector in 0..<Self.sectors {
            var sum = [Int32](repeating: 0, count: Self.bins)
            for neighbour in [sector + Self.sectors - 1, sector, sector + 1] {
                let first = neighbour % Self.sectors * Self.bins
                for bin in 0..<Self.bins { sum[bin] += counts[first + bin] }
            }
            let total = sum.reduce(0, +)
            guard total >= Self.enough else { continue }
            found.append((sector, Self.quantile(0.5, of: sum, total), Self.quantile(0.9, of: sum, total)))
        }
        guard let low = found.min(by: { $0.median < $1.median }), let top = found.max(by: { $0.median < $1.median })
        else {
            (weakest, strongest, across) = ((0, 0), (0, 0), (0, 0))
            return
        }
        let opposite = found.first { $0.sector == (low.sector + Self.sectors / 2) % Self.sectors } ?? low
        weakest = (low.median, low.high)
        strongest = (top.median, top.high)
        across = (opposite.median, opposite.high)
    }

    private static func count(_ edges: EdgePixels, _ padded: SignedPlane, into counts: inout [Int32]) {
        let values = padded.values.span
        let scale = Float(bins) / steepest
        var out = counts.mutableSpan
        for edge in edges.all {
            let (y, x) = (Int(edge.row), Int(edge.column))
            let a = y &* padded.stride &+ x
            let b = a &+ padded.stride
            let c = b &+ padded.stride
            let gx =
                (values[a &+ 2] &- values[a]) &+ ((values[b &+ 2] &- values[b]) &<< 1)
                &+ (values[c &+ 2] &- values[c])
            let gy =
                (values[c] &- values[a]) &+ ((values[c &+ 1] &- values[a &+ 1]) &<< 1)
                &+ (values[c &+ 2] &- values[a &+ 2])
            let bin = min(Int(edge.ratio * scale), bins - 1)
            out[Orientations.sector(Int(gx), Int(gy)) &* bins &+ bin] &+= 1
        }
    }

    /// Linear within a bin.
    private static func quantile(_ share: Double, of counts: [Int32], _ total: Int32) -> Double {
        let rank = share * Double(total)
        var before = 0.0
        for bin in 0..<bins {
            let count = Double(counts[bin])
            if before + count >= rank && count > 0 {
                return (Double(bin) + (rank - before) / count) * Double(steepest) / Double(bins)
            }
            before += count
        }
        return Double(steepest)
    }
}
