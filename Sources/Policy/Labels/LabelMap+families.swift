extension LabelMap {
    /// Apple's 1,303 identifiers, the same in both revisions of the classifier.
    package static let appleVision = LabelMap(
        minConfidence: 0.30,
        kinds: table(
            pattern: ["polka_dots", "rangoli", "stained_glass", "origami", "circuit_board", "jigsaw", "decoration"],
            texture: [
                "textile", "material", "yarn", "brick", "wood_natural", "wood_processed", "raw_glass", "rocks", "sand",
                "moss", "foliage", "grass", "lava",
            ],
            abstract: [
                "illustrations", "art", "painting", "graffiti", "light", "liquid", "haze", "aurora", "fireworks",
                "night_sky", "celestial_body",
            ]
        ),
        vetoes: ["screenshot", "document", "printed_page", "chart", "diagram", "receipt", "map"]
    )

    /// The 447 labels of ML Kit's base model.
    package static let mlKit = LabelMap(
        minConfidence: 0.50,
        kinds: table(
            pattern: ["pattern", "tile", "doily", "quilting", "net", "chain"],
            texture: [
                "textile", "wool", "fur", "leather", "denim", "cotton", "crochet", "knitting", "needlework", "metal",
                "paper", "brick", "asphalt", "sand", "soil", "rock", "wall",
            ],
            abstract: [
                "monochrome", "watercolor_paint", "glitter", "neon", "nebula", "fog", "aurora", "star",
            ]
        ),
        vetoes: ["screenshot", "web_page", "menu", "receipt", "news"]
    )

    private static func table(
        pattern: [String],
        texture: [String],
        abstract: [String]
    ) -> [String: BypassLabel.Kind] {
        var kinds: [String: BypassLabel.Kind] = [:]
        for label in pattern { kinds[label] = .pattern }
        for label in texture { kinds[label] = .texture }
        for label in abstract { kinds[label] = .abstract }
        return kinds
    }
}
