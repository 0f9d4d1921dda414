import Gate
import Testing

@testable import Imaging

@Suite struct OrientationTests {
    /// 3 x 2 pixels numbered 1...6 from the top left.
    static let stored = RGBImage(width: 3, height: 2, pixels: (1...6).flatMap { [UInt8($0), 0, 255] })

    /// As EXIF 2.32 names where row 0 and column 0 of the stored picture belong.
    @Test(arguments: [
        (1, 3, [1, 2, 3, 4, 5, 6]), (2, 3, [3, 2, 1, 6, 5, 4]), (3, 3, [6, 5, 4, 3, 2, 1]), (4, 3, [4, 5, 6, 1, 2, 3]),
        (5, 2, [1, 4, 2, 5, 3, 6]), (6, 2, [4, 1, 5, 2, 6, 3]), (7, 2, [6, 3, 5, 2, 4, 1]), (8, 2, [3, 6, 2, 5, 1, 4]),
        (0, 3, [1, 2, 3, 4, 5, 6]), (9, 3, [1, 2, 3, 4, 5, 6]),
    ])
    func turnsUpright(orientation: Int, width: Int, order: [UInt8]) {
        let image = Self.stored.upright(from: orientation)
        #expect(image.width == width)
        #expect(image.pixels == order.flatMap { [$0, 0, 255] })
    }

    static func tiff(tag: UInt8 = 0x12, type: UInt8 = 3, value: UInt8 = 6, directory: UInt8 = 8) -> [UInt8] {
        Array("II*\0".utf8) + [directory, 0, 0, 0, 1, 0, tag, 1, type, 0, 1, 0, 0, 0, value, 0, 0, 0]
    }

    @Test func readsBothByteOrders() {
        let big: [UInt8] = Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0]
        #expect(ExifOrientation.value(in: Self.tiff().span, from: 0, to: 100) == 6)
        #expect(ExifOrientation.value(in: big.span, from: 0, to: big.count) == 8)
    }

    @Test(arguments: [
        tiff(tag: 0x13), tiff(type: 2), tiff(value: 0), tiff(value: 9), tiff(directory: 7), tiff(directory: 200), [],
        Array("II*\0".utf8), Array("JPEG".utf8) + [8, 0, 0, 0],
    ])
    func takesAnythingElseAsUpright(tiff: [UInt8]) {
        #expect(ExifOrientation.value(in: tiff.span, from: 0, to: tiff.count) == 1)
    }

    @Test func staysInsideItsBounds() {
        let tiff = Self.tiff()
        for end in 0..<18 { #expect(ExifOrientation.value(in: tiff.span, from: 0, to: end) == 1) }
        #expect(ExifOrientation.value(in: tiff.span, from: 90, to: 40) == 1)
        #expect(ExifOrientation.value(in: tiff.span, from: 0, to: .max) == 6)
    }
}
