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

    init(_ gray: GrayPlane, _ structure: Structure) {
        let (width, height) = (gray.width, gray.height)
        let threshold = Self.leastRange(noise: structure.noise)
        var ratios: [Float] = []
        var ranges = LocalRange(gray)
        var peaks = LocalMaximum(width: width, height: height)
        for y in 0..<height {
            ranges.move(to: y)
            peaks.move(to: y, in: structure.gradient)
            Self.append(ranges.values, least: threshold, structure.gradient, y * width, peaks.values, to: &ratios)
        }
        edgePixels = ratios.count
        percentile = ratios.count < Self.enough ? 0 : Percentile.value(97, of: ratios.span)
    }

    private static func append(
        _ ranges: [UInt8],
        least: Int,
        _ gradient: [Int32],
        _ start: Int,
        _ peaks: [Int32],
        to ratios: inout [Float]
    ) {
        let range = ranges.span
        let peak = peaks.span
        let row = gradient.span.extracting(start..<start + range.count)
        precondition(peak.count == range.count, "rows of different lengths")
        for x in 0..<range.count where row[x] >= peak[x] && Int(range[x]) >= least {
            // The factor 8 of the integer kernels is divided out here, once.
            ratios.append(Float(row[x]).squareRoot() / (8 * Float(range[x])))
        }
    }

    /// The smallest range in whole levels above the threshold.
    private static func leastRange(noise: Double) -> Int {
        let levels = max(0.06, 8 * noise) * 255
        return Int(levels.rounded(.down)) + 1
    }
}
