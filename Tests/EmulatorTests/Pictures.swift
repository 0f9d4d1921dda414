import Gate
import Imaging

/// Small pictures made by formula.
enum Pictures {
    /// A JPEG of one size whose pixels `color` gives.
    static func jpeg(
        _ width: Int = 64,
        _ height: Int = 64,
        _ color: (_ x: Int, _ y: Int) -> (Int, Int, Int)
    ) throws -> [UInt8] {
        try ImageEncoder.jpeg(image(width, height, color), quality: 0.9)
    }

    static func image(_ width: Int, _ height: Int, _ color: (_ x: Int, _ y: Int) -> (Int, Int, Int)) -> RGBImage {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let (red, green, blue) = color(x, y)
                pixels += [UInt8(clamping: red), UInt8(clamping: green), UInt8(clamping: blue)]
            }
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }

    static func meadow() throws -> [UInt8] { try jpeg { x, y in (40, 150 + (x * y) % 60, 50) } }

    static func night() throws -> [UInt8] { try jpeg { x, y in x == y ? (200, 200, 220) : (4, 5, 14) } }

    /// One of many that all differ.
    static func numbered(_ number: Int) throws -> [UInt8] {
        try jpeg(32, 32) { x, y in
            (x * 8 + number * 37 & 255, y * 8 + number * 91 & 255, (x ^ y) * 7 + number * 13 & 255)
        }
    }
}
