import Gate
import Testing

/// Compares a picture's measures with a row that Tests/Tools/gate/reference.py wrote.
enum Agreement {
    /// How far a measure may be off. Areas and `range` come from tables and 32-bit sums, and a pixel that sits on a
    /// threshold may fall either way; the edge measures are whole numbers until the last division. Features see pixels that
    /// were scaled down, where the two sum in another order and a tie may round the other way.
    static let tolerances: [(name: String, absolute: Double, relative: Double)] = [
        ("fft", 1e-7, 2e-4), ("esr97", 1e-6, 0), ("edgePixels", 0, 0), ("noise", 1e-7, 1e-5),
        ("laplacianVariance", 1e-9, 1e-6), ("attentionArea", 0.001, 0), ("objectnessArea", 0.001, 0),
        ("range", 0.01, 0), ("texture", 0.002, 0),
    ]

    static func check(_ image: RGBImage, against row: [String: String]) throws {
        let measured = Scorer.measurement(of: image)
        let values = [
            "fft": measured.raw.fft, "esr97": measured.raw.esr97, "edgePixels": Double(measured.raw.edgePixels),
            "noise": measured.raw.noise, "laplacianVariance": measured.raw.laplacianVariance,
            "attentionArea": measured.attentionArea, "objectnessArea": measured.objectnessArea,
            "range": measured.range, "texture": measured.texture,
        ]
        let picture = row["picture"] ?? "?"
        for (name, absolute, relative) in tolerances {
            let expected = try #require(row[name].flatMap(Double.init), "\(picture) has no \(name)")
            let value = try #require(values[name])
            #expect(
                abs(value - expected) <= absolute + relative * abs(expected),
                "\(picture): \(name) is \(value), the reference says \(expected)"
            )
        }
        let sharpness = SharpnessMeasures(GrayPlane(image)).features
        for (name, value) in zip(SharpnessFeatures.names, sharpness.values) {
            let expected = try #require(row["s.\(name)"].flatMap(Double.init), "\(picture) has no sharpness \(name)")
            #expect(
                abs(value - expected) <= tolerance(of: name) + 1e-3 * abs(expected),
                "\(picture): sharpness \(name) is \(value), the reference says \(expected)"
            )
        }
        let features = CoarseFeatures(image.fitted(to: CoarseFeatures.side))
        for (name, value) in zip(CoarseFeatures.names, features.values) {
            let expected = try #require(row["f.\(name)"].flatMap(Double.init), "\(picture) has no feature \(name)")
            #expect(
                abs(value - expected) <= 5e-4 + 2e-4 * abs(expected),
                "\(picture): feature \(name) is \(value), the reference says \(expected)"
            )
        }
    }

    /// Shares of tiles move by whole tiles and percentiles of histograms by bins when a ratio that sits on a border is
    /// rounded the other way.
    private static func tolerance(of feature: String) -> Double {
        switch feature {
        case "blockSlope", "blockSlopeBeyond": 0.0201
        case "structured", "sharpTiles", "halfSharpTiles", "sharpBeyondText", "halfSharpBeyondText": 0.004
        default: 2e-3
        }
    }
}
