/// Strict base64 by fours: each character has a table entry that holds its six bits in place and flags above them,
/// so one `or` of four loads gives 24 bits and says whether all were letters.
enum Base64Decoder {
    private static let invalid: UInt32 = 1 << 31
    /// `+` or `/`.
    private static let standardOnly: UInt32 = 1 << 30
    /// `-` or `_`.
    private static let urlOnly: UInt32 = 1 << 29

    /// Value and flags of every byte, shifted for the four places: place * 256 + byte.
    private static let entries: [UInt32] = {
        var values = [UInt32](repeating: invalid, count: 256)
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        for (index, letter) in letters.utf8.enumerated() { values[Int(letter)] = UInt32(index) }
        values[Int(UInt8(ascii: "+"))] = 62 | standardOnly
        values[Int(UInt8(ascii: "/"))] = 63 | standardOnly
        values[Int(UInt8(ascii: "-"))] = 62 | urlOnly
        values[Int(UInt8(ascii: "_"))] = 63 | urlOnly
        return [18, 12, 6, 0].flatMap { shift in
            values.map { ($0 & 63) << UInt32(shift) | ($0 & ~63) }
        }
    }()

    static func bytes(of text: [UInt8]) -> [UInt8]? {
        var count = text.count
        if count.isMultiple(of: 4) {
            for _ in 0..<2 where count > 0 && text[count - 1] == UInt8(ascii: "=") { count -= 1 }
        }
        let rest = count % 4
        if rest == 1 { return nil }
        // An empty array made in place would write to the one empty array that all threads share.
        if count == 0 { return [] }
        let whole = count / 4
        var flags: UInt32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: whole * 3 + max(0, rest - 1)) { output, filled in
            unsafe text.withUnsafeBufferPointer { input in
                unsafe entries.withUnsafeBufferPointer { entries in
                    var read = 0
                    var written = 0
                    while written < whole &* 3 {
                        let bits =
                            unsafe entries[Int(input[read])] | entries[256 &+ Int(input[read &+ 1])]
                            | entries[512 &+ Int(input[read &+ 2])] | entries[768 &+ Int(input[read &+ 3])]
                        flags |= bits
                        unsafe output[written] = UInt8(truncatingIfNeeded: bits >> 16)
                        unsafe output[written &+ 1] = UInt8(truncatingIfNeeded: bits >> 8)
                        unsafe output[written &+ 2] = UInt8(truncatingIfNeeded: bits)
                        read &+= 4
                        written &+= 3
                    }
                    if rest > 0 {
                        var bits = unsafe entries[Int(input[read])] | entries[256 + Int(input[read + 1])]
                        if rest == 3 { unsafe bits |= entries[512 + Int(input[read + 2])] }
                        // Bits past the last whole byte say nothing and must be zero, or two texts mean one thing.
                        if bits & (rest == 2 ? 0xFFFF : 0xFF) != 0 { flags |= invalid }
                        flags |= bits
                        unsafe output[written] = UInt8(truncatingIfNeeded: bits >> 16)
                        if rest == 3 { unsafe output[written + 1] = UInt8(truncatingIfNeeded: bits >> 8) }
                        written += rest - 1
                    }
                    filled = written
                }
            }
        }
        let mixed = flags & standardOnly != 0 && flags & urlOnly != 0
        return flags & invalid != 0 || mixed ? nil : bytes
    }
}
