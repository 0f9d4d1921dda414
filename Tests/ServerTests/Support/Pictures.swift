import Gate
import Imaging
import TestSupport

/// Pictures made in code.
enum Pictures {
    /// Sharp bars of several colours: the gate passes them. Another seed is another picture.
    static func sharp(seed: UInt64, width: Int = 320, height: Int = 240) throws -> [UInt8] {
        let pixels = bars(seed: seed, width: width, height: height)
        return try ImageEncoder.jpeg(RGBImage(width: width, height: height, pixels: pixels), quality: 0.92)
    }

    private static func bars(seed: UInt64, width: Int, height: Int) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        var pixels = [UInt8](repeating: 200, count: width * height * 3)
        for _ in 0..<30 {
            let color = (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }
            let left = Int.random(in: 0..<width, using: &random)
            let top = Int.random(in: 0..<height, using: &random)
            let right = min(width, left + Int.random(in: 8...80, using: &random))
            let bottom = min(height, top + Int.random(in: 8...80, using: &random))
            for y in top..<bottom {
                for x in left..<right {
                    for channel in 0..<3 { pixels[(y * width + x) * 3 + channel] = color[channel] }
                }
            }
        }
        return pixels
    }

    /// The same bars out of focus. Another seed is another picture.
    static func blurred(_ seed: UInt64 = 1) throws -> [UInt8] {
        let (width, height) = (160, 120)
        var pixels = bars(seed: seed, width: width, height: height)
        for _ in 0..<3 {
            pixels = averaged(pixels, along: 3, steps: width, lines: height, lineStride: width * 3)
            pixels = averaged(pixels, along: width * 3, steps: height, lines: width, lineStride: 3)
        }
        return try ImageEncoder.jpeg(RGBImage(width: width, height: height, pixels: pixels), quality: 0.92)
    }

    /// Every pixel the mean of the eleven around it in one direction.
    private static func averaged(_ pixels: [UInt8], along stride: Int, steps: Int, lines: Int, lineStride: Int)
        -> [UInt8]
    {
        var result = pixels
        for line in 0..<lines {
            for channel in 0..<3 {
                let start = line * lineStride + channel
                for step in 0..<steps {
                    var sum = 0
                    for near in -5...5 {
                        sum += Int(pixels[start + Swift.min(Swift.max(step + near, 0), steps - 1) * stride])
                    }
                    result[start + step * stride] = UInt8(sum / 11)
                }
            }
        }
        return result
    }

    /// One colour and nothing else.
    static func blank(_ level: UInt8 = 128) throws -> [UInt8] { try made { _, _ in (level, level, level) } }

    private static func made(
        width: Int = 160,
        height: Int = 120,
        _ color: (_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8)
    ) throws -> [UInt8] {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let (red, green, blue) = color(x, y)
                pixels += [red, green, blue]
            }
        }
        return try ImageEncoder.jpeg(RGBImage(width: width, height: height, pixels: pixels), quality: 0.95)
    }

    /// A PNG that says its size and has next to no data.
    static func pngWithoutPixels(width: Int, height: Int) -> [UInt8] {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return signature + chunk("IHDR", big(width) + big(height) + [8, 2, 0, 0, 0]) + chunk("IDAT", [0x78, 0x01])
            + chunk("IEND", [])
    }

    private static func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

    private static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(kind.utf8) + data
        // PNG specification, annex D.
        let sum = body.reduce(~UInt32(0)) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 0 ? 0 : 0xEDB8_8320) }
        }
        return big(data.count) + body + big(Int(~sum))
    }
}
