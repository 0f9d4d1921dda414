/// How much gradient energy is left from one scale to the next, in the direction that keeps most and the one that keeps
/// least. Averaging two by two pixels costs a sharp picture gradients and a blurred one nothing.
///
/// The energies of a scale form a 2x2 tensor (sums of gx^2, gy^2, gx gy); the extremes of its ratio to the next scale's
/// over all directions are generalised eigenvalues. What noise adds is taken off first.
struct GradientTensors: Sendable {
    /// Least and greatest ratio of full to halved, and of halved to quartered pixels; 0 for a flat picture.
    let fine: (least: Double, most: Double)
    let middle: (least: Double, most: Double)
    /// 50th and 90th percentile over tiles with structure of the ratio of full to halved pixels, all directions together.
    let tiles: (median: Double, high: Double)
    /// 97th and 99th percentile over tiles, fainter ones too.
    let best: (high: Double, top: Double)
    /// The same ratio over blocks of 64 pixels: the greatest, the greatest in other rows, and their mean.
    let blocks: (first: Double, beyond: Double, mean: Double)
    /// The same against coarser scales, in levels.
    let octaves: OctaveContent
    /// The picture halved.
    let half: SignedPlane

    /// `steepest`: the greatest squared gradient.
    init(_ gray: GrayPlane, _ padded: SignedPlane, noise: Double, steepest: Int32) {
        let full = TensorTiles(padded, side: 16)
        let halfPlane = padded.halved()
        let half = TensorTiles(halfPlane, side: 8)
        self.half = halfPlane
        let quarterPlane = halfPlane.halved()
        let quarter = TensorTiles(quarterPlane, side: 4)
        octaves = OctaveContent(
            [padded, halfPlane, quarterPlane],
            [full, half, quarter],
            noise: noise,
            steepest: steepest
        )
        // A kernel's squared weights add up to 12 of 64; halving averages four draws.
        let variance = noise * noise * 255 * 255 * 12
        let tensors = [
            full.total.without(variance), half.total.without(variance / 4), quarter.total.without(variance / 16),
        ]
        fine = tensors[0].ratios(to: tensors[1])
        middle = tensors[1].ratios(to: tensors[2])
        tiles = Self.tileRatios(full, half, variance: variance)
        let energies = zip(full.means, half.means).map { a, b in
            (fine: Float(max(a.trace - 2 * variance, 0)), coarse: Float(max(b.trace - 2 * variance / 4, 0)))
        }
        best = Self.bestTiles(energies, variance: variance)
        blocks = Self.blockRatios(energies, across: gray.width / 16, variance: variance)
    }

    private static func tileRatios(_ full: TensorTiles, _ half: TensorTiles, variance: Double) -> (Double, Double) {
        var ratios: [Float] = []
        // Root mean square slope of the halved pixels of at least 5 levels, and four times what noise makes.
        let least = max(2 * 25 * 64.0, 4 * 2 * variance / 4)
        for (a, b) in zip(full.means, half.means) where b.trace > least {
            ratios.append(Float(max(a.trace - 2 * variance, 0) / (b.trace - 2 * variance / 4)))
        }
        guard ratios.count >= 2 else { return (0, 0) }
        let ends = Percentile.values([50, 90], of: ratios.span)
        return (ends[0], ends[1])
    }

    private static func bestTiles(
        _ energies: [(fine: Float, coarse: Float)],
        variance: Double
    ) -> (high: Double, top: Double) {
        let least = Float(max(400, 2 * variance))
        let ratios = energies.filter { $0.coarse > least }.map { $0.fine / max($0.coarse, 1) }
        guard ratios.count > 3 else { return (0, 0) }
        let ends = Percentile.values([97, 99], of: ratios.span)
        return (ends[0], ends[1])
    }

    private static func blockRatios(
        _ energies: [(fine: Float, coarse: Float)],
        across: Int,
        variance: Double
    ) -> (first: Double, beyond: Double, mean: Double) {
        let fine = Blocks.sums(energies.map(\.fine), across: across)
        let coarse = Blocks.sums(energies.map(\.coarse), across: across)
        let least = Float(16 * max(200, variance))
        let ratios = zip(fine.values, coarse.values).map { $1 > least ? $0 / max($1, 1) : 0 }
        let known = ratios.filter { $0 > 0 }
        let mean = known.isEmpty ? 0 : Double(known.reduce(0, +)) / Double(known.count)
        let best = Blocks.best(ratios, across: fine.across)
        return (best.first, best.beyond, mean)
    }
}

/// Mean products of gradients, in squared levels times 64.
struct Tensor: Sendable {
    var xx = 0.0
    var yy = 0.0
    var xy = 0.0

    var trace: Double { xx + yy }

    func without(_ variance: Double) -> Tensor {
        Tensor(xx: max(xx - variance, 0), yy: max(yy - variance, 0), xy: xy)
    }

    /// Extremes over all directions of this energy over `other`'s: the roots of det(self - r other) = 0.
    func ratios(to other: Tensor) -> (least: Double, most: Double) {
        // A little isotropic energy keeps directions without any from deciding: a level a pixel in a hundred.
        let floor = 0.64 + 0.01 * other.trace
        let (a, b) = (other.xx + floor, other.yy + floor)
        let determinant = a * b - other.xy * other.xy
        guard determinant > 0 else { return (0, 0) }
        let mean = (xx * b + yy * a - 2 * xy * other.xy) / (2 * determinant)
        let product = (xx * yy - xy * xy) / determinant
        let spread = max(mean * mean - product, 0).squareRoot()
        return (max(mean - spread, 0), max(mean + spread, 0))
    }
}
