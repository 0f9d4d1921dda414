import Gate
import Testing

@testable import Imaging

@Suite struct TransparencyTests {
    static func pixel(alpha: UInt8, on background: (UInt8, UInt8, UInt8)) throws -> [UInt8] {
        let png = TinyPNG(width: 16, height: 16, color: 6) { _ in
            [UInt8]((0..<16).flatMap { _ in [200, 100, 0, alpha] })
        }
        let image = try ImageDecoder.image(from: png.bytes, background: background)
        #expect(Set(stride(from: 0, to: image.pixels.count, by: 3).map { Array(image.pixels[$0..<$0 + 3]) }).count == 1)
        return Array(image.pixels.prefix(3))
    }

    @Test func liesOnTheBackgroundInStoredValues() throws {
        #expect(try Self.pixel(alpha: 255, on: (1, 2, 3)) == [200, 100, 0])
        #expect(try Self.pixel(alpha: 0, on: (1, 2, 3)) == [1, 2, 3])
        #expect(try Self.pixel(alpha: 128, on: (255, 255, 255)) == [227, 177, 127])
        #expect(try Self.pixel(alpha: 51, on: (0, 0, 0)) == [40, 20, 0])
    }

    @Test func readsKeyedTransparency() throws {
        let key = TinyPNG.chunk("tRNS", [0, 10, 0, 20, 0, 30])
        let png = TinyPNG(
            width: 16,
            height: 16,
            row: { _ in [UInt8]((0..<16).flatMap { $0 < 8 ? [10, 20, 30] : [11, 20, 30] }) },
            before: key
        )
        let image = try ImageDecoder.image(from: png.bytes, background: (0, 255, 0))
        #expect(Array(image.pixels[0..<3]) == [0, 255, 0])
        #expect(Array(image.pixels[24..<27]) == [11, 20, 30])
    }
}
