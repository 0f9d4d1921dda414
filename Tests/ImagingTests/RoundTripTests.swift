import Gate
import Testing

@testable import Imaging

@Suite struct RoundTripTests {
    /// A smooth ramp with a red patch: kinder to JPEG than noise, so a small tolerance can hold.
    static func ramp(_ width: Int, _ height: Int) -> RGBImage {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let patch = x < width / 4 && y < height / 4
                pixels += patch ? [230, 40, 40] : [UInt8(x * 255 / width), UInt8(y * 255 / height), 128]
            }
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }

    /// Over all samples; the pictures are of one size.
    static func meanDifference(_ one: RGBImage, _ other: RGBImage) -> Double {
        let (first, second) = (one.pixels.span, other.pixels.span)
        var sum = 0
        for index in first.indices { sum &+= abs(Int(first[index]) &- Int(second[index])) }
        return Double(sum) / Double(first.count)
    }

    @Test func keepsThePictureThroughJPEG() throws {
        let image = Self.ramp(200, 120)
        let bytes = try ImageEncoder.jpeg(image, quality: 0.9)
        let back = try ImageDecoder.image(from: bytes)
        #expect(back.width == 200)
        #expect(back.height == 120)
        #expect(Self.meanDifference(image, back) < 2)
    }

    @Test func writesBaselineWithTheJFIFHeaderAlone() throws {
        let bytes = try ImageEncoder.jpeg(Self.ramp(64, 48), quality: 0.78)
        var markers: [UInt8] = []
        var offset = 2
        while bytes[offset] == 0xFF, bytes[offset + 1] != 0xDA {
            markers.append(bytes[offset + 1])
            offset += 2 + Int(bytes[offset + 2]) * 256 + Int(bytes[offset + 3])
        }
        #expect(markers == [0xE0, 0xDB, 0xDB, 0xC0, 0xC4, 0xC4, 0xC4, 0xC4])
        let header = try ImageDecoder.header(of: bytes)
        #expect(
            header == ImageHeader(format: .jpeg, width: 64, height: 48, orientation: 1, isProgressive: false)
        )
    }

    @Test(arguments: [(-1.0, 0.01), (0, 0.01), (2, 1), (.nan, 0.01)])
    func clampsQuality(given: Double, taken: Double) throws {
        let image = Self.ramp(64, 48)
        #expect(try ImageEncoder.jpeg(image, quality: given) == ImageEncoder.jpeg(image, quality: taken))
    }

    @Test func growsWithQuality() throws {
        let image = Self.ramp(256, 256)
        let sizes = try [0.1, 0.5, 0.78, 1].map { try ImageEncoder.jpeg(image, quality: $0).count }
        #expect(sizes == sizes.sorted())
        #expect(Set(sizes).count == 4)
    }

    @Test func refusesSidesThatAJPEGCannotSay() {
        let image = RGBImage(width: 65_501, height: 1, pixels: [UInt8](repeating: 0, count: 65_501 * 3))
        let error = ImagingError(.imageTooLarge, "the picture is 65501 x 1, a JPEG's sides are at most 65500")
        #expect(throws: error) { try ImageEncoder.jpeg(image, quality: 0.5) }
    }
}
