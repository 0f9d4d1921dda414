package import Documents
package import Gate

extension Measurement {
    /// The scores policies judge by.
    package var scoresJSON: JSON {
        [
            "sharpness": .double(sharpness),
            "attentionArea": .double(attentionArea),
            "objectnessArea": .double(objectnessArea),
            "range": .double(range),
            "texture": .double(texture),
        ]
    }

    /// The measures behind the scores.
    package var rawJSON: JSON {
        [
            "fft": .double(raw.fft),
            "esr97": .double(raw.esr97),
            "edgePixels": .integer(Int64(raw.edgePixels)),
            "noise": .double(raw.noise),
            "laplacianVariance": .double(raw.laplacianVariance),
        ]
    }
}

extension DominantColor {
    /// `#rrggbb`
    package var hex: String {
        let digits = Array("0123456789abcdef")
        return "#"
            + String([red, green, blue].flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
