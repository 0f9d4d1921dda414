/// Numbers in bytes of unknown origin: `nil` past the end, never a trap.
extension Span<UInt8> {
    func byte(at offset: Int) -> Int? {
        offset >= 0 && offset < count ? Int(self[offset]) : nil
    }

    func uint16(at offset: Int, littleEndian: Bool = false) -> Int? {
        guard offset >= 0, offset <= count - 2 else { return nil }
        let (first, second) = (Int(self[offset]), Int(self[offset + 1]))
        return littleEndian ? second << 8 | first : first << 8 | second
    }

    func uint24(at offset: Int, littleEndian: Bool = false) -> Int? {
        guard let pair = uint16(at: littleEndian ? offset : offset + 1, littleEndian: littleEndian),
            let high = byte(at: littleEndian ? offset + 2 : offset)
        else { return nil }
        return high << 16 | pair
    }

    func uint32(at offset: Int, littleEndian: Bool = false) -> Int? {
        guard let first = uint16(at: offset, littleEndian: littleEndian),
            let second = uint16(at: offset + 2, littleEndian: littleEndian)
        else { return nil }
        return littleEndian ? second << 16 | first : first << 16 | second
    }

    /// `nil` also for what does not fit.
    func uint64(at offset: Int) -> Int? {
        guard let high = uint32(at: offset), let low = uint32(at: offset + 4), high < 1 << 31 else { return nil }
        return high << 32 | low
    }

    func holds(_ text: StaticString, at offset: Int) -> Bool {
        guard offset >= 0, offset <= count - text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount where unsafe self[offset + index] != text.utf8Start[index] {
            return false
        }
        return true
    }
}
