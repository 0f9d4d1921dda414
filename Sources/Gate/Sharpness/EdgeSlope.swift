/// How steep the steepest edges are against the contrast around them: about 1 / edge width in pixels, blind to contrast
/// and exposure.
struct EdgeSlope: Sendable {
    /// Fewer edge pixels than this say nothing about sharpness.
    static let enough = 30

    /// 97th percentile of gradient / local range over edge pixels; 0 with fewer than 30 of them. A one-pixel step gives
    /// 0.5, a linear ramp 1/6.
    let percentile: Double
    /// Local maxima of the gradient (3x3) whose range over 7x7 is above max(0.06, 8 sigma of the noise).
    let edgePixels: Int
    /// The same edges by the way they run.
    let directions: EdgeDirections
    /// The same edges by place.
    let tiles: EdgeTiles
    /// Percentiles of the slopes with edges of half that contrast too: 97th and 99.5th; 0 with fewer than 30 edges.
    let faint: (high: Double, steepest: Double)
    /// Where edges, faint ones too, are steepest.
    let blocks: EdgeBlocks

    init(_ gray: GrayPlane, _ structure: Structure) {
        let (width, height) = (gray.width, gray.height)
        var all = EdgePixels(room: width * height / 8)
        var ranges = LocalRange(gray)
        var peaks = LocalMaximum(width: width, height: height)
        var marks = [UInt8](repeating: 0, count: width)
        let least = Self.leastRange(0.03, noise: structure.noise)
        for y in 0..<height {
            ranges.move(to: y)
            peaks.move(to: y, in: structure.gradient)
            all.append(ranges.values, least: least, structure.gradient, y: y, peaks.values, marks: &marks)
        }
        let edges = all.strong(Self.leastRange(0.06, noise: structure.noise))
        let ratios = edges.ratios
        edgePixels = ratios.count
        percentile = edgePixels < Self.enough ? 0 : Percentile.value(97, of: ratios.span)
        directions = EdgeDirections(edges, structure.padded)
        tiles = EdgeTiles(edges, width: width, height: height)
        let every = all.ratios
        let ends = every.count < Self.enough ? [0, 0] : Percentile.values([97, 99.5], of: every.span)
        faint = (ends[0], ends[1])
        blocks = EdgeBlocks(all, width: width, height: height)
    }

    /// The smallest range in whole levels above max(contrast, 8 sigma).
    private static func leastRange(_ contrast: Double, noise: Double) -> Int {
        let levels = max(contrast, 8 * noise) * 255
        return Int(levels.rounded(.down)) + 1
    }
}
