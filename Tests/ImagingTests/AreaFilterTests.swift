import Gate
import Testing

@testable import Imaging

@Suite struct AreaFilterTests {
    /// The same filter written as its definition: every source pixel weighed by the area it shares with the result's.
    static func reference(_ image: RGBImage, width: Int, height: Int) -> [UInt8] {
        func shared(_ source: Int, _ result: Int, in size: Int, out: Int) -> Int {
            max(0, min((source + 1) * out, (result + 1) * size) - max(source * out, result * size))
        }
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<3 {
                    var sum = 0
                    for row in 0..<image.height {
                        let down = shared(row, y, in: image.height, out: height)
                        guard down > 0 else { continue }
                        for column in 0..<image.width {
                            let across = shared(column, x, in: image.width, out: width)
                            sum += Int(image.pixels[(row * image.width + column) * 3 + channel]) * down * across
                        }
                    }
                    let area = image.width * image.height
                    pixels.append(UInt8((sum + area / 2) / area))
                }
            }
        }
        return pixels
    }

    static func noise(_ width: Int, _ height: Int, seed: UInt64) -> RGBImage {
        var random = SeededBytes(seed: seed)
        return RGBImage(width: width, height: height, pixels: (0..<width * height * 3).map { _ in random.next() })
    }

    @Test(arguments: [(37, 23, 10), (64, 64, 16), (50, 7, 49), (1, 90, 20), (90, 1, 20), (33, 32, 1), (20, 10, 19)])
    func averagesByCoverage(width: Int, height: Int, maxSide: Int) {
        let image = Self.noise(width, height, seed: UInt64(width * 1000 + height))
        let small = ImageEncoder.scaled(image, maxSide: maxSide)
        let reference = Self.reference(image, width: small.width, height: small.height)
        #expect(max(small.width, small.height) == maxSide)
        #expect(small.pixels == reference)
    }

    @Test func neverEnlarges() {
        let image = Self.noise(30, 20, seed: 1)
        #expect(ImageEncoder.scaled(image, maxSide: 30) == image)
        #expect(ImageEncoder.scaled(image, maxSide: 1000) == image)
    }

    @Test(arguments: [0, 255] as [UInt8])
    func keepsFlatPicturesFlat(value: UInt8) {
        let image = RGBImage(width: 701, height: 397, pixels: [UInt8](repeating: value, count: 701 * 397 * 3))
        #expect(ImageEncoder.scaled(image, maxSide: 512).pixels.allSatisfy { $0 == value })
    }

    @Test(arguments: [
        (4000, 3000, 512, 512, 384), (3000, 4000, 512, 384, 512), (513, 512, 512, 512, 511), (5000, 3, 512, 512, 1),
        (640, 480, 640, 640, 480), (1000, 999, 1, 1, 1),
    ])
    func fitsSides(width: Int, height: Int, maxSide: Int, outWidth: Int, outHeight: Int) {
        #expect(DecodePlan.fitted(width: width, height: height, maxSide: maxSide) == (outWidth, outHeight))
    }

    /// Width, height, limit, M, and the JPEG's size after the filter.
    @Test(arguments: [
        (4000, 3000, 512, 1, 500, 375), (3840, 2160, 512, 1, 480, 270), (3839, 2160, 512, 1, 480, 270),
        (3832, 2000, 512, 2, 512, 267), (1024, 768, 512, 4, 512, 384), (640, 480, 512, 6, 480, 360),
        (512, 300, 512, 8, 512, 300), (511, 300, 512, 8, 511, 300), (100, 100, 512, 8, 100, 100),
        (8000, 6000, 512, 1, 512, 384), (20_000, 16, 512, 1, 512, 1),
    ])
    func decodesAtTheSmallestEighth(_ width: Int, _ height: Int, _ maxSide: Int, _ m: Int, _ w: Int, _ h: Int) {
        let plan = DecodePlan(width: width, height: height, maxSide: maxSide)
        #expect(plan.eighths == m)
        #expect(plan.jpegWidth == w)
        #expect(plan.jpegHeight == h)
    }
}
