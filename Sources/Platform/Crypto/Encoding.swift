/// Byte strings as text. Decoding is strict: nil for anything that is not exactly the encoding.
package enum Encoding {
    /// Two lower-case digits a byte.
    package static func hex(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(hexDigit(byte >> 4))
            text.append(hexDigit(byte & 15))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads hex of either case; nil for an odd length or another character.
    package static func bytes(hex: String) -> [UInt8]? {
        let text = Array(hex.utf8)
        guard text.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        for index in stride(from: 0, to: text.count, by: 2) {
            guard let high = hexValue(text[index]), let low = hexValue(text[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Base64 (RFC 4648 section 4), padded, as ASCII bytes: fast enough to write request bodies with.
    ///
    /// Complexity: linear, at a few GB a second.
    package static func base64(_ bytes: [UInt8]) -> [UInt8] { Base64Encoder.standard.text(of: bytes, padded: true) }

    /// Base64url (RFC 4648 section 5), without padding.
    package static func base64URL(_ bytes: [UInt8]) -> String {
        String(decoding: Base64Encoder.url.text(of: bytes, padded: false), as: UTF8.self)
    }

    /// Reads base64 or base64url, padded or not; nil for anything else: other characters (white space among them),
    /// both alphabets in one text, a wrong length or wrong padding, bits left over that are not zero.
    ///
    /// Complexity: linear, at about a GB a second.
    package static func bytes(base64: [UInt8]) -> [UInt8]? { Base64Decoder.bytes(of: base64) }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
