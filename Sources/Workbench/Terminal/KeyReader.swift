/// Keys from the bytes a terminal sends for them (ECMA-48 §5.4, xterm's control sequences), however they are cut up.
package struct KeyReader: Sendable {
    /// Of a sequence whose end has not come yet.
    private var pending: [UInt8] = []

    package init() {}

    /// The keys that are whole now. Sequences that mean nothing here are left out, and so is what is not ASCII.
    package mutating func keys(in bytes: [UInt8]) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        while let byte = pending.first {
            if byte != 0x1B {
                pending.removeFirst()
                if let key = Self.key(byte) { keys.append(key) }
                continue
            }
            guard let end = Self.end(of: pending) else { break }
            if let key = Self.key(sequence: Array(pending[..<end])) { keys.append(key) }
            pending.removeFirst(end)
        }
        // Nothing is longer: a stream of garbage is not kept.
        if pending.count > 32 { pending = [] }
        return keys
    }

    /// What an escape without more means, once nothing followed it for a while.
    package mutating func rest() -> [Key] {
        defer { pending = [] }
        return pending == [0x1B] ? [.escape] : []
    }

    private static func key(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        case 0x20...0x7E: .character(Character(Unicode.Scalar(byte)))
        default: nil
        }
    }

    /// Where the escape sequence at the start ends; nil while it is not whole.
    private static func end(of bytes: [UInt8]) -> Int? {
        guard bytes.count > 1 else { return nil }
        switch bytes[1] {
        case UInt8(ascii: "["):
            return bytes.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 }
        case UInt8(ascii: "O"): return bytes.count > 2 ? 3 : nil
        case 0x1B: return 1
        default: return 2
        }
    }

    private static func key(sequence bytes: [UInt8]) -> Key? {
        if bytes == [0x1B] { return .escape }
        guard bytes.count > 2 else { return nil }
        switch bytes[bytes.count - 1] {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        case UInt8(ascii: "C"): return .right
        case UInt8(ascii: "D"): return .left
        case UInt8(ascii: "Z"): return .shiftTab
        default: return nil
        }
    }
}
