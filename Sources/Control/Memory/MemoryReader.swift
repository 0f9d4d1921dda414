/// Reads what `MemoryWriter` wrote. It never traps: past the end, and for what cannot be, it gives zeros and is broken
/// from there on; whoever reads looks at `isWhole` at the end.
struct MemoryReader {
    private let bytes: [UInt8]
    private var position = 0
    private(set) var isBroken = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether everything was there and nothing is left over.
    var isWhole: Bool { !isBroken && position == bytes.count }

    /// Takes what was read for nonsense.
    mutating func refuse() { isBroken = true }

    mutating func bits() -> UInt64 {
        guard !isBroken, bytes.count - position >= 8 else {
            isBroken = true
            return 0
        }
        var bits: UInt64 = 0
        for index in 0..<8 { bits |= UInt64(bytes[position + index]) << UInt64(8 * index) }
        position += 8
        return bits
    }

    mutating func long() -> Int64 { Int64(bitPattern: bits()) }
    mutating func integer() -> Int { Int(long()) }
    mutating func real() -> Double { Double(bitPattern: bits()) }

    mutating func flag() -> Bool {
        guard !isBroken, position < bytes.count, bytes[position] <= 1 else {
            isBroken = true
            return false
        }
        position += 1
        return bytes[position - 1] == 1
    }

    mutating func text() -> String { String(decoding: octets(), as: UTF8.self) }

    mutating func octets() -> [UInt8] {
        let count = count(width: 1)
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    mutating func flags() -> [Bool] { octets().map { $0 != 0 } }

    mutating func integers() -> [Int] {
        let count = count(width: 8)
        return (0..<count).map { _ in integer() }
    }

    mutating func words() -> [UInt64] {
        let count = count(width: 8)
        return (0..<count).map { _ in bits() }
    }

    mutating func reals() -> [Double] {
        let count = count(width: 8)
        return (0..<count).map { _ in real() }
    }

    mutating func optional<Value>(_ body: (inout MemoryReader) -> Value) -> Value? { flag() ? body(&self) : nil }

    /// How many values follow: never more than there are bytes for.
    private mutating func count(width: Int) -> Int {
        let count = integer()
        guard !isBroken, count >= 0, count <= (bytes.count - position) / width else {
            isBroken = true
            return 0
        }
        return count
    }
}
