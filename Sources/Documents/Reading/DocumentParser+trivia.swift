extension DocumentParser {
    /// Passes over white space and, in JSON5, comments.
    mutating func skipTrivia() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            case UInt8(ascii: "/"):
                guard skipComment() else { return }
            case UInt8(ascii: "#"):
                guard !strict else { return }
                fail(.syntax, "`#` starts no comment here", from: offset, to: offset + 1, hint: "write `//`")
                skipLine()
            case 0x0B, 0x0C:
                guard !strict else { return }
                offset += 1
            case 0x80...:
                guard !strict else { return }
                let next = scalar(at: offset)
                guard Self.isSpace(next.scalar) else { return }
                offset += next.length
            default: return
            }
            if stopped { return }
        }
    }

    /// Passes over a comment. False when this `/` starts none, or may not.
    private mutating func skipComment() -> Bool {
        let next = byte(after: 1)
        guard next == UInt8(ascii: "/") || next == UInt8(ascii: "*") else { return false }
        guard !strict else {
            fail(.syntax, "JSON has no comments", from: offset, to: offset + 2)
            return false
        }
        if next == UInt8(ascii: "/") {
            skipLine()
            return true
        }
        let start = offset
        offset += 2
        while offset < bytes.count {
            if bytes[offset] == UInt8(ascii: "*"), byte(after: 1) == UInt8(ascii: "/") {
                offset += 2
                return true
            }
            offset += 1
        }
        // Everything after it is swallowed, so brackets missing later say nothing.
        swallowedLine = true
        fail(.syntax, "this comment is never closed", from: start, to: start + 2, hint: "close it with `*/`")
        return true
    }

    /// Moves to the end of the line, as JSON5 has it (also U+2028 and U+2029).
    func endOfLine(from start: Int) -> Int {
        var offset = start
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x0A, 0x0D: return offset
            case 0xE2 where isLineSeparator(at: offset): return offset
            default: offset += 1
            }
        }
        return offset
    }

    private mutating func skipLine() { offset = endOfLine(from: offset) }

    /// Whether U+2028 or U+2029 stands here.
    func isLineSeparator(at offset: Int) -> Bool {
        offset + 2 < bytes.count && bytes[offset] == 0xE2 && bytes[offset + 1] == 0x80
            && bytes[offset + 2] & 0xFE == 0xA8
    }

    /// JSON5 white space beyond ASCII.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xA0, 0xFEFF, 0x2028, 0x2029: true
        default: scalar.properties.generalCategory == .spaceSeparator
        }
    }

    // MARK: - After a mistake

    /// Skips what cannot be read: up to a comma, the closing bracket of the container, or the end of the line.
    mutating func recover() {
        lost = false
        skip(depth: 0)
    }

    /// Skips the container that starts here, whatever is in it, without going down into it.
    mutating func skipContainer() {
        offset += 1
        skip(depth: 1)
    }

    private mutating func skip(depth start: Int) {
        let stopsAtZero = start == 0
        var depth = start
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: ","), 0x0A, 0x0D:
                if depth == 0 { return }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
                if depth == 0, !stopsAtZero {
                    offset += 1
                    return
                }
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                skipQuoted()
                continue
            case UInt8(ascii: "/"):
                if byte(after: 1) == UInt8(ascii: "/") || byte(after: 1) == UInt8(ascii: "*"), skipComment() {
                    if stopped { return }
                    continue
                }
            default: break
            }
            offset += 1
        }
        // What was open inside the skipped part may be what swallowed the brackets that are missing now.
        if depth > 0 { swallowedLine = true }
    }

    /// Skips a quoted text, or what is left of the line when the quote never closes on it.
    private mutating func skipQuoted() {
        let quote = bytes[offset]
        offset += 1
        while offset < bytes.count {
            switch bytes[offset] {
            case quote:
                offset += 1
                return
            case 0x0A, 0x0D: return
            case UInt8(ascii: "\\"): offset += offset + 1 < bytes.count ? 2 : 1
            default: offset += 1
            }
        }
    }
}
