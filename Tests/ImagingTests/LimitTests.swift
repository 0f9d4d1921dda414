import Gate
import Testing

@testable import Imaging

@Suite struct LimitTests {
    static let jpeg = (try? ImageEncoder.jpeg(RoundTripTests.ramp(64, 48), quality: 0.8)) ?? []
    static let png = TinyPNG(width: 64, height: 48, row: { _ in [UInt8](repeating: 7, count: 192) }).bytes

    static func limits(
        bytes: Int = 100_000,
        pixels: Int = 10_000,
        longerSide: Int = 200,
        shorterSide: Int = 16,
        scans: Int = 10,
        memory: Int = 1_000_000,
        time: Duration = .seconds(60),
        wall: Duration = .seconds(60)
    ) -> ImageLimits {
        ImageLimits(
            bytes: bytes,
            pixels: pixels,
            longerSide: longerSide,
            shorterSide: shorterSide,
            progressiveScans: scans,
            memoryBytes: memory,
            processorTime: time,
            wallTime: wall
        )
    }

    @Test(arguments: [
        (limits(bytes: 500), "the picture is 10000 bytes, at most 500 are taken"),
        (limits(pixels: 3071), "the picture is 64 x 48, 3072 pixels, at most 3071 are taken"),
        (limits(longerSide: 63), "the picture is 64 x 48, its longer side may be at most 63"),
        (limits(shorterSide: 49), "the picture is 64 x 48, its shorter side is 48, at least 49 are needed"),
    ])
    func refusesFromTheHeader(limits: ImageLimits, message: String) {
        for picture in [Self.jpeg, Self.png] {
            let bytes = picture + [UInt8](repeating: 0, count: 10_000 - picture.count)
            let error = ImagingError(.imageTooLarge, message)
            #expect(throws: error) { try ImageDecoder.header(of: bytes, limits: limits) }
            #expect(throws: error) { try ImageDecoder.image(from: bytes, limits: limits) }
        }
    }

    @Test func takesWhatIsExactlyAtTheLimits() throws {
        let limits = Self.limits(bytes: Self.png.count, pixels: 3072, longerSide: 64, shorterSide: 48)
        #expect(try ImageDecoder.image(from: Self.png, limits: limits).width == 64)
    }

    @Test(arguments: [(jpeg, "JPEG"), (png, "PNG")])
    func stopsWhenItsTimeIsSpent(bytes: [UInt8], kind: String) {
        let error = ImagingError(
            .imageTooLarge,
            "the \(kind) costs too much to decode: it takes longer than is allowed"
        )
        #expect(throws: error) { try ImageDecoder.image(from: bytes, limits: Self.limits(time: .zero)) }
        #expect(throws: error) { try ImageDecoder.image(from: bytes, limits: Self.limits(time: .seconds(-1))) }
        #expect(throws: error) { try ImageDecoder.image(from: bytes, limits: Self.limits(wall: .zero)) }
    }
}
