/// Features of gradients: how much of a picture is flat, how hard its edges are, which way they run.
struct EdgeFeatures: Sendable {
    static let names = [
        "flat1", "flat2", "edgeLow", "edgeHigh", "gradientKurtosis", "gradientMean", "noise", "laplacianKurtosis",
        "tileVariation", "tileFlat", "tileLow", "tileHigh", "detailBelow", "orientationEntropy", "orientationPeak",
    ]
    let values: [Double]

    init(_ gray: GrayPlane) {
        let structure = Structure(gray, withFourth: true)
        let count = Double(gray.values.count)
        let shares = Self.shares(structure.gradient)
        var magnitudes = [Float](repeating: 0, count: gray.values.count)
        Self.magnitudes(structure.gradient, into: &magnitudes)
        let moments = Moments(magnitudes.span)
        let second = shares.squares / count
        let tiles = Tiles(magnitudes, width: gray.width, height: gray.height)
        let orientations = Orientations(gray, structure)
        let laplacian = structure.laplacianMoments
        values = [
            Double(shares.flat1) / count, Double(shares.flat2) / count, Double(shares.edgeLow) / count,
            Double(shares.edgeHigh) / count,
            Elementary.ln(1 + shares.fourths / count / (second * second + 1e-9)), moments.mean,
            Elementary.ln(structure.noise + 1e-4),
            Elementary.ln(1 + laplacian.fourth / (laplacian.second * laplacian.second + 1e-9)),
            tiles.variation, tiles.flat, tiles.low, tiles.high, tiles.detailBelow,
            orientations.entropy, orientations.peak,
        ]
    }

    /// Shares of pixels by slope, in gray levels a pixel: below 0.5 and 1.5, above 6 and 25. A level is 8 in the integer
    /// kernels, 64 in their squares.
    private struct Shares {
        var flat1 = 0
        var flat2 = 0
        var edgeLow = 0
        var edgeHigh = 0
        /// Sums of second and fourth powers of the slope, gray 0...1 a pixel.
        var squares = 0.0
        var fourths = 0.0
    }

    private static func shares(_ gradient: [Int32]) -> Shares {
        var shares = Shares()
        var squares = 0
        var fourths = 0
        let values = gradient.span
        for i in 0..<values.count {
            let value = values[i]
            shares.flat1 &+= value < 16 ? 1 : 0
            shares.flat2 &+= value < 144 ? 1 : 0
            shares.edgeLow &+= value > 2304 ? 1 : 0
            shares.edgeHigh &+= value > 40000 ? 1 : 0
            squares &+= Int(value)
            // INVARIANT: a square is at most 2.1 million, so 2 million pixels' fourth powers fit 63 bits.
            fourths &+= Int(value) &* Int(value)
        }
        let unit = 64.0 * 255 * 255
        shares.squares = Double(squares) / unit
        shares.fourths = Double(fourths) / (unit * unit)
        return shares
    }

    private static func magnitudes(_ gradient: [Int32], into magnitudes: inout [Float]) {
        let source = gradient.span
        var target = magnitudes.mutableSpan
        precondition(source.count == target.count, "planes of different sizes")
        // Never negative, which the compiler cannot know: roots of such numbers run on vectors.
        for i in 0..<source.count { target[i] = Float(max(source[i], 0)).squareRoot() * (1 / (8 * 255)) }
    }
}
