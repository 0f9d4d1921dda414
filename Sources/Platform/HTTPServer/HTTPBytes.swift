/// Byte classes of RFC 9110 §5.6.
enum HTTPBytes {
    /// Whether the byte may stand in a method or a header name (`tchar`).
    static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "#"),
            UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"),
            UInt8(ascii: "+"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    static func lowercased(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }

    /// ASCII case aside, whether two texts are alike.
    static func matches(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count
            && zip(left.utf8, right.utf8).allSatisfy { lowercased($0) == lowercased($1) }
    }

    /// The items of a comma-separated header value, lower case, without the white space around them.
    static func list(_ value: String) -> [String] {
        value.utf8.split(separator: UInt8(ascii: ","))
            .map { item in
                let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
                let trimmed = item.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
                return String(decoding: trimmed.map(lowercased), as: UTF8.self)
            }
    }

    static let carriageReturn: UInt8 = 0x0D
    static let lineFeed: UInt8 = 0x0A
}
