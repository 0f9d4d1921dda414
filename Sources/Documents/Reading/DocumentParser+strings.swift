extension DocumentParser {
    mutating func stringValue() -> DocumentNode? {
        let start = position(offset)
        guard let text = quoted() else { return nil }
        return DocumentNode(value: .string(text), start: start, end: position(offset))
    }

    /// The text in the quotes that open here. After a mistake inside, reading goes on behind the closing quote.
    mutating func quoted() -> String? {
        let quote = bytes[offset]
        let start = offset
        offset += 1
        var runStart = offset
        var text: [UInt8] = []
        var isSound = true
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == quote {
                defer { offset += 1 }
                guard isSound else { return nil }
                if text.isEmpty { return String(decoding: bytes[runStart..<offset], as: UTF8.self) }
                text.append(contentsOf: bytes[runStart..<offset])
                return String(decoding: text, as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") {
                text.append(contentsOf: bytes[runStart..<offset])
                if !escape(into: &text) { isSound = false }
                if stopped { return nil }
                runStart = offset
                continue
            }
            if byte < 0x20, strict || byte == 0x0A || byte == 0x0D {
                if strict, byte != 0x0A, byte != 0x0D {
                    fail(
                        .syntax,
                        "\(found) in a string must be written as an escape",
                        from: offset,
                        to: offset + 1
                    )
                    return nil
                }
                break
            }
            offset += 1
        }
        unterminated(start, quote)
        return nil
    }

    private mutating func unterminated(_ start: Int, _ quote: UInt8) {
        let mark = Character(Unicode.Scalar(quote))
        fail(.syntax, "this string is never closed", from: start, to: offset, hint: "close it with \(mark) on its line")
        swallowedLine = true
        lost = true
    }

    /// Resolves the escape at `offset` and moves behind it. False when it is none.
    private mutating func escape(into text: inout [UInt8]) -> Bool {
        let start = offset
        offset += 1
        guard offset < bytes.count else { return true }
        let letter = bytes[offset]
        offset += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): return unicodeEscape(from: start, into: &text)
        default:
            guard !strict else { return failEscape(start) }
            return moreEscape(letter, from: start, into: &text)
        }
        return true
    }

    /// The escapes JSON5 adds.
    private mutating func moreEscape(_ letter: UInt8, from start: Int, into text: inout [UInt8]) -> Bool {
        switch letter {
        case UInt8(ascii: "v"): text.append(0x0B)
        case UInt8(ascii: "0"):
            guard byte < UInt8(ascii: "0") || byte > UInt8(ascii: "9") else { return failEscape(start) }
            text.append(0)
        case UInt8(ascii: "1")...UInt8(ascii: "9"): return failEscape(start)
        case UInt8(ascii: "x"):
            guard let value = hexDigits(at: offset, count: 2), let scalar = Unicode.Scalar(value) else {
                return failEscape(start)
            }
            text.append(contentsOf: String(scalar).utf8)
            offset += 2
        case 0x0D:
            if byte == 0x0A { offset += 1 }
        case 0x0A: break
        case 0xE2 where isLineSeparator(at: offset - 1): offset += 2
        default:
            // Any other character stands for itself.
            offset -= 1
            let next = scalar(at: offset)
            text.append(contentsOf: bytes[offset..<offset + next.length])
            offset += next.length
        }
        return true
    }

    private mutating func unicodeEscape(from start: Int, into text: inout [UInt8]) -> Bool {
        guard let unit = hexDigits(at: offset, count: 4) else { return failEscape(start) }
        offset += 4
        if let scalar = Unicode.Scalar(unit) {
            text.append(contentsOf: String(scalar).utf8)
            return true
        }
        guard unit < 0xDC00, byte == UInt8(ascii: "\\"), byte(after: 1) == UInt8(ascii: "u"),
            let low = hexDigits(at: offset + 2, count: 4), low >= 0xDC00, low <= 0xDFFF,
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else {
            fail(
                .encoding,
                "half a surrogate pair is no character",
                from: start,
                to: offset,
                hint: "write both halves, or the character itself"
            )
            return false
        }
        offset += 6
        text.append(contentsOf: String(scalar).utf8)
        return true
    }

    private mutating func failEscape(_ start: Int) -> Bool {
        let end = min(start + 1 + scalarLength(at: start + 1), bytes.count)
        let shown = String(decoding: bytes[start..<end], as: UTF8.self)
        fail(
            .syntax,
            "`\(shown)` is no escape",
            from: start,
            to: end,
            hint: "a backslash is written twice: \\\\"
        )
        // The character after the backslash belongs to the mistake, so that a quote there does not close the string.
        offset = max(offset, end)
        return false
    }

    private func scalarLength(at offset: Int) -> Int { offset < bytes.count ? scalar(at: offset).length : 0 }
}
