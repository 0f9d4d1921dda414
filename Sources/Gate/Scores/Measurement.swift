/// Everything the gate measured on one picture, in score space `torii/1`.
package struct Measurement: Sendable, Hashable {
    /// The scorer and its version: thresholds never cross to another.
    package static let scoreSpace = "torii/1"

    /// 0...1; 0.18 is the calibrated point, see `SharpnessScore`.
    package let sharpness: Double
    /// Share of pixels that differ from the mean colour by more than 3 delta-E, 0...1.
    package let attentionArea: Double
    /// Share of pixels whose minimum barrier distance to the border exceeds 4 delta-E, 0...1.
    package let objectnessArea: Double
    /// The largest robust spread (99.5th - 0.5th percentile) of L, a or b, in delta-E.
    package let range: Double
    /// Share of the picture that carries fine structure, 0...1.
    package let texture: Double
    /// Raw measures behind the scores.
    package let raw: RawMeasures
    package let coarse: Coarse
    /// Up to three, the most common first, each at least 5 % of the picture: red, green, blue.
    package let dominantColors: [DominantColor]
    /// Whether it carries the mark that was looked for; nil when none was.
    package let isMarked: Bool?

    package init(
        sharpness: Double,
        attentionArea: Double,
        objectnessArea: Double,
        range: Double,
        texture: Double,
        raw: RawMeasures,
        coarse: Coarse,
        dominantColors: [DominantColor],
        isMarked: Bool? = nil
    ) {
        self.sharpness = sharpness
        self.attentionArea = attentionArea
        self.objectnessArea = objectnessArea
        self.range = range
        self.texture = texture
        self.raw = raw
        self.coarse = coarse
        self.dominantColors = dominantColors
        self.isMarked = isMarked
    }
}

/// The measures before they are joined into scores.
package struct RawMeasures: Sendable, Hashable {
    /// Share of spectral energy in 0.2...0.5 cycles a pixel.
    package let fft: Double
    /// 97th percentile of edge slope over local range; 0 with fewer than 30 edge pixels.
    package let esr97: Double
    /// Edge pixels `esr97` was taken from.
    package let edgePixels: Int
    /// Noise, in gray levels of 0...1.
    package let noise: Double
    /// Variance of the 4-neighbour Laplacian of gray 0...1: what many apps call sharpness; kept for comparison only.
    package let laplacianVariance: Double

    package init(fft: Double, esr97: Double, edgePixels: Int, noise: Double, laplacianVariance: Double) {
        self.fft = fft
        self.esr97 = esr97
        self.edgePixels = edgePixels
        self.noise = noise
        self.laplacianVariance = laplacianVariance
    }
}

/// What kind of picture it looks like.
package struct Coarse: Sendable, Hashable {
    package enum Category: String, Sendable, CaseIterable { case photoLike, illustrationLike, abstract, unknown }

    /// `unknown` when no confidence reaches 0.6.
    package let category: Category
    /// Of the most likely category, 0...1.
    package let confidence: Double

    package init(category: Category, confidence: Double) {
        self.category = category
        self.confidence = confidence
    }
}

/// A colour that fills much of a picture.
package struct DominantColor: Sendable, Hashable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8
    /// Of the picture, 0...1.
    package let share: Double

    package init(red: UInt8, green: UInt8, blue: UInt8, share: Double) {
        self.red = red
        self.green = green
        self.blue = blue
        self.share = share
    }
}
