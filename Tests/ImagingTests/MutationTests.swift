import Gate
import Testing

@testable import Imaging

/// Bytes broken at random, from a seed: whatever they are, the answer is a picture in bounds or an error of ours.
@Suite struct MutationTests {
    static let pictures: [[UInt8]] = [
        LimitTests.jpeg, LimitTests.png, turned,
        TinyPNG(width: 40, height: 30, depth: 16, color: 6, row: { _ in [UInt8](repeating: 9, count: 320) }).bytes,
    ]

    static let turned: [UInt8] = {
        let exif: [UInt8] =
            [0xFF, 0xE1, 0, 34] + Array("Exif\0\0".utf8) + OrientationTests.tiff() + [0, 0, 0, 0, 0, 0, 0, 0]
        return Array(LimitTests.jpeg[..<2]) + exif + Array(LimitTests.jpeg[2...])
    }()

    @Test func startsFromPicturesThatDecode() throws {
        #expect(try Self.pictures.map { try ImageDecoder.header(of: $0).orientation } == [1, 1, 6, 1])
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func neverTraps(seed: UInt64) {
        var random = SeededBytes(seed: seed)
        for _ in 0..<20 {
            var bytes = Self.pictures[random.below(Self.pictures.count)]
            for _ in 0...random.below(6) {
                let reach = random.below(2) == 0 ? bytes.count : min(bytes.count, 200)
                bytes[random.below(reach)] = random.next()
            }
            if random.below(4) == 0 { bytes.removeLast(random.below(bytes.count)) }
            do throws(ImagingError) {
                let image = try ImageDecoder.image(from: bytes, maxSide: 50)
                #expect(max(image.width, image.height) <= 50)
            } catch {
                #expect(!error.message.isEmpty)
            }
        }
    }

    /// Kinds whose bytes no test makes by hand, from the zoo. Each seed breaks each of them.
    @Test(.timeLimit(.minutes(1)), arguments: 0..<12 as Range<UInt64>)
    func neverTrapsInOtherLibraries(seed: UInt64) throws {
        for name in ["photo.heic", "grid.heic", "alpha.heic", "photo.avif", "webp_alpha.webp", "webp_lossless.webp"] {
            let whole = try Zoo.bytes(name)
            var random = SeededBytes(seed: seed)
            for _ in 0..<3 {
                var bytes = whole
                for _ in 0...random.below(8) {
                    let reach = random.below(2) == 0 ? bytes.count : min(bytes.count, 700)
                    bytes[random.below(reach)] = random.next()
                }
                do throws(ImagingError) {
                    let image = try ImageDecoder.image(from: bytes, maxSide: 50)
                    #expect(max(image.width, image.height) <= 50)
                } catch {
                    #expect(!error.message.isEmpty)
                }
            }
        }
    }

    @Test func endsAnywhereWithoutTrap() {
        for picture in Self.pictures {
            for end in 0..<min(picture.count, 900) {
                let error = #expect(throws: ImagingError.self) { try ImageDecoder.header(of: Array(picture[..<end])) }
                if end > 20 { #expect(error?.code == .undecodableImage) }
                if picture[end...].starts(with: [0xFF, 0xDA]) || picture[end...].starts(with: Array("IDAT".utf8)) {
                    break
                }
            }
        }
    }
}
