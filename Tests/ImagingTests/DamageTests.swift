import Gate
import Testing

@testable import Imaging

@Suite struct DamageTests {
    static let files: [(String, DecodedPicture.Damage?)] = [
        ("baseline.jpg", nil), ("no_end_marker.jpg", nil), ("trailer_noise.jpg", nil), ("mpo.jpg", nil),
        ("progressive.jpg", nil), ("jpeg_restart_each_mcu.jpg", nil), ("cut_in_last_rows.jpg", .cutShort),
        ("garbled_last_rows.jpg", .garbled), ("png_rgb.png", nil), ("png_bad_last_rows.png", .garbled),
        ("webp_lossy.webp", nil), ("photo.heic", nil),
    ]

    @Test(arguments: files)
    func saysWhatWasWrong(file: String, damage: DecodedPicture.Damage?) throws {
        #expect(try ImageDecoder.picture(from: Zoo.bytes(file)).damage == damage)
    }

    /// Without its end marker a file is read scan by scan, as it is.
    @Test(arguments: ["progressive", "jpeg_progressive_444", "jpeg_gray_progressive", "jpeg_arithmetic_progressive"])
    func readsOfProgressivePicturesOnlyWhatItNeeds(file: String) throws {
        let whole = try Zoo.bytes("\(file).jpg")
        let unended = Array(whole.dropLast(2))
        let image = try ImageDecoder.image(from: whole, maxSide: 80)
        #expect((image.width, image.height) == (80, 60))
        #expect(try ImageDecoder.image(from: unended, maxSide: 80) == image)
    }

    @Test func keepsNothingButPixels() throws {
        let needle = Array("35.6586N 139.7454E".utf8)
        var bytes = Array(LimitTests.jpeg[..<2])
        for (marker, head) in [
            (0xE1, "Exif\0\0II*\0\u{8}\0\0\0\0\0"), (0xE1, "http://ns.adobe.com/xap/1.0/\0"),
            (0xE2, "ICC_PROFILE\0\u{1}\u{1}"),
            (0xED, "Photoshop 3.0\0"), (0xFE, ""), (0xEF, "own"),
        ] as [(UInt8, String)] {
            let data = Array(head.utf8) + needle
            bytes += [0xFF, marker, 0, UInt8(data.count + 2)] + data
        }
        bytes += LimitTests.jpeg[2...] + needle
        let image = try ImageDecoder.image(from: bytes)
        #expect(try image == ImageDecoder.image(from: LimitTests.jpeg))
        #expect(try ImageEncoder.jpeg(image, quality: 0.8) == ImageEncoder.jpeg(image, quality: 0.8))
        let sent = try ImageEncoder.jpeg(image, quality: 0.8)
        #expect(!sent.indices.contains { sent[$0...].starts(with: needle.prefix(6)) })
    }
}
