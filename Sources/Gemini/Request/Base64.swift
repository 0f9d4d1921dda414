/// Base64 with the standard alphabet and padding (RFC 4648 section 4), written straight behind other bytes.
enum Base64 {
    private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// How many bytes `count` bytes become.
    static func length(of count: Int) -> Int { (count + 2) / 3 * 4 }

    /// Complexity: linear in `bytes`; one allocation at most.
    static func append(_ bytes: [UInt8], to output: inout [UInt8]) {
        output.reserveCapacity(output.count + length(of: bytes.count))
        let alphabet = alphabet
        var index = 0
        while index + 2 < bytes.count {
            let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
            output.append(alphabet[Int(group >> 18)])
            output.append(alphabet[Int(group >> 12 & 63)])
            output.append(alphabet[Int(group >> 6 & 63)])
            output.append(alphabet[Int(group & 63)])
            index += 3
        }
        let rest = bytes.count - index
        guard rest > 0 else { return }
        let second = rest == 2 ? bytes[index + 1] : 0
        let group = UInt32(bytes[index]) << 16 | UInt32(second) << 8
        output.append(alphabet[Int(group >> 18)])
        output.append(alphabet[Int(group >> 12 & 63)])
        output.append(rest == 2 ? alphabet[Int(group >> 6 & 63)] : UInt8(ascii: "="))
        output.append(UInt8(ascii: "="))
    }
}
