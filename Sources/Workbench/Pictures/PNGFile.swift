package import Gate

/// An 8-bit RGB PNG whose rows are stored, not compressed: for pictures that people look at once.
///
/// Source: PNG specification (third edition) §5, RFC 1950, RFC 1951 §3.2.4.
package enum PNGFile {
    package static func bytes(of image: RGBImage) -> [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity(image.pixels.count + image.height)
        for y in 0..<image.height {
            rows.append(0)
            rows += image.pixels[y * image.width * 3..<(y + 1) * image.width * 3]
        }
        let header = number(image.width) + number(image.height) + [8, 2, 0, 0, 0]
        return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + chunk("IHDR", header)
            + chunk("IDAT", stored(rows)) + chunk("IEND", [])
    }

    private static func number(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return number(content.count) + body + number(Int(checksum(body)))
    }

    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: max(bytes.count, 1), by: 65_535) {
            let part = bytes[start..<min(start + 65_535, bytes.count)]
            let count = UInt16(part.count)
            out.append(start + part.count == bytes.count ? 1 : 0)
            out += [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
            out += part
        }
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return out + number(Int(high << 16 | low))
    }

    private static let table: [UInt32] = (0..<256).map { value in
        (0..<8).reduce(UInt32(value)) { crc, _ in crc & 1 == 1 ? 0xedb8_8320 ^ (crc >> 1) : crc >> 1 }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(0xffff_ffff) { crc, byte in table[Int((crc ^ UInt32(byte)) & 255)] ^ (crc >> 8) }
    }
}
