/// Writes a controller's memory as bytes: fixed widths, little-endian, no names.
struct MemoryWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ bits: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
    }

    mutating func put(_ number: Int) { put(UInt64(bitPattern: Int64(number))) }
    mutating func put(_ number: Int64) { put(UInt64(bitPattern: number)) }
    /// Bit for bit, NaN too.
    mutating func put(_ number: Double) { put(number.bitPattern) }
    mutating func put(_ flag: Bool) { bytes.append(flag ? 1 : 0) }
    mutating func put(_ text: String) { put(Array(text.utf8)) }

    mutating func put(_ values: [UInt8]) {
        put(values.count)
        bytes += values
    }

    mutating func put(_ values: [Bool]) { put(values.map { $0 ? 1 : 0 } as [UInt8]) }

    mutating func put(_ values: [Int]) {
        put(values.count)
        for value in values { put(value) }
    }

    mutating func put(_ values: [UInt64]) {
        put(values.count)
        for value in values { put(value) }
    }

    mutating func put(_ values: [Double]) {
        put(values.count)
        for value in values { put(value) }
    }

    /// Nothing, or what `body` writes.
    mutating func put<Value>(_ value: Value?, _ body: (inout MemoryWriter, Value) -> Void) {
        put(value != nil)
        if let value { body(&self, value) }
    }
}
