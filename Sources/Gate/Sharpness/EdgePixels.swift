/// The pixels edges are measured at: local maxima of the gradient with enough contrast around them.
struct EdgePixels: Sendable {
    /// `y * width + x`, rising.
    private(set) var places: [Int32] = []
    /// Gradient over local range at each of them.
    private(set) var ratios: [Float] = []
    /// The local range, in levels.
    private(set) var ranges: [UInt8] = []

    /// Adds those of one row, which begins at `start` in `gradient`.
    mutating func append(_ ranges: [UInt8], least: Int, _ gradient: [Int32], _ start: Int, _ peaks: [Int32]) {
        let range = ranges.span
        let peak = peaks.span
        let row = gradient.span.extracting(start..<start + range.count)
        precondition(peak.count == range.count, "rows of different lengths")
        for x in 0..<range.count where row[x] >= peak[x] && Int(range[x]) >= least {
            // The factor 8 of the integer kernels is divided out here, once.
            ratios.append(Float(row[x]).squareRoot() / (8 * Float(range[x])))
            places.append(Int32(start &+ x))
            self.ranges.append(range[x])
        }
    }

    /// Those with a range of at least `least` levels.
    func strong(_ least: Int) -> EdgePixels {
        var result = EdgePixels()
        let (all, count) = (ranges, ratios.count)
        result.places.reserveCapacity(count)
        result.ratios.reserveCapacity(count)
        for i in 0..<count where Int(all[i]) >= least {
            result.places.append(places[i])
            result.ratios.append(ratios[i])
            result.ranges.append(all[i])
        }
        return result
    }
}
