/// Bits of a parameter set, the highest of a byte first. Zeros past the end, which every caller's checks refuse.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isPastEnd: Bool { position > bytes.count * 8 }

    /// - Parameter count: 0...32.
    mutating func bits(_ count: Int) -> Int {
        var value = 0
        for _ in 0..<count {
            let byte = position / 8
            let bit = byte < bytes.count ? Int(bytes[byte]) >> (7 - position % 8) & 1 : 0
            value = value << 1 | bit
            position += 1
        }
        return value
    }

    mutating func flag() -> Bool { bits(1) == 1 }

    mutating func skip(_ count: Int) { position += count }

    /// An Exp-Golomb number (ITU-T H.265, section 9.2; AV1's uvlc), at most 2^32 - 2.
    mutating func golomb() -> Int {
        var zeros = 0
        while zeros < 32, !isPastEnd, bits(1) == 0 { zeros += 1 }
        return (1 << zeros) - 1 + bits(zeros)
    }
}
