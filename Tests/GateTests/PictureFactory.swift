import Gate
import TestSupport

/// Pictures drawn for tests.
enum PictureFactory {
    static func gray(_ width: Int, _ height: Int, _ level: (_ x: Int, _ y: Int) -> Int) -> RGBImage {
        rgb(width, height) { x, y in
            let value = level(x, y)
            return (value, value, value)
        }
    }

    static func rgb(_ width: Int, _ height: Int, _ color: (_ x: Int, _ y: Int) -> (Int, Int, Int)) -> RGBImage {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let (r, g, b) = color(x, y)
                pixels += [r, g, b].map { UInt8(min(max($0, 0), 255)) }
            }
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }

    /// Independent levels 0...255 everywhere.
    static func random(_ width: Int, _ height: Int, seed: UInt64) -> RGBImage {
        var random = SeededGenerator(seed: seed)
        return RGBImage(width: width, height: height, pixels: random.bytes(width * height * 3))
    }
}
