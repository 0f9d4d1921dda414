/// Checks that bytes are UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing above U+10FFFF.
enum TextEncoding {
    /// The ranges that are not UTF-8, in order, at most `limit`.
    static func invalidRanges(in bytes: [UInt8], limit: Int) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var offset = 0
        while offset < bytes.count {
            if bytes[offset] < 0x80 {
                offset += 1
                continue
            }
            let length = sequenceLength(at: offset, in: bytes)
            if length > 0 {
                offset += length
                continue
            }
            let start = offset
            repeat { offset += 1 } while offset < bytes.count && bytes[offset] & 0xC0 == 0x80
            found.append(start..<offset)
            if found.count == limit { break }
        }
        return found
    }

    /// The name of another encoding these bytes look like.
    static func other(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
        guard bytes.count >= 2, bytes[0] == 0 || bytes[1] == 0 else { return nil }
        if bytes[0] == 0, bytes[1] == 0 { return bytes.count >= 4 && bytes[3] != 0 ? "UTF-32" : nil }
        return bytes.count >= 4 && bytes[2] == 0 && bytes[3] == 0 ? "UTF-32" : "UTF-16"
    }

    /// The length of the well-formed non-ASCII sequence at `offset`; 0 when it is not one.
    private static func sequenceLength(at offset: Int, in bytes: [UInt8]) -> Int {
        let lead = bytes[offset]
        let length: Int
        var low: UInt8 = 0x80
        var high: UInt8 = 0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if lead == 0xE0 { low = 0xA0 }
            if lead == 0xED { high = 0x9F }
        case 0xF0...0xF4:
            length = 4
            if lead == 0xF0 { low = 0x90 }
            if lead == 0xF4 { high = 0x8F }
        default: return 0
        }
        guard offset + length <= bytes.count, bytes[offset + 1] >= low, bytes[offset + 1] <= high else { return 0 }
        for next in (offset + 2)..<max(offset + length, offset + 2) where bytes[next] & 0xC0 != 0x80 { return 0 }
        return length
    }
}
