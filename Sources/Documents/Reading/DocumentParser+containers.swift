extension DocumentParser {
    /// Whether a comma may come next.
    private enum Comma {
        /// After `{`, `[` or a comma.
        case forbidden
        /// After a value.
        case required
        /// After something that was skipped.
        case optional
    }

    mutating func array() -> DocumentNode? {
        let start = position(offset)
        guard open() else { return nil }
        defer { openers.removeLast() }
        var items: [DocumentNode] = []
        var comma = Comma.forbidden
        var lastComma: Int?
        var index = 0
        while !stopped {
            skipTrivia()
            if stopped { break }
            switch next(&comma, closer: UInt8(ascii: "]"), start: start, lastComma: &lastComma) {
            case .closed: return stopped ? nil : node(.array(items), start)
            case .broken: return nil
            case .again: continue
            case .element: break
            }
            if comma == .required {
                guard startsValue else {
                    unexpected("expected `,` or `]`, found \(found)")
                    recover()
                    comma = .optional
                    continue
                }
                fail(.syntax, "expected `,` between two values", from: offset, to: offset + foundLength)
            }
            path.append(.index(index))
            let item = value()
            path.removeLast()
            index += 1
            lastComma = nil
            comma = .required
            if let item {
                items.append(item)
            } else if lost, !stopped {
                recover()
                comma = .optional
            }
        }
        return nil
    }

    mutating func object() -> DocumentNode? {
        let start = position(offset)
        guard open() else { return nil }
        defer { openers.removeLast() }
        var members: [DocumentMember] = []
        var keys = KeyIndex()
        var comma = Comma.forbidden
        var lastComma: Int?
        while !stopped {
            skipTrivia()
            if stopped { break }
            switch next(&comma, closer: UInt8(ascii: "}"), start: start, lastComma: &lastComma) {
            case .closed: return stopped ? nil : node(.object(members), start)
            case .broken: return nil
            case .again: continue
            case .element: break
            }
            if comma == .required {
                guard looksLikeMember else {
                    unexpected("expected `,` or `}`, found \(found)")
                    recover()
                    comma = .optional
                    continue
                }
                fail(.syntax, "expected `,` before the next key", from: offset, to: offset + foundLength)
            }
            lastComma = nil
            comma = .required
            if let member = member(&keys) {
                members.append(member)
            } else if lost, !stopped {
                recover()
                comma = .optional
            }
        }
        return nil
    }

    /// `key: value`. Nil when either is wrong; `lost` says whether the rest has to be skipped.
    private mutating func member(_ keys: inout KeyIndex) -> DocumentMember? {
        let keyOffset = offset
        let keyStart = position(offset)
        lost = false
        guard let key = self.key() else { return nil }
        let keyEnd = position(offset)
        path.append(.key(key))
        defer { path.removeLast() }
        if let first = keys.insert(key, at: keyStart) {
            fail(
                .duplicateKey,
                "the key `\(Self.shortened(key))` is given twice",
                from: keyOffset,
                to: keyEnd.offset,
                notes: ["first given at \(first.line):\(first.column)"]
            )
        }
        skipTrivia()
        if stopped { return nil }
        if byte == UInt8(ascii: ":") {
            offset += 1
        } else if atEnd || isSeparator(byte) {
            fail(.syntax, "the key `\(Self.shortened(key))` has no value", from: keyOffset, to: keyEnd.offset)
            return nil
        } else {
            fail(
                .syntax,
                "expected `:` after the key `\(Self.shortened(key))`, found \(found)",
                from: offset,
                to: offset + foundLength,
                hint: byte == UInt8(ascii: "=") ? "write `:`" : nil
            )
            if stopped { return nil }
            if byte == UInt8(ascii: "=") {
                offset += 1
            } else if byte != UInt8(ascii: "{"), byte != UInt8(ascii: "[") {
                lost = true
                return nil
            }
        }
        skipTrivia()
        if stopped { return nil }
        if atEnd || isSeparator(byte) {
            fail(.syntax, "the key `\(Self.shortened(key))` has no value", from: keyOffset, to: keyEnd.offset)
            return nil
        }
        guard let value = value() else { return nil }
        return DocumentMember(key: key, keyStart: keyStart, keyEnd: keyEnd, node: value)
    }

    // MARK: - Brackets and commas

    private enum Step { case closed, broken, again, element }

    /// Takes the comma or closing bracket that stands here, if one does.
    private mutating func next(
        _ comma: inout Comma,
        closer: UInt8,
        start: SourcePosition,
        lastComma: inout Int?
    ) -> Step {
        if atEnd {
            unclosed(start)
            return .broken
        }
        switch byte {
        case closer:
            if strict, let lastComma {
                fail(.syntax, "JSON has no trailing commas", from: lastComma, to: lastComma + 1)
            }
            offset += 1
            return .closed
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            return wrongCloser(closer, start: start, &comma)
        case UInt8(ascii: ","):
            if comma == .forbidden {
                unexpected("expected \(closer == UInt8(ascii: "}") ? "a key" : "a value"), found `,`")
                if stopped { return .broken }
            }
            lastComma = offset
            comma = .forbidden
            offset += 1
            return .again
        default: return .element
        }
    }

    /// The other kind of bracket closes here. When a container of that kind is open, this one was never closed; else the
    /// bracket is a slip for the right one.
    private mutating func wrongCloser(_ closer: UInt8, start: SourcePosition, _ comma: inout Comma) -> Step {
        let opener = closer == UInt8(ascii: "}") ? "{" : "["
        if !swallowedLine {
            fail(
                .syntax,
                "expected `\(Character(Unicode.Scalar(closer)))`, found \(found)",
                from: offset,
                to: offset + 1,
                notes: ["`\(opener)` opened at \(start.line):\(start.column)"]
            )
        }
        let wanted = byte == UInt8(ascii: "}") ? UInt8(ascii: "{") : UInt8(ascii: "[")
        if openers.dropLast().contains(wanted) { return .broken }
        offset += 1
        guard openers.count == 1 else { return .broken }
        // Closing the root here would leave the rest unread.
        swallowedLine = true
        comma = .optional
        return stopped ? .broken : .again
    }

    private mutating func unclosed(_ start: SourcePosition) {
        let opener = Character(Unicode.Scalar(bytes[start.offset]))
        let closer: Character = opener == "{" ? "}" : "]"
        if strict {
            fail(
                .syntax,
                "expected `\(closer)`, found the end of the document",
                from: offset,
                to: offset,
                notes: ["`\(opener)` opened at \(start.line):\(start.column)"]
            )
        } else if !swallowedLine {
            fail(.syntax, "this `\(opener)` is never closed", from: start.offset, to: start.offset + 1)
        }
        // The containers around it are not closed either; that is the same mistake.
        stopped = true
    }

    /// Goes one level down. False, with the container skipped, when that is too deep.
    private mutating func open() -> Bool {
        guard openers.count < maxDepth else {
            fail(.depth, "nested deeper than \(maxDepth) levels", from: offset, to: offset + 1)
            if !stopped { skipContainer() }
            return false
        }
        openers.append(bytes[offset])
        offset += 1
        return true
    }

    private mutating func node(_ value: DocumentNode.Value, _ start: SourcePosition) -> DocumentNode {
        DocumentNode(value: value, start: start, end: position(offset))
    }

    mutating func unexpected(_ message: String) {
        fail(.syntax, message, from: offset, to: offset + foundLength)
    }

    private func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }

    private var startsValue: Bool {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "-"),
            UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: startsIdentifier(at: offset)
        }
    }

    /// Whether a key and its colon stand here, as far as a short look tells.
    private var looksLikeMember: Bool {
        var scan = offset
        let limit = min(bytes.count, offset + 256)
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            scan += 1
            while scan < limit, bytes[scan] != byte, bytes[scan] != 0x0A { scan += 1 }
            scan += 1
        } else {
            guard startsIdentifier(at: offset) else { return false }
            while scan < limit, isIdentifierPart(at: scan) { scan += scalar(at: scan).length }
        }
        while scan < limit, bytes[scan] == 0x20 || bytes[scan] == 0x09 { scan += 1 }
        return scan < limit && (bytes[scan] == UInt8(ascii: ":") || bytes[scan] == UInt8(ascii: "="))
    }
}
