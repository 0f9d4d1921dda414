/// Mean slope by tile: where a picture is busy and where it rests.
struct Tiles: Sendable {
    /// Standard deviation over mean.
    let variation: Double
    /// Share of tiles whose mean slope is below 1.5 levels a pixel.
    let flat: Double
    /// Logarithms of the 10th and the 90th percentile.
    let low: Double
    let high: Double
    /// Logarithm of the lower half's mean slope over the upper half's, by tiles of 32.
    let detailBelow: Double

    /// `plane`: slopes in gray 0...1 a pixel. A picture smaller than a tile is one.
    init(_ plane: [Float], width: Int, height: Int) {
        let fine = Self.means(plane, width: width, height: height, side: 16).values
        let moments = Moments(fine.span)
        variation = moments.deviation / (moments.mean + 1e-3)
        flat = Double(fine.count { $0 < 1.5 / 255 }) / Double(fine.count)
        let ends = Percentile.values([10, 90], of: fine.span)
        low = Elementary.ln(ends[0] + 1e-4)
        high = Elementary.ln(ends[1] + 1e-4)
        let coarse = Self.means(plane, width: width, height: height, side: 32)
        let half = coarse.values.count / coarse.across / 2 * coarse.across
        let upper = Self.mean(coarse.values[..<max(half, coarse.across)])
        let lower = Self.mean(coarse.values[half...])
        detailBelow = Elementary.ln((lower + 1e-3) / (upper + 1e-3))
    }

    private static func means(
        _ plane: [Float],
        width: Int,
        height: Int,
        side: Int
    ) -> (values: [Float], across: Int) {
        let (across, down) = (width / side, height / side)
        guard across > 0 && down > 0 else { return ([Float(Moments(plane.span).mean)], 1) }
        var sums = [Float](repeating: 0, count: across * down)
        let source = plane.span
        for y in 0..<down * side {
            for tile in 0..<across {
                var sum: Float = 0
                let start = y &* width &+ tile &* side
                for x in 0..<side { sum += source[start &+ x] }
                sums[y / side * across + tile] += sum
            }
        }
        return (sums.map { $0 / Float(side * side) }, across)
    }

    private static func mean(_ values: ArraySlice<Float>) -> Double {
        var sum = 0.0
        for value in values { sum += Double(value) }
        return sum / Double(values.count)
    }
}
