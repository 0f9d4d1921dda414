/// The steepest edges by blocks of 64 pixels: one sharp block is enough for a picture with a shallow depth of field.
struct EdgeBlocks: Sendable {
    private static let side = 16
    private static let bins = 28
    /// Bins a unit of slope over range.
    private static let scale: Float = 50
    private static let enough: Float = 16

    /// 90th percentile of gradient over local range in the block where it is greatest, and in the best block in other
    /// rows; 0 without a block of 16 edge pixels.
    let steepest: (first: Double, beyond: Double)

    init(_ edges: EdgePixels, width: Int, height: Int) {
        let (across, down) = (width / Self.side, height / Self.side)
        guard across > 0, down > 0 else {
            steepest = (0, 0)
            return
        }
        let tiles = Self.histograms(edges, across: across, down: down)
        let (wide, high) = (min(Blocks.side, across), min(Blocks.side, down))
        let columns = across - wide + 1
        let rows = down - high + 1
        // Of each row of blocks: the tiles' histograms added up downwards, then across.
        var sums = [Histogram](repeating: .zero, count: across)
        var percentiles = [Float](repeating: 0, count: columns * rows)
        for y in 0..<rows {
            for x in 0..<across {
                sums[x] = .zero
                for row in y..<y + high { sums[x] &+= tiles[row * across + x] }
            }
            for x in 0..<columns {
                var sum = Histogram.zero
                for column in x..<x + wide { sum &+= sums[column] }
                percentiles[y * columns + x] = Self.percentile(sum)
            }
        }
        steepest = Blocks.best(percentiles, across: columns)
    }

    /// Pixels by bin; the last lanes stay empty. A block has 4,096 pixels at most.
    private typealias Histogram = SIMD32<Int16>

    /// Of every tile.
    private static func histograms(_ edges: EdgePixels, across: Int, down: Int) -> [Histogram] {
        var counts = [Int16](repeating: 0, count: 32 * across * down)
        var out = counts.mutableSpan
        for edge in edges.all {
            let (row, column) = (Int(edge.row) / side, Int(edge.column) / side)
            guard row < down, column < across else { continue }
            let bin = min(Int(edge.ratio * scale), bins - 1)
            out[(row &* across &+ column) &* 32 &+ bin] &+= 1
        }
        return (0..<across * down).map { tile in
            var histogram = Histogram.zero
            for bin in 0..<bins { histogram[bin] = counts[32 * tile + bin] }
            return histogram
        }
    }

    /// The bin the 90th percentile falls in, as a slope; 0 with too few.
    private static func percentile(_ counts: Histogram) -> Float {
        let total = Float(counts.wrappedSum())
        guard total >= enough else { return 0 }
        var before: Float = 0
        for bin in 0..<bins {
            before += Float(counts[bin])
            if before >= 0.9 * total { return Float(bin) / scale }
        }
        return Float(bins) / scale
    }
}
