/// Where a picture is sharp: edges by tiles of 16 pixels. A sharp subject before a blurred background fills a patch of
/// tiles, a caption over a blurred picture a row or two.
package struct EdgeTiles: Sendable {
    static let side = 16
    /// Edge pixels a tile needs to be judged.
    private static let enough: Int32 = 3
    /// Gradient over local range from which an edge counts as sharp, and as half sharp.
    private static let sharp: Float = 0.38
    private static let halfSharp: Float = 0.30
    /// Rows of tiles that a line of text may cover.
    private static let textRows = 3

    /// Shares of the picture's tiles, 0...1: with enough edges, and of those with a quarter of them sharp or half sharp.
    let structured: Double
    let sharpShare: Double
    let halfSharpShare: Double
    /// The same without the three neighbouring rows of tiles that hold most of them, of which text would be one.
    let sharpBeyondText: Double
    let halfSharpBeyondText: Double
    /// 97th percentile of the slopes outside the three rows of tiles with most sharp ones; 0 with fewer than 30 edges.
    let percentileBeyondText: Double

    /// What a tile says.
    package enum State: Sendable, Hashable { case unknown, soft, sharp }

    /// Of every tile, rows of `across`.
    let states: [State]
    let across: Int

    init(_ edges: EdgePixels, width: Int, height: Int) {
        let across = (width + Self.side - 1) / Self.side
        let down = (height + Self.side - 1) / Self.side
        var counts = [SIMD4<Int32>](repeating: .zero, count: across * down)
        var out = counts.mutableSpan
        for edge in edges.all {
            let (y, x) = (Int(edge.row), Int(edge.column))
            let ratio = edge.ratio
            let one = SIMD4<Int32>(1, ratio >= Self.sharp ? 1 : 0, ratio >= Self.halfSharp ? 1 : 0, 0)
            out[y / Self.side &* across &+ x / Self.side] &+= one
        }
        self.across = across
        states = counts.map { $0.x < Self.enough ? .unknown : 4 * $0.y >= $0.x ? .sharp : .soft }
        var rows = [(structured: Int, sharp: Int, half: Int)](repeating: (0, 0, 0), count: down)
        for (index, tile) in counts.enumerated() where tile.x >= Self.enough {
            rows[index / across].structured += 1
            if 4 * tile.y >= tile.x { rows[index / across].sharp += 1 }
            if 4 * tile.z >= tile.x { rows[index / across].half += 1 }
        }
        let total = Double(across * down)
        let sharp = rows.map(\.sharp).reduce(0, +)
        let half = rows.map(\.half).reduce(0, +)
        structured = Double(rows.map(\.structured).reduce(0, +)) / total
        sharpShare = Double(sharp) / total
        halfSharpShare = Double(half) / total
        let band = Self.band(rows.map(\.sharp))
        sharpBeyondText = Double(sharp - rows[band].map(\.sharp).reduce(0, +)) / total
        halfSharpBeyondText = Double(half - rows[band].map(\.half).reduce(0, +)) / total

        let hidden = band.lowerBound * Self.side..<band.upperBound * Self.side
        var rest: [Float] = []
        rest.reserveCapacity(edges.all.count)
        for edge in edges.all where !hidden.contains(Int(edge.row)) { rest.append(edge.ratio) }
        percentileBeyondText = rest.count < EdgeSlope.enough ? 0 : Percentile.value(97, of: rest.span)
    }

    /// The neighbouring rows that hold the most.
    private static func band(_ rows: [Int]) -> Range<Int> {
        let length = min(textRows, rows.count)
        var (best, most) = (0, -1)
        for start in 0...rows.count - length {
            let sum = rows[start..<start + length].reduce(0, +)
            if sum > most { (best, most) = (start, sum) }
        }
        return best..<best + length
    }
}
