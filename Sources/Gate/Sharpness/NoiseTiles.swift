/// Noise from the quiet parts of a picture: Immerkaer's residual (1996) averaged over tiles of 16x16, lowest quartile.
struct NoiseTiles {
    private let across: Int
    private let down: Int
    private let pixels: Int
    private var sums: [Int32]
    private var total = 0

    init(width: Int, height: Int) {
        across = width / 16
        down = height / 16
        pixels = width * height
        sums = [Int32](repeating: 0, count: across * down)
    }

    /// INVARIANT: a residual is at most 4,080, a tile's sum below 1.1 million.
    mutating func add(_ row: Span<Int16>, y: Int) {
        guard across > 0 && down > 0 else {
            for i in 0..<row.count { total += Int(row[i]) }
            return
        }
        guard y / 16 < down else { return }
        let first = y / 16 * across
        for tile in 0..<across {
            var sum: Int32 = 0
            let start = tile &* 16
            for i in 0..<16 { sum &+= Int32(row[start &+ i]) }
            sums[first + tile] &+= sum
        }
    }

    /// Gray 0...1. A picture without a whole tile is averaged as one.
    var sigma: Double {
        if sums.isEmpty { return Double(total) / Double(pixels) / 255 * 0.2089 }
        let means = sums.map { Float($0) / (256 * 255) }
        return Percentile.value(25, of: means.span) * 1.2533141373155001 / 6
    }
}
