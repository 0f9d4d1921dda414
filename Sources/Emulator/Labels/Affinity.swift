/// How well a word of somebody's schema fits a picture, about 0...1. Words that are not here fit by chance alone.
enum Affinity {
    static func score(_ word: String, _ facts: PictureFacts) -> Double? { rules[word.lowercased()]?(facts) }

    private typealias Rule = @Sendable (PictureFacts) -> Double

    private static let rules: [String: Rule] = categories.merging(moods) { $1 }.merging(screens) { $1 }

    private static func isPhoto(_ facts: PictureFacts) -> Double { facts.coarse == .photoLike ? 1 : 0 }
    private static func isDrawing(_ facts: PictureFacts) -> Double { facts.coarse == .illustrationLike ? 1 : 0 }
    private static func isAbstract(_ facts: PictureFacts) -> Double { facts.coarse == .abstract ? 1 : 0 }
    private static func darkness(_ facts: PictureFacts) -> Double { 1 - facts.brightness }

    private static let categories: [String: Rule] = [
        "nature": { 0.8 * $0.green + 0.4 * $0.blue + 0.2 * isPhoto($0) },
        "landscape": { 0.6 * $0.green + 0.4 * $0.blue + ($0.aspect > 1.2 ? 0.2 : 0) },
        "abstract": { 0.7 * isAbstract($0) + 0.1 * $0.saturation },
        "person": { 0.5 * $0.warm * isPhoto($0) + 0.1 * isPhoto($0) },
        "portrait": { 0.4 * $0.warm * isPhoto($0) + ($0.aspect < 0.8 ? 0.2 : 0) },
        "animal": { 0.4 * $0.warm * isPhoto($0) + 0.2 * $0.texture },
        "vehicle": { 0.3 * $0.gray * isPhoto($0) + 0.2 * $0.sharpness },
        "architecture": { 0.4 * $0.gray * isPhoto($0) + 0.2 * $0.texture },
        "space": { 0.9 * max(0, darkness($0) - 0.5) + 0.2 * $0.blue },
        "urban": { 0.4 * $0.gray * isPhoto($0) + 0.3 * $0.contrast },
        "city": { 0.4 * $0.gray * isPhoto($0) + 0.3 * $0.contrast },
        "anime": { 0.5 * isDrawing($0) + 0.3 * $0.pink },
        "japanese_art": { 0.4 * isDrawing($0) + 0.3 * $0.warm },
        "cyberpunk": { 0.6 * $0.pink + 0.5 * darkness($0) * $0.saturation },
        "lofi": { 0.3 * isDrawing($0) + 0.3 * $0.pink * darkness($0) },
        "minimalist": { 0.5 * max(0, 1 - 3 * $0.contrast) + 0.2 * max(0, 1 - 4 * $0.texture) },
        "geometric": { 0.3 * isDrawing($0) + 0.3 * isAbstract($0) + 0.2 * $0.contrast },
        "food": { 0.6 * $0.warm * isPhoto($0) * $0.saturation },
        "sports": { 0.4 * $0.green * isPhoto($0) * $0.contrast },
        "seasonal": { 0.3 * $0.warm * $0.saturation },
        "other": { _ in 0.05 },
    ]

    private static let moods: [String: Rule] = [
        "calm": { 0.4 * ($0.blue + $0.green) + 0.3 * (1 - $0.contrast) },
        "energetic": { 0.9 * $0.saturation * $0.brightness + 0.3 * $0.warm },
        "mysterious": { 0.8 * max(0, darkness($0) - 0.3) },
        "romantic": { 0.7 * $0.pink },
        "melancholic": { 0.5 * $0.gray * darkness($0) },
        "playful": { 0.6 * $0.saturation * $0.brightness + 0.2 * isDrawing($0) },
        "sacred": { 0.4 * $0.warm * $0.brightness },
        "neutral": { 0.4 * $0.gray },
        "dark": { darkness($0) },
        "light": { $0.brightness },
        "bright": { $0.brightness },
        "colorful": { $0.saturation },
    ]

    private static let screens: [String: Rule] = [
        "iphone_lock": { $0.aspect < 0.9 ? 0.9 : 0.3 },
        "iphone_home": { $0.aspect < 0.9 && $0.contrast < 0.5 ? 0.8 : 0.2 },
        "ipad": { $0.aspect > 0.6 && $0.aspect < 1.7 ? 0.8 : 0.2 },
        "mac_desktop": { $0.aspect > 1.2 ? 0.9 : 0.1 },
    ]
}
