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
        let histograms = Self.histograms(edges, width: width, across: across, down: down)
        let sums = histograms.map { Blocks.sums($0, across: across) }
        let columns = sums[0].across
        let percentiles = sums[0].values.indices.map { block in
            Self.percentile(sums.map { $0.values[block] })
        }
        steepest = Blocks.best(percentiles, across: columns)
    }

    /// Edge pixels by bin and tile.
    private static func histograms(_ edges: EdgePixels, width: Int, across: Int, down: Int) -> [[Float]] {
        var counts = [Float](repeating: 0, count: bins * across * down)
        let places = edges.places.span
        let ratios = edges.ratios.span
        var out = counts.mutableSpan
        for i in 0..<places.count {
            let (y, x) = Int(places[i]).quotientAndRemainder(dividingBy: width)
            let (row, column) = (y / side, x / side)
            guard row < down, column < across else { continue }
            let bin = min(Int(ratios[i] * scale), bins - 1)
            out[(bin &* down &+ row) &* across &+ column] += 1
        }
        let tiles = across * down
        return (0..<bins).map { Array(counts[$0 * tiles..<($0 + 1) * tiles]) }
    }

    /// The bin the 90th percentile falls in, as a slope; 0 with too few.
    private static func percentile(_ counts: [Float]) -> Float {
        let total = counts.reduce(0, +)
        guard total >= enough else { return 0 }
        var before: Float = 0
        for (bin, count) in counts.enumerated() {
            before += count
            if before >= 0.9 * total { return Float(bin) / scale }
        }
        return Float(bins) / scale
    }
}
