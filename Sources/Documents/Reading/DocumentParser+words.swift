extension DocumentParser {
    /// `true`, `false` and `null`; anything else that is no value is reported here.
    mutating func word() -> DocumentNode? {
        let start = offset
        guard startsIdentifier(at: offset) else {
            lost = true
            failNoValue()
            return nil
        }
        var end = offset
        while end < bytes.count, isIdentifierPart(at: end) { end += scalar(at: end).length }
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        let known: DocumentNode.Value? =
            switch text {
            case "true": .bool(true)
            case "false": .bool(false)
            case "null": .null
            default: nil
            }
        if let known {
            let from = position(start)
            offset = end
            return DocumentNode(value: known, start: from, end: position(end))
        }
        lost = true
        failWord(text, from: start, to: end)
        return nil
    }

    /// A key: quoted, or in JSON5 an identifier.
    mutating func key() -> String? {
        if byte == UInt8(ascii: "\"") || (byte == UInt8(ascii: "'") && !strict) { return quoted() }
        guard startsIdentifier(at: offset) else {
            lost = true
            unexpected("expected a key, found \(found)")
            return nil
        }
        let start = offset
        if strict {
            var end = offset
            while end < bytes.count, isIdentifierPart(at: end) { end += scalar(at: end).length }
            let text = Self.shortened(String(decoding: bytes[start..<end], as: UTF8.self))
            fail(.syntax, "keys need double quotes", from: start, to: end, hint: "write \"\(text)\"")
            return nil
        }
        return identifier()
    }

    /// An identifier name of ECMAScript 5.1 (section 7.6), escapes resolved.
    private mutating func identifier() -> String? {
        var text = String.UnicodeScalarView()
        let start = offset
        while !atEnd, isIdentifierPart(at: offset) {
            let next = scalar(at: offset)
            guard next.scalar == "\\" else {
                text.append(next.scalar)
                offset += next.length
                continue
            }
            guard byte(after: 1) == UInt8(ascii: "u"), let unit = hexDigits(at: offset + 2, count: 4),
                let scalar = Unicode.Scalar(unit), text.isEmpty ? Self.isStart(scalar) : Self.isPart(scalar)
            else {
                fail(.syntax, "this escape makes no letter of a key", from: offset, to: min(offset + 6, bytes.count))
                lost = true
                return nil
            }
            text.append(scalar)
            offset += 6
        }
        return offset > start ? String(text) : nil
    }

    // MARK: - Letters

    func startsIdentifier(at offset: Int) -> Bool {
        guard offset < bytes.count else { return false }
        switch bytes[offset] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "$"):
            return true
        case UInt8(ascii: "\\"): return !strict
        case ..<0x80: return false
        default: return Self.isStart(scalar(at: offset).scalar)
        }
    }

    func isIdentifierPart(at offset: Int) -> Bool {
        switch bytes[offset] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case ..<0x80: startsIdentifier(at: offset)
        default: Self.isPart(scalar(at: offset).scalar)
        }
    }

    private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber: true
        default: scalar == "$" || scalar == "_"
        }
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: true
        default: isStart(scalar) || scalar == "\u{200C}" || scalar == "\u{200D}"
        }
    }

    // MARK: - Messages

    private mutating func failWord(_ text: String, from: Int, to: Int) {
        let shown = Self.shortened(text)
        switch text {
        case "NaN", "Infinity":
            fail(.number, "`\(text)` is no number a document may hold", from: from, to: to)
        case "True", "TRUE", "yes", "Yes", "on":
            fail(.syntax, "unexpected `\(text)`", from: from, to: to, hint: "did you mean true?")
        case "False", "FALSE", "no", "No", "off":
            fail(.syntax, "unexpected `\(text)`", from: from, to: to, hint: "did you mean false?")
        case "Null", "NULL", "None", "nil", "undefined":
            fail(.syntax, "unexpected `\(text)`", from: from, to: to, hint: "did you mean null?")
        default:
            fail(.syntax, "unexpected `\(shown)`", from: from, to: to, hint: "text needs quotes: \"\(shown)\"")
        }
    }

    private mutating func failNoValue() {
        let character = atEnd ? nil : scalar(at: offset).scalar
        switch character {
        case "'": fail(.syntax, "strings need double quotes", from: offset, to: offset + 1)
        case "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}", "\u{AB}", "\u{BB}", "`":
            fail(
                .syntax,
                "expected a value, found a typographic quote",
                from: offset,
                to: offset + foundLength,
                hint: "write a straight quote: \""
            )
        case "+": fail(.number, "JSON numbers have no plus sign", from: offset, to: offset + 1)
        case ".": fail(.number, "JSON numbers start with a digit", from: offset, to: offset + 1)
        default: unexpected("expected a value, found \(found)")
        }
    }

    /// Text for a message: its first 40 characters.
    static func shortened(_ text: String) -> String {
        text.utf8.count <= 40 ? text : String(text.prefix(40)) + "…"
    }
}
