/// A pixel of the halved picture where its blurred gradient is a local maximum.
struct CoarseEdge: Sendable {
    let row: Int32
    let column: Int32
    /// Squared gradient of the halved and blurred picture, in levels a pixel of the whole.
    let coarse: Double
    /// The same of the whole picture and of it halved, less what noise adds on average.
    let fine: Double
    let middle: Double
    /// `middle` with its noise, in whole numbers.
    let slope: Int32
}

/// Edges that are found where noise is averaged out: two pixels wide and wider.
struct CoarseEdges: Sendable {
    /// Of the noise's variance, in the mean square of a gradient whose kernels add up to 8: squared weights are 12 of 64, twice.
    static let noiseShare = 0.375
    /// Of a tile, in pixels of the halved picture.
    private static let side = 8

    /// By rows, in a row by columns.
    let all: [CoarseEdge]
    /// Whole tiles.
    let across: Int
    let down: Int
    /// Of the whole picture, in levels.
    let noise: Double

    /// `gradient`: squared, 64 to a level a pixel, of the whole picture of `width`. Nil below a tile.
    init?(_ gradient: [Int32], width: Int, _ half: SignedPlane, noise: Double) {
        (across, down) = (half.width / Self.side, half.height / Self.side)
        self.noise = noise
        guard across > 0, down > 0 else { return nil }
        var residual = NoiseTiles(width: half.width, height: half.height, side: Self.side)
        var row = [Int16](repeating: 0, count: half.width)
        for y in 0..<half.height {
            var out = row.mutableSpan
            half.residuals(y, into: &out)
            residual.add(out.span, y: y)
        }
        let halfNoise = 255 * residual.sigma
        let (steep, wide) = (Self.gradients(half), Self.gradients(half.blurredFourfold()))
        let limit = max(2, 1.5 * halfNoise)
        // Kernels add up to 8 and the blurred levels are fourfold.
        let least = 1024 * limit * limit
        let (added, addedToHalf) = (Self.noiseShare * noise * noise, Self.noiseShare * halfNoise * halfNoise / 4)
        var peaks = LocalMaximum(width: half.width, height: half.height)
        var found: [CoarseEdge] = []
        for y in 0..<half.height {
            peaks.move(to: y, in: wide)
            for x in 0..<half.width {
                let place = y * half.width + x
                guard wide[place] >= peaks.values[x], Double(wide[place]) > least else { continue }
                let corner = 2 * y * width + 2 * x
                let four =
                    Double(gradient[corner]) + Double(gradient[corner + 1]) + Double(gradient[corner + width])
                    + Double(gradient[corner + width + 1])
                found.append(
                    CoarseEdge(
                        row: Int32(y),
                        column: Int32(x),
                        coarse: Double(wide[place]) / 4096,
                        fine: four / 256 - added,
                        middle: Double(steep[place]) / 256 - addedToHalf,
                        slope: steep[place]
                    )
                )
            }
        }
        all = found
    }

    /// The whole tile an edge is in.
    func tile(of edge: CoarseEdge) -> Int? {
        let (row, column) = (Int(edge.row) / Self.side, Int(edge.column) / Self.side)
        return row < down && column < across ? row * across + column : nil
    }

    private static func gradients(_ plane: SignedPlane) -> [Int32] {
        var squares = [Int32](repeating: 0, count: plane.width * plane.height)
        var out = squares.mutableSpan
        for y in 0..<plane.height { plane.gradients(y, into: &out, at: y * plane.width) }
        return squares
    }
}
