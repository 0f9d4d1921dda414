import Testing

@testable import Imaging

@Suite struct FormatTests {
    static func box(_ text: String) -> [UInt8] { [0, 0, 0, UInt8(text.utf8.count + 4)] + Array(text.utf8) }

    static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    static let kinds: [([UInt8], ImageFormat)] = pictures + videos + documents + nothing

    static let pictures: [([UInt8], ImageFormat)] = [
        ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg),
        ([0xFF, 0xD8], .jpeg),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
        (text("RIFF0000WEBPVP8 "), .webp),
        (box("ftypheic\0\0\0\0mif1heic"), .heic),
        (box("ftypmif1\0\0\0\0mif1heic"), .heic),
        (box("ftypmif1\0\0\0\0mif1avif"), .avif),
        (box("ftyptmap\0\0\0\0mif1tmap"), .heic),
        (box("ftypavis\0\0\0\0avis"), .avif),
        (text("GIF89a"), .gif),
        (text("BM") + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0], .bmp),
        (text("II*\0"), .tiff),
        (text("MM\0*"), .tiff),
        (text("II+\0"), .tiff),
        ([0xFF, 0x0A], .jxl),
        ([0, 0, 0, 0x0C] + text("JXL "), .jxl),
        ([0xFF, 0x4F, 0xFF, 0x51], .jp2),
        ([0, 0, 0, 0x0C] + text("jP  "), .jp2),
    ]

    static let videos: [([UInt8], ImageFormat)] = [
        (box("ftypqt  \0\0\0\0qt  "), .quickTime),
        (box("wide"), .quickTime),
        (box("free"), .quickTime),
        (box("ftypM4V \0\0\0\0M4V "), .mp4),
        (box("ftyp3gp4\0\0\0\0isom"), .mp4),
    ]

    static let documents: [([UInt8], ImageFormat)] = [
        (text("%PDF-1.7"), .pdf),
        (text("PK\u{3}\u{4}"), .zip),
        (text("  <SVG width='1'>"), .svg),
        (text("<?xml version='1.0'?><!-- a --><svg>"), .svg),
        (text("<?xml version='1.0'?><note/>"), .text),
        (text("<!DOCTYPE HTML><p>"), .html),
        (text("<!-- proxy --><html>"), .html),
        (text("\u{FEFF}{\"a\":1}"), .json),
        (text("[1]"), .json),
        (text("plain"), .text),
        (text("BM is short for"), .text),
        (text("日本語の文章"), .text),
        ([0xFF, 0xFE, 0x3C, 0, 0x73, 0, 0x76, 0, 0x67, 0], .svg),
        ([0xFE, 0xFF, 0, 0x7B, 0, 0x7D], .json),
    ]

    static let nothing: [([UInt8], ImageFormat)] = [
        ([], .empty),
        ([0], .unknown),
        ([0xFF, 0xD8, 0x00], .unknown),
        ([0x89, 0x50, 0x4E, 0x47, 0x0A], .unknown),
        (text("RIFF0000WAVE") + [0], .unknown),
        ([0xFF, 0xFE, 0xFF, 0xD8, 0xFF, 0xE0], .unknown),
        ([UInt8](repeating: 0, count: 100), .unknown),
        (text("  \n"), .unknown),
        (text("abc\0def"), .unknown),
    ]

    @Test(arguments: kinds)
    func tellsTheKind(bytes: [UInt8], format: ImageFormat) {
        #expect(ImageFormat(of: bytes) == format)
    }

    static let refusals: [([UInt8], String)] = [
        (box("ftypqt  \0\0\0\0qt  "), "these bytes are a QuickTime video; send the still picture"),
        (text("GIF89a"), "GIF is not read: send a JPEG, PNG, WebP, HEIC or AVIF"),
        (
            text("<svg/>"),
            "these bytes are an SVG drawing, which is never rendered: send a JPEG, PNG, WebP, HEIC or AVIF"
        ),
        ([], "there are no bytes"),
    ]

    @Test(arguments: refusals)
    func namesWhatItRefuses(bytes: [UInt8], message: String) {
        let error = ImagingError(.unsupportedMedia, message)
        #expect(throws: error) { try ImageDecoder.header(of: bytes) }
        #expect(throws: error) { try ImageDecoder.image(from: bytes) }
    }

    @Test(arguments: ImageFormat.allCases)
    func hasAMediaTypeAndARefusalUnlessDecoded(format: ImageFormat) {
        #expect(format.mediaType.split(separator: "/").count == 2)
        #expect((format.refusal == nil) == format.isDecoded)
    }
}
