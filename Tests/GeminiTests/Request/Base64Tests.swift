import Testing

@testable import Gemini

@Suite struct Base64Tests {
    /// RFC 4648 section 10, and the letters that differ from the URL alphabet.
    @Test(
        arguments: [
            ([], ""), ([0x66], "Zg=="), ([0x66, 0x6F], "Zm8="), ([0x66, 0x6F, 0x6F], "Zm9v"),
            ([0x66, 0x6F, 0x6F, 0x62], "Zm9vYg=="), ([0x66, 0x6F, 0x6F, 0x62, 0x61], "Zm9vYmE="),
            ([0x66, 0x6F, 0x6F, 0x62, 0x61, 0x72], "Zm9vYmFy"), ([0xFB, 0xFF, 0xBF], "+/+/"),
        ] as [([UInt8], String)]
    )
    func writesTheVectorsOfTheStandard(bytes: [UInt8], text: String) {
        var output: [UInt8] = [UInt8(ascii: "<")]
        Base64.append(bytes, to: &output)
        #expect(String(decoding: output, as: UTF8.self) == "<" + text)
        #expect(Base64.length(of: bytes.count) == text.utf8.count)
    }
}
