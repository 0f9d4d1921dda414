import Foundation
import Platform
import TestSupport
import Testing

@Suite struct EncodingTests {
    /// RFC 4648 section 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func writesAndReadsTheStandardsExamples(plain: String, text: String) {
        let bytes = Array(plain.utf8)
        let unpadded = text.filter { $0 != "=" }
        #expect(String(decoding: Encoding.base64(bytes), as: UTF8.self) == text)
        #expect(Encoding.base64URL(bytes) == unpadded)
        #expect(Encoding.bytes(base64: Array(text.utf8)) == bytes)
        #expect(Encoding.bytes(base64: Array(unpadded.utf8)) == bytes)
    }

    @Test func agreesWithFoundationAtEveryLength() {
        var random = SeededGenerator(seed: 64)
        for length in 0..<200 {
            let bytes = random.bytes(length)
            let expected = Data(bytes).base64EncodedString()
            let text = Encoding.base64(bytes)
            #expect(String(decoding: text, as: UTF8.self) == expected, "seed 64, length \(length)")
            #expect(Encoding.bytes(base64: text) == bytes, "seed 64, length \(length)")
            let url = Encoding.base64URL(bytes)
            #expect(
                url == expected.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""),
                "seed 64, length \(length)"
            )
            #expect(Encoding.bytes(base64: Array(url.utf8)) == bytes, "seed 64, length \(length)")
        }
    }

    @Test func readsEveryLetterOfBothAlphabets() {
        let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let url = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        #expect(Encoding.bytes(base64: standard).map { Encoding.base64($0) } == standard)
        #expect(Encoding.bytes(base64: url) == Encoding.bytes(base64: standard))
    }

    @Test(arguments: [
        "A", "AAAAA", "====", "A===", "AA=", "AAA==", "AAAA=", "AAAA====", "AA=A", "=AAA", "AA AA", "AAAA\n",
        "AA\u{0}A",
        "AAé=", "AB==", "AAB=", "AB", "AAB", "ab+_", "+A-A", "AAA*", "*AAA", "A*AA", "AA*A", "AA==AA==",
    ])
    func refusesWhatIsNotBase64(text: String) {
        #expect(Encoding.bytes(base64: Array(text.utf8)) == nil)
    }

    @Test func writesAndReadsHex() {
        let all = (0...255).map { UInt8($0) }
        let text = Encoding.hex(all)
        #expect(text.hasPrefix("000102"))
        #expect(text.hasSuffix("fdfeff"))
        #expect(Encoding.bytes(hex: text) == all)
        #expect(Encoding.bytes(hex: text.uppercased()) == all)
        #expect(Encoding.bytes(hex: "") == [])
    }

    @Test(arguments: ["0", "0g", "g0", "0x00", " 00", "é"]) func refusesWhatIsNotHex(text: String) {
        #expect(Encoding.bytes(hex: text) == nil)
    }
}
