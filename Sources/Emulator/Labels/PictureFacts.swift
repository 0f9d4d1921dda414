import Gate

/// What the emulator sees in a picture: enough that a dark blue photo and a bright pink drawing get different labels.
/// All shares are 0...1.
struct PictureFacts: Sendable, Hashable {
    /// Mean luma.
    var brightness: Double
    /// Standard deviation of luma, doubled to fill 0...1.
    var contrast: Double
    /// Mean of (max - min) / 255.
    var saturation: Double
    /// Pixels of a clear hue: red to yellow, green, blue to cyan, violet to pink.
    var warm: Double
    var green: Double
    var blue: Double
    var pink: Double
    /// Pixels with next to no colour.
    var gray: Double
    /// Width over height.
    var aspect: Double
    var texture: Double
    var sharpness: Double
    var coarse: Coarse.Category
    /// `#rrggbb`, the most common first.
    var colors: [String]

    /// What stands in for a picture where there is none.
    static let none = PictureFacts(
        brightness: 0.5,
        contrast: 0.3,
        saturation: 0.2,
        warm: 0,
        green: 0,
        blue: 0,
        pink: 0,
        gray: 1,
        aspect: 1,
        texture: 0,
        sharpness: 0,
        coarse: .unknown,
        colors: ["#808080"]
    )
}

extension PictureFacts {
    init(_ image: RGBImage, _ measurement: Measurement) {
        self = .none
        var luma = 0.0
        var squares = 0.0
        var chroma = 0.0
        var counts = (warm: 0.0, green: 0.0, blue: 0.0, pink: 0.0, gray: 0.0)
        let pixels = image.pixels
        for index in stride(from: 0, to: pixels.count, by: 3) {
            let red = Int(pixels[index])
            let green = Int(pixels[index + 1])
            let blue = Int(pixels[index + 2])
            let light = Double(299 * red + 587 * green + 114 * blue) / 255_000
            luma += light
            squares += light * light
            let spread = max(red, green, blue) - min(red, green, blue)
            chroma += Double(spread) / 255
            if spread < 24 {
                counts.gray += 1
            } else {
                switch PictureFacts.hue(red, green, blue, spread) {
                case 0..<70: counts.warm += 1
                case 70..<165: counts.green += 1
                case 165..<260: counts.blue += 1
                case 260..<345: counts.pink += 1
                default: counts.warm += 1
                }
            }
        }
        let count = Double(image.width * image.height)
        brightness = luma / count
        contrast = min(1, 2 * max(0, squares / count - brightness * brightness).squareRoot())
        saturation = chroma / count
        warm = counts.warm / count
        green = counts.green / count
        blue = counts.blue / count
        pink = counts.pink / count
        gray = counts.gray / count
        aspect = Double(image.width) / Double(image.height)
        texture = measurement.texture
        sharpness = measurement.sharpness
        coarse = measurement.coarse.category
        colors = measurement.dominantColors.map { PictureFacts.hex($0.red, $0.green, $0.blue) }
        if colors.isEmpty { colors = [PictureFacts.mean(pixels)] }
    }

    /// Degrees.
    private static func hue(_ red: Int, _ green: Int, _ blue: Int, _ spread: Int) -> Int {
        let most = max(red, green, blue)
        let degrees =
            if most == red { 60 * (green - blue) / spread } else if most == green {
                120 + 60 * (blue - red) / spread
            } else {
                240 + 60 * (red - green) / spread
            }
        return degrees < 0 ? degrees + 360 : degrees
    }

    private static func mean(_ pixels: [UInt8]) -> String {
        var sums = [0, 0, 0]
        for index in pixels.indices { sums[index % 3] += Int(pixels[index]) }
        let means = sums.map { UInt8($0 / (pixels.count / 3)) }
        return hex(means[0], means[1], means[2])
    }

    static func hex(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> String {
        let digits = [red, green, blue].map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return "#" + digits.joined()
    }
}
