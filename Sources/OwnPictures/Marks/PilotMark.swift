package import Gate

/// Puts a mark into a picture: a sum of secret waves, weak where a picture is smooth, stronger where it hides them.
package enum PilotMark {
    /// Levels of the mark (standard deviation) on flat pixels, gained a level of local activity, and at most.
    private static let base: Float = 0.45
    private static let gain: Float = 0.15
    private static let most: Float = 7

    /// The marked picture, of the same size.
    ///
    /// Complexity: pixels times 144 multiplications.
    package static func marked(_ image: RGBImage, key: PilotKey) -> RGBImage {
        let (width, height) = (image.width, image.height)
        let strengths = strength(of: image)
        let waves = Waves(key, width: width, height: height)
        var pixels = image.pixels
        var wave = [Float](repeating: 0, count: width)
        // A level's fraction is rounded up with its own probability: a weak mark would vanish in rounding.
        var dither = NoiseSource(seed: 3)
        for y in 0..<height {
            waves.row(y, into: &wave)
            for x in 0..<width {
                let change = strengths.values[y * width + x] * wave[x]
                let i = (y * width + x) * 3
                for c in i..<i + 3 {
                    let level = Float(pixels[c]) + change + Float(dither.uniform())
                    pixels[c] = UInt8(min(max(level.rounded(), 0), 255))
                }
            }
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }

    /// Amplitude by pixel, from the local activity in all directions together. A lone edge on a flat ground is activity too, so
    /// the mark is a little stronger along it.
    private static func strength(of image: RGBImage) -> FloatPlane {
        let gray = FloatPlane(GrayPlane(image))
        let side = max(3, 6 * min(image.width, image.height) / 512) | 1
        let mean = gray.means(side: side)
        let squares = FloatPlane(width: gray.width, height: gray.height, values: gray.values.map { $0 * $0 })
            .means(side: side)
        let values = zip(squares.values, mean.values).map { square, mean in
            min(max(base + gain * max(square - mean * mean, 0).squareRoot(), base), most)
        }
        return FloatPlane(width: gray.width, height: gray.height, values: values)
    }

    /// Rows of the sum of waves, of standard deviation 1.
    private struct Waves {
        private let count: Int
        private let width: Int
        /// Cosines, then sines, of every pilot's phase across and down.
        private var across: [Float]
        private var down: [Float]

        init(_ key: PilotKey, width: Int, height: Int) {
            count = key.pilots.count
            self.width = width
            let side = Double(min(width, height))
            let scale = Float((2 / Double(count)).squareRoot())
            across = []
            down = []
            for (pilot, phase) in zip(key.pilots, key.phases) {
                let steps = (0..<width).map { Self.root(pilot.x * Double($0) / side + phase) }
                across += steps.map { Float($0.cos) * scale }
                across += steps.map { Float($0.sin) * scale }
            }
            for y in 0..<height {
                let steps = key.pilots.map { Self.root($0.y * Double(y) / side) }
                down += steps.map { Float($0.cos) } + steps.map { Float($0.sin) }
            }
        }

        /// cos and sin of so many turns.
        private static func root(_ turns: Double) -> (cos: Double, sin: Double) {
            let steps = 1 << 30
            let part = turns - turns.rounded(.down)
            return Elementary.unitRoot(min(Int(part * Double(steps)), steps - 1), of: steps)
        }

        func row(_ y: Int, into out: inout [Float]) {
            let source = across.span
            let factors = down.span.extracting(y * 2 * count..<(y + 1) * 2 * count)
            var target = out.mutableSpan
            for x in 0..<width { target[x] = 0 }
            for k in 0..<count {
                let (cos, sin) = (factors[k], factors[count + k])
                let a = source.extracting(2 * k * width..<(2 * k + 1) * width)
                let b = source.extracting((2 * k + 1) * width..<(2 * k + 2) * width)
                for x in 0..<width { target[x] += a[x] * cos - b[x] * sin }
            }
        }
    }
}
