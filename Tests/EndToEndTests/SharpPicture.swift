import Gate
import Imaging
import TestSupport

/// A picture the gate passes: sharp discs and bars of several colours.
enum SharpPicture {
    static func jpeg(seed: UInt64) throws -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        let width = 640
        let height = 480
        var pixels = [UInt8](repeating: 200, count: width * height * 3)
        for _ in 0..<40 {
            let color = (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }
            let left = Int.random(in: 0..<width, using: &random)
            let top = Int.random(in: 0..<height, using: &random)
            let right = min(width, left + Int.random(in: 10...160, using: &random))
            let bottom = min(height, top + Int.random(in: 10...160, using: &random))
            for y in top..<bottom {
                for x in left..<right {
                    for channel in 0..<3 { pixels[(y * width + x) * 3 + channel] = color[channel] }
                }
            }
        }
        return try ImageEncoder.jpeg(RGBImage(width: width, height: height, pixels: pixels), quality: 0.92)
    }
}
