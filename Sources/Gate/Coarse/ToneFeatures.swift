/// Features of brightness: its distribution, where it lies, and how its detail is spread over scales.
struct ToneFeatures: Sendable {
    static let names = [
        "lumaEntropy", "lumaSpread", "lumaSkew", "topBottom", "leftRight", "octave0", "octave1", "octave2",
        "medianResidual",
    ]
    let values: [Double]

    init(_ gray: GrayPlane) {
        let tone = Tone(gray)
        let octaves = Self.octaves(gray)
        values = [
            tone.entropy, tone.spread, tone.skew, tone.topBottom, tone.leftRight, octaves[0], octaves[1], octaves[2],
            Elementary.ln(MedianResidual.mean(of: gray) / 255 + 1e-4),
        ]
    }

    /// Ratios, as logarithms, of the energies in neighbouring octaves, finest first.
    private static func octaves(_ gray: GrayPlane) -> [Double] {
        var plane = gray.values.map { Float($0) * (1 / 255) }
        var energies: [Double] = []
        for spacing in [1, 2, 4] {
            let blur = BinomialBlur(width: gray.width, height: gray.height, kernel: .five(spacing: spacing))
            let smooth = blur.blurred(plane)
            subtract(smooth, from: &plane)
            energies.append(Elementary.ln(Moments(plane.span).variance + 1e-7))
            plane = smooth
        }
        energies.append(Elementary.ln(Moments(plane.span).variance + 1e-7))
        return zip(energies, energies.dropFirst()).map { $0 - $1 }
    }

    private static func subtract(_ other: [Float], from plane: inout [Float]) {
        let source = other.span
        var target = plane.mutableSpan
        precondition(source.count == target.count, "planes of different sizes")
        for i in 0..<source.count { target[i] -= source[i] }
    }
}

/// What a histogram of gray levels and the means of its thirds say.
private struct Tone {
    /// In bits, over 32 equal steps.
    let entropy: Double
    /// Standard deviation, gray 0...1.
    let spread: Double
    let skew: Double
    /// Upper third less lower third, gray 0...1.
    let topBottom: Double
    /// Left third against right third, gray 0...1, without sign.
    let leftRight: Double

    init(_ gray: GrayPlane) {
        var levels = [Int](repeating: 0, count: 256)
        for level in gray.values { levels[Int(level)] &+= 1 }
        let count = Double(gray.values.count)
        var sum = 0.0
        for level in 0..<256 { sum += Double(levels[level]) * Double(level) }
        let mean = sum / count
        var (second, third) = (0.0, 0.0)
        for level in 0..<256 {
            let difference = (Double(level) - mean) / 255
            second += Double(levels[level]) * difference * difference
            third += Double(levels[level]) * difference * difference * difference
        }
        spread = (second / count).squareRoot()
        skew = third / count / (spread * spread * spread + 1e-6)
        entropy = Entropy.bits((0..<32).map { step in Double(levels[step * 8..<step * 8 + 8].reduce(0, +)) })

        let (rows, columns) = (max(1, gray.height / 3), max(1, gray.width / 3))
        func part(_ xs: Range<Int>, _ ys: Range<Int>) -> Double {
            var sum = 0
            for y in ys {
                let start = y * gray.width
                let row = gray.values.span.extracting(start + xs.lowerBound..<start + xs.upperBound)
                for x in 0..<row.count { sum &+= Int(row[x]) }
            }
            return Double(sum) / Double(xs.count * ys.count) / 255
        }
        let (width, height) = (gray.width, gray.height)
        topBottom = part(0..<width, 0..<rows) - part(0..<width, height - rows..<height)
        leftRight = abs(part(0..<columns, 0..<height) - part(width - columns..<width, 0..<height))
    }
}
