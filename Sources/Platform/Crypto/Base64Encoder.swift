/// Base64 by pairs of characters: a table of 4,096 entries turns 12 bits into two characters at once, and eight
/// characters are written in one store.
struct Base64Encoder: Sendable {
    static let standard = Base64Encoder("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    static let url = Base64Encoder("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

    private let alphabet: [UInt8]
    /// The two characters of 12 bits, the first in the low byte (as they lie in memory on little-endian machines).
    private let pairs: [UInt16]

    private init(_ characters: StaticString) {
        let letters = Array(characters.description.utf8)
        alphabet = letters
        pairs = (0..<4096).map { UInt16(letters[$0 >> 6]) | UInt16(letters[$0 & 63]) << 8 }
    }

    func text(of bytes: [UInt8], padded: Bool) -> [UInt8] {
        let whole = bytes.count / 3
        let rest = bytes.count % 3
        let length = whole * 4 + (rest == 0 ? 0 : padded ? 4 : rest + 1)
        // An empty array made in place would write to the one empty array that all threads share.
        if length == 0 { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: length) { output, filled in
            var read = 0
            var written = 0
            unsafe bytes.withUnsafeBytes { input in
                unsafe pairs.withUnsafeBufferPointer { pairs in
                    let target = UnsafeMutableRawBufferPointer(output)
                    // Eight bytes are loaded for the six that are used, so the last ones take the loop below.
                    while read + 8 <= input.count {
                        let word = unsafe UInt64(bigEndian: input.loadUnaligned(fromByteOffset: read, as: UInt64.self))
                        let first = unsafe UInt64(pairs[Int(word >> 52)])
                        let second = unsafe UInt64(pairs[Int(word >> 40 & 0xFFF)])
                        let third = unsafe UInt64(pairs[Int(word >> 28 & 0xFFF)])
                        let fourth = unsafe UInt64(pairs[Int(word >> 16 & 0xFFF)])
                        let text = first | second << 16 | third << 32 | fourth << 48
                        unsafe target.storeBytes(of: text.littleEndian, toByteOffset: written, as: UInt64.self)
                        read &+= 6
                        written &+= 8
                    }
                }
                while read + 3 <= input.count {
                    let bits =
                        unsafe UInt32(input[read]) << 16 | UInt32(input[read + 1]) << 8 | UInt32(input[read + 2])
                    for shift in [18, 12, 6, 0] as [UInt32] {
                        unsafe output[written] = alphabet[Int(bits >> shift & 63)]
                        written += 1
                    }
                    read += 3
                }
                if rest > 0 {
                    let second = unsafe rest == 2 ? UInt32(input[read + 1]) : 0
                    let bits = unsafe UInt32(input[read]) << 16 | second << 8
                    for index in 0..<(padded ? 4 : rest + 1) {
                        let letter = alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)]
                        unsafe output[written] = index <= rest ? letter : UInt8(ascii: "=")
                        written += 1
                    }
                }
            }
            filled = written
        }
    }
}
