import Economics

/// Tokens as the emulator reports them: pictures by the formulas of their family, text by its bytes.
enum TokenCount {
    /// A quarter of the bytes, rounded up.
    static func text(_ bytes: Int) -> Int { (bytes + 3) / 4 }

    /// Of one picture of that size.
    ///
    /// - Parameter resolution: The picture's own media resolution or the request's, by Google's name.
    static func image(width: Int, height: Int, resolution: String, model: EmulatedModel) -> Int {
        let level: ImageTokens.Resolution =
            switch resolution {
            case "MEDIA_RESOLUTION_LOW": .low
            case "MEDIA_RESOLUTION_MEDIUM": .medium
            case "MEDIA_RESOLUTION_HIGH": .high
            case "MEDIA_RESOLUTION_ULTRA_HIGH": .ultraHigh
            default: .unspecified
            }
        return ImageTokens(rule: model.generation == .two ? .tiles : .grid, resolution: level)
            .expected(width: width, height: height)
    }
}
