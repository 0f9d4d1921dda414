/// Features of colours as a palette: how many, how even, what the border looks like.
struct ColorFeatures: Sendable {
    static let names = [
        "colors", "top1", "top8", "top32", "colorEntropy", "white", "black", "sameRight", "chromaDetail",
        "borderSpread", "borderWhite",
    ]
    let values: [Double]

    init(_ image: RGBImage, _ histogram: ColorHistogram) {
        let total = Double(image.width * image.height)
        let counts = histogram.occupiedCounts
        let top = Self.largest(32, of: counts)
        func share(_ count: Int) -> Double { Double(top.prefix(count).reduce(0, +)) / total }
        let neighbours = Self.neighbours(image)
        let rim = Rim(image)
        values = [
            Elementary.ln(Double(counts.count)), share(1), share(8), share(32),
            Entropy.bits(counts.map(Double.init)), Double(histogram.whitest) / total,
            Double(histogram.blackest) / total,
            neighbours.same, Elementary.ln(neighbours.chroma + 1e-4), rim.spread, rim.white,
        ]
    }

    private static func largest(_ most: Int, of counts: [Int]) -> [Int] {
        var top: [Int] = []
        for count in counts where top.count < most || count > top[top.count - 1] {
            if top.count == most { top.removeLast() }
            top.insert(count, at: top.firstIndex { $0 < count } ?? top.count)
        }
        return top
    }

    /// Share of pixels equal to the one on their right, and the mean step of red - green and green - blue, 0...4.
    private static func neighbours(_ image: RGBImage) -> (same: Double, chroma: Double) {
        let rgb = image.pixels.span
        var (same, steps) = (0, 0)
        for y in 0..<image.height {
            let start = y * image.width * 3
            let row = rgb.extracting(start..<start + image.width * 3)
            let found = neighbours(row)
            same += found.same
            steps += found.steps
        }
        let pairs = Double(max(image.height * (image.width - 1), 1))
        return (Double(same) / pairs, Double(steps) / pairs / 255)
    }

    private static func neighbours(_ row: Span<UInt8>) -> (same: Int, steps: Int) {
        guard row.count > 3 else { return (0, 0) }
        var (same, steps): (Int32, Int32) = (0, 0)
        var (red, green, blue) = (Int32(row[0]), Int32(row[1]), Int32(row[2]))
        for i in stride(from: 3, to: row.count &- 2, by: 3) {
            let (r, g, b) = (Int32(row[i]), Int32(row[i &+ 1]), Int32(row[i &+ 2]))
            let (dr, dg, db) = (r &- red, g &- green, b &- blue)
            same &+= dr | dg | db == 0 ? 1 : 0
            steps &+= abs(dr &- dg) &+ abs(dg &- db)
            (red, green, blue) = (r, g, b)
        }
        return (Int(same), Int(steps))
    }

    /// The outermost three pixels on all sides; corners count for both.
    private struct Rim {
        /// Mean over the channels of the standard deviation, 0...1.
        let spread: Double
        /// Share with all channels above 247.
        let white: Double

        init(_ image: RGBImage) {
            var (sums, squares) = ([0, 0, 0], [0, 0, 0])
            var (white, count) = (0, 0)
            func add(_ x: Int, _ y: Int) {
                let i = (y * image.width + x) * 3
                for c in 0..<3 {
                    let level = Int(image.pixels[i + c])
                    sums[c] += level
                    squares[c] += level * level
                }
                white += image.pixels[i..<i + 3].allSatisfy { $0 > 247 } ? 1 : 0
                count += 1
            }
            let (rows, columns) = (min(3, image.height), min(3, image.width))
            for d in 0..<rows {
                for x in 0..<image.width {
                    add(x, d)
                    add(x, image.height - 1 - d)
                }
            }
            for d in 0..<columns {
                for y in 0..<image.height {
                    add(d, y)
                    add(image.width - 1 - d, y)
                }
            }
            var deviations = 0.0
            for c in 0..<3 {
                deviations += Moments(sum: sums[c], squares: squares[c], count: count).deviation
            }
            spread = deviations / 3 / 255
            self.white = Double(white) / Double(count)
        }
    }
}
