/// PNGs made by hand, so that a test can say every byte: stored deflate blocks, no filter, right checksums.
struct TinyPNG {
    var width: Int
    var height: Int
    var depth = 8
    var color = 2
    /// One scan line without its filter byte.
    var row: (Int) -> [UInt8]
    var before: [UInt8] = []

    var bytes: [UInt8] {
        let head = Self.big(width) + Self.big(height) + [UInt8(depth), UInt8(color), 0, 0, 0]
        let lines = (0..<height).flatMap { y -> [UInt8] in [0] + row(y) }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", head) + before
            + Self.chunk("IDAT", Self.stored(lines)) + Self.chunk("IEND", [])
    }

    static func big(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(kind.utf8) + data
        return big(data.count) + body + big(Int(crc(body)))
    }

    /// PNG specification, annex D.
    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 0 ? 0 : 0xEDB8_8320) }
        }
    }

    /// RFC 1950 around RFC 1951's stored blocks.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        var (low, high) = (1, 0)
        for byte in bytes {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        for start in stride(from: 0, to: bytes.count, by: 65_535) {
            let block = bytes[start..<min(start + 65_535, bytes.count)]
            let length = block.count
            out += [start + 65_535 >= bytes.count ? 1 : 0]
            out += [length & 255, length >> 8, ~length & 255, ~length >> 8 & 255].map { UInt8(truncatingIfNeeded: $0) }
            out += block
        }
        return out + big(high << 16 | low)
    }
}
