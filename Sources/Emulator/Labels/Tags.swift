/// Tags for a picture: what can be seen first, then words that a draw picks.
enum Tags {
    static func words(_ facts: PictureFacts, _ draw: Draw, count: Int) -> [String] {
        var words: [String] = []
        func add(_ word: String) { if !words.contains(word) { words.append(word) } }

        add(colour(facts))
        add(facts.brightness < 0.3 ? "dark" : facts.brightness > 0.7 ? "bright" : "soft_light")
        switch facts.coarse {
        case .photoLike: add("photo")
        case .illustrationLike: add("illustration")
        case .abstract: add("abstract_shapes")
        case .unknown: add("artwork")
        }
        add(facts.texture > 0.4 ? "detailed" : facts.texture < 0.1 ? "smooth" : "balanced")
        add(facts.contrast > 0.5 ? "high_contrast" : facts.contrast < 0.15 ? "flat" : "gentle_contrast")
        add(facts.aspect > 1.2 ? "landscape_format" : facts.aspect < 0.8 ? "portrait_format" : "square_format")
        // The visible ones in an order of the picture's own, so that short lists differ too.
        words.sort { draw.bits("tag/\($0)") < draw.bits("tag/\($1)") }
        var index = 0
        while words.count < count {
            let word = others[draw.whole("tag-\(index)", in: 0...(others.count - 1))]
            if words.contains(word) { words.append("\(word)_\(words.count)") } else { words.append(word) }
            index += 1
        }
        return Array(words.prefix(count))
    }

    static func colour(_ facts: PictureFacts) -> String {
        let shares = [
            ("monochrome", facts.gray), ("warm_tones", facts.warm), ("green", facts.green), ("blue", facts.blue),
            ("pink", facts.pink),
        ]
        return shares.max { $0.1 < $1.1 }?.0 ?? "monochrome"
    }

    private static let others = [
        "wallpaper", "texture", "pattern", "horizon", "sky", "light", "shadow", "depth", "gradient", "water", "stone",
        "leaf", "glow", "mist", "evening", "morning", "quiet", "motion", "grain", "wide_view", "close_up", "background",
    ]
}
