/// What is left of the finest gradients beside those of each coarser scale. Blur beyond a few pixels leaves nothing in
/// the fine bands but rounding and compression, whose ratios say nothing: here gradients count in levels, less what noise
/// and files add, and only beside coarse structure that exists.
///
/// Scales are octaves: the picture, halved, quartered, and so on to a sixteenth.
struct OctaveContent: Sendable {
    /// Squared levels a pixel that rounding and strong JPEG leave where nothing is.
    private static let floor = 6.0
    private static let octaves = 5
    /// Squared levels a pixel of the finest scale (doubled with each coarser one) from which a tile has structure.
    private static let structure: Float = 4

    static let names = [
        "wideCurve", "halfwayCurve", "wideFall", "halfwayFall", "leftOfHalf", "leftOfQuarter", "leftOfEighth",
        "tileOfQuarter", "tileOfEighth", "wideSlope", "step", "structuredQuarters", "structuredEighths",
    ]
    /// In the order of `names`: logarithms of root mean squares (curvature over slope at a sixteenth and an eighth, slope
    /// at an eighth over a sixteenth and at a quarter over an eighth); greatest ratios of the finest slope to a coarser
    /// one, by blocks and by tiles; the coarsest slope; the steepest pixel over the steepest block of an eighth; shares of
    /// blocks with structure. All 0 below a tile of 16 pixels.
    let values: [Double]
    /// Whether plain measures leave room for deep blur: contrast (four levels a pixel at a sixteenth of the size) that fine
    /// slopes would show in, and nowhere more of them than on a ramp, a quarter of what a quarter of the size has. A ramp
    /// all over has no curves either, least of all away from the rim.
    let leavesRoomForDeepBlur: Bool

    /// `planes`: the picture, halved and quartered; `tiles` of the same; `steepest`: the greatest squared gradient.
    init(_ planes: [SignedPlane], _ tiles: [TensorTiles], noise: Double, steepest: Int32) {
        let across = planes[0].width / 16
        guard across > 0, planes[0].height >= 16 else {
            values = [Double](repeating: 0, count: Self.names.count)
            leavesRoomForDeepBlur = false
            return
        }
        var (planes, tiles) = (planes, tiles)
        while planes.count < Self.octaves {
            planes.append(planes[planes.count - 1].halved())
            tiles.append(TensorTiles(planes[planes.count - 1], side: 16 >> (planes.count - 1)))
        }
        let energies = tiles.map { $0.means.map { Float($0.trace / 64) } }
        let slopes = tiles.map { $0.total.trace / 64 }
        let added = Float(24 * noise * noise * 255 * 255 / 64 + Self.floor)
        let fine = energies[0].map { max($0 - added, 0) }
        let blocks = (1...3).map { Blocks.sums(energies[$0], across: across).values }
        let left = Blocks.sums(fine, across: across).values
        func share(_ octave: Int) -> Double {
            let least = 16 * Self.least(octave)
            return Double(blocks[octave - 1].count { $0 > least }) / Double(blocks[octave - 1].count)
        }
        let kept = (1...3).map { Self.most(left, blocks[$0 - 1], 16 * Self.least($0)) }
        let wideSlope = Self.fall(slopes[4], 1)
        let wideCurve = Self.fall(Self.curvature(planes[4]), slopes[4])
        let tileOfQuarter = Self.most(fine, energies[2], Self.least(2))
        leavesRoomForDeepBlur =
            wideSlope > 1.4 && wideCurve > -0.5 && kept[1] < 0.28 && tileOfQuarter < 0.40
            && Self.innerCurve(planes[4]) > -0.65
        values =
            [
                wideCurve, Self.fall(Self.curvature(planes[3]), slopes[3]),
                Self.fall(slopes[3], slopes[4]), Self.fall(slopes[2], slopes[3]),
            ]
            + kept + [tileOfQuarter, Self.most(fine, energies[3], Self.least(3))]
            + [wideSlope, Self.fall(Double(steepest) / 64, Double(blocks[2].max() ?? 0) / 16), share(2), share(3)]
    }

    private static func least(_ octave: Int) -> Float { structure * Float(1 << octave) }

    /// Half the logarithm of a ratio of squares.
    private static func fall(_ fine: Double, _ coarse: Double) -> Double {
        0.5 * Elementary.ln((fine + 0.01) / (coarse + 0.01))
    }

    /// The greatest ratio of root mean squares where the coarse one exceeds `least`; 0 where none does.
    private static func most(_ fine: [Float], _ coarse: [Float], _ least: Float) -> Double {
        var top: Float = 0
        for (a, b) in zip(fine, coarse) where b > least { top = max(top, a / b) }
        return Double(top.squareRoot())
    }

    /// `wideCurve` without the rim, where mirroring bends every ramp: below -0.75 for ramps, cones and saddles saved as JPEG
    /// of any quality, above -0.65 for photographs that a Gaussian of 3 % of the longer side has blurred. The fit does not
    /// know of it; it only takes room away.
    private static func innerCurve(_ plane: SignedPlane) -> Double {
        let (width, height) = (plane.width, plane.height)
        guard width > 3, height > 3 else { return -.infinity }
        var curves = [Int16](repeating: 0, count: width)
        var (across, down) = (curves, curves)
        var (bent, steep) = (0, 0)
        for y in 1..<height - 1 {
            var out = curves.mutableSpan
            plane.laplacians(y, into: &out)
            var gx = across.mutableSpan
            var gy = down.mutableSpan
            plane.slopes(y, across: &gx, down: &gy)
            for x in 1..<width - 1 {
                bent += Int(curves[x]) * Int(curves[x])
                steep += Int(across[x]) * Int(across[x]) + Int(down[x]) * Int(down[x])
            }
        }
        let count = Double((width - 2) * (height - 2))
        return fall(Double(bent) / count, Double(steep) / 64 / count)
    }

    /// Mean square of the Laplacian.
    private static func curvature(_ plane: SignedPlane) -> Double {
        var row = [Int16](repeating: 0, count: plane.width)
        var sum = 0
        for y in 0..<plane.height {
            var out = row.mutableSpan
            plane.laplacians(y, into: &out)
            for value in row { sum += Int(value) * Int(value) }
        }
        return Double(sum) / Double(plane.width * plane.height)
    }
}
