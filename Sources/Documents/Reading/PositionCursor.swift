/// Turns byte offsets into positions. Cheap when the offsets asked for mostly grow, as they do while parsing.
struct PositionCursor {
    private var line = 1
    private var column = 1
    private var offset: Int

    /// Starts at `offset`, which is line 1, column 1 (past a byte-order mark).
    init(offset: Int) { self.offset = offset }

    /// The position of `target`. Complexity: linear in the distance to the offset asked for last.
    mutating func position(of target: Int, in bytes: [UInt8]) -> SourcePosition {
        if target >= offset { moveForward(to: target, in: bytes) } else { moveBack(to: target, in: bytes) }
        return SourcePosition(line: line, column: column, offset: offset)
    }

    private mutating func moveForward(to target: Int, in bytes: [UInt8]) {
        let target = min(target, bytes.count)
        while offset < target {
            let byte = bytes[offset]
            if Self.endsLine(byte, at: offset, in: bytes) {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
            offset += 1
        }
    }

    private mutating func moveBack(to target: Int, in bytes: [UInt8]) {
        var crossedLine = false
        while offset > max(target, 0) {
            offset -= 1
            let byte = bytes[offset]
            if Self.endsLine(byte, at: offset, in: bytes) {
                line -= 1
                crossedLine = true
            } else if byte & 0xC0 != 0x80 {
                column -= 1
            }
        }
        guard crossedLine else { return }
        column = 1
        var start = offset
        while start > 0, !Self.endsLine(bytes[start - 1], at: start - 1, in: bytes) {
            start -= 1
            if bytes[start] & 0xC0 != 0x80 { column += 1 }
        }
        if start == 0, bytes.starts(with: DocumentParser.byteOrderMark) { column -= 1 }
    }

    /// Lines end at LF, at CR LF (counted at its LF) and at a lone CR.
    @inline(__always)
    private static func endsLine(_ byte: UInt8, at offset: Int, in bytes: [UInt8]) -> Bool {
        if byte == 0x0A { return true }
        return byte == 0x0D && (offset + 1 == bytes.count || bytes[offset + 1] != 0x0A)
    }
}
