/// Noise from the quiet parts of a picture: Immerkaer's residual (1996) averaged over square tiles, lowest quartile.
struct NoiseTiles {
    private let side: Int
    private let across: Int
    private let down: Int
    private let pixels: Int
    private var sums: [Int32]
    private var total = 0

    /// `side`: of a tile, 16 at most.
    init(width: Int, height: Int, side: Int = 16) {
        self.side = side
        across = width / side
        down = height / side
        pixels = width * height
        sums = [Int32](repeating: 0, count: across * down)
    }

    /// INVARIANT: a residual is at most 4,080, a tile's sum below 1.1 million.
    mutating func add(_ row: Span<Int16>, y: Int) {
        guard across > 0 && down > 0 else {
            for i in 0..<row.count { total += Int(row[i]) }
            return
        }
        guard y / side < down else { return }
        let first = y / side * across
        for tile in 0..<across {
            var sum: Int32 = 0
            let start = tile &* side
            for i in 0..<side { sum &+= Int32(row[start &+ i]) }
            sums[first + tile] &+= sum
        }
    }

    /// Gray 0...1. A picture without a whole tile is averaged as one.
    var sigma: Double {
        if sums.isEmpty { return Double(total) / Double(pixels) / 255 * 0.2089 }
        let means = sums.map { Float($0) / Float(side * side * 255) }
        return Percentile.value(25, of: means.span) * 1.2533141373155001 / 6
    }
}
