extension DocumentParser {
    enum Step {
        /// A value was read to its end; nil when it was wrong.
        case done(DocumentNode?)
        /// A container was opened.
        case opened
    }

    /// Reads one value with all that is in it.
    mutating func value() -> DocumentNode? {
        var step = begin()
        while !stopped {
            if case .done(let node) = step {
                guard !open.isEmpty else { return node }
                attach(node)
                if stopped { break }
            }
            step = advance()
        }
        return nil
    }

    /// Starts the value that stands here: reads it, or opens its container.
    private mutating func begin() -> Step {
        lost = false
        values += 1
        guard values <= maxValues else {
            fail(.size, "more than \(maxValues) values", from: offset, to: offset + 1)
            stopped = true
            return .done(nil)
        }
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard open.count < maxDepth else {
                fail(.depth, "nested deeper than \(maxDepth) levels", from: offset, to: offset + 1)
                if !stopped { skipContainer() }
                return .done(nil)
            }
            open.append(OpenContainer(isObject: byte == UInt8(ascii: "{"), start: position(offset)))
            offset += 1
            return .opened
        case UInt8(ascii: "\""): return .done(stringValue())
        case UInt8(ascii: "'") where !strict: return .done(stringValue())
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return .done(number())
        case UInt8(ascii: "+") where !strict: return .done(number())
        case UInt8(ascii: ".") where !strict: return .done(number())
        default: return .done(word())
        }
    }

    /// Puts a value that was read into the innermost container.
    private mutating func attach(_ node: DocumentNode?) {
        path.removeLast()
        let top = open.count - 1
        open[top].comma = .required
        open[top].lastComma = nil
        if let pending = open[top].pending {
            open[top].pending = nil
            if let node {
                open[top].members.append(
                    DocumentMember(key: pending.key, keyStart: pending.start, keyEnd: pending.end, node: node)
                )
            }
        } else {
            open[top].count += 1
            if let node { open[top].items.append(node) }
        }
        if node == nil, lost, !stopped { recoverInside() }
    }

    /// Skips the rest of what could not be read.
    private mutating func recoverInside() {
        recover()
        open[open.count - 1].comma = .optional
    }

    /// Goes on in the innermost container: to its next value, or to its end.
    private mutating func advance() -> Step {
        while !stopped {
            skipTrivia()
            if stopped { break }
            let top = open.count - 1
            let isObject = open[top].isObject
            if atEnd {
                unclosed(open[top])
                break
            }
            switch byte {
            case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject:
                return close()
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard let step = wrongCloser() else { continue }
                return step
            case UInt8(ascii: ","):
                if open[top].comma == .forbidden {
                    unexpected("expected \(isObject ? "a key" : "a value"), found `,`")
                }
                open[top].lastComma = offset
                open[top].comma = .forbidden
                offset += 1
                continue
            default: break
            }
            if open[top].comma == .required, !missingComma(isObject) { continue }
            if isObject {
                guard startMember() else { continue }
            } else {
                path.append(.index(open[top].count))
            }
            if stopped { break }
            return begin()
        }
        return .done(nil)
    }

    /// Reports that a comma is missing. False when what stands here is no value or member, and was skipped.
    private mutating func missingComma(_ isObject: Bool) -> Bool {
        guard isObject ? looksLikeMember : startsValue else {
            unexpected("expected `,` or `\(isObject ? "}" : "]")`, found \(found)")
            if !stopped { recoverInside() }
            return false
        }
        let message = isObject ? "expected `,` before the next key" : "expected `,` between two values"
        fail(.syntax, message, from: offset, to: offset + foundLength)
        return !stopped
    }

    /// Reads a key and its colon, up to where the value stands. False when there is no value to read.
    private mutating func startMember() -> Bool {
        let top = open.count - 1
        open[top].lastComma = nil
        open[top].comma = .required
        let keyOffset = offset
        let keyStart = position(offset)
        lost = false
        guard let key = self.key() else {
            if lost, !stopped { recoverInside() }
            return false
        }
        let keyEnd = position(offset)
        path.append(.key(key))
        if let first = open[top].keys.insert(key, at: keyStart) {
            fail(
                .duplicateKey,
                "the key `\(Self.shortened(key))` is given twice",
                from: keyOffset,
                to: keyEnd.offset,
                notes: ["first given at \(first.line):\(first.column)"]
            )
        }
        guard colon(after: key), hasValue(key, keyOffset, keyEnd.offset) else {
            path.removeLast()
            if lost, !stopped { recoverInside() }
            return false
        }
        open[top].pending = OpenContainer.PendingKey(key: key, start: keyStart, end: keyEnd)
        return true
    }

    /// Passes over the colon, or over what stands in its place.
    private mutating func colon(after key: String) -> Bool {
        skipTrivia()
        if stopped { return false }
        if byte == UInt8(ascii: ":") {
            offset += 1
            skipTrivia()
            return !stopped
        }
        // Then the value is missing too, which says enough.
        if atEnd || isSeparator(byte) { return true }
        fail(
            .syntax,
            "expected `:` after the key `\(Self.shortened(key))`, found \(found)",
            from: offset,
            to: offset + foundLength,
            hint: byte == UInt8(ascii: "=") ? "write `:`" : nil
        )
        if stopped { return false }
        if byte == UInt8(ascii: "=") {
            offset += 1
            skipTrivia()
            return !stopped
        }
        lost = byte != UInt8(ascii: "{") && byte != UInt8(ascii: "[")
        return !lost
    }

    private mutating func hasValue(_ key: String, _ from: Int, _ to: Int) -> Bool {
        guard atEnd || isSeparator(byte) else { return true }
        fail(.syntax, "the key `\(Self.shortened(key))` has no value", from: from, to: to)
        return false
    }

    // MARK: - The end of a container

    private mutating func close() -> Step {
        let container = open.removeLast()
        if strict, let comma = container.lastComma {
            fail(.syntax, "JSON has no trailing commas", from: comma, to: comma + 1)
            return .done(nil)
        }
        offset += 1
        let value: DocumentNode.Value = container.isObject ? .object(container.members) : .array(container.items)
        return .done(DocumentNode(value: value, start: container.start, end: position(offset)))
    }

    /// The other kind of bracket closes here. When a container of that kind is open, this one was never closed; else the
    /// bracket is a slip for the right one. Nil when reading goes on in the same container.
    private mutating func wrongCloser() -> Step? {
        let container = open[open.count - 1]
        if !swallowedLine {
            fail(
                .syntax,
                "expected `\(container.closer)`, found \(found)",
                from: offset,
                to: offset + 1,
                notes: ["`\(container.opener)` opened at \(container.start.line):\(container.start.column)"]
            )
        }
        lost = false
        let closesObject = byte == UInt8(ascii: "}")
        let isOtherOpen = open.dropLast().contains { $0.isObject == closesObject }
        if !isOtherOpen { offset += 1 }
        if open.count > 1 {
            open.removeLast()
            return .done(nil)
        }
        // Closing the root here would leave the rest unread.
        swallowedLine = true
        open[0].comma = .optional
        return nil
    }

    private mutating func unclosed(_ container: OpenContainer) {
        if strict {
            fail(
                .syntax,
                "expected `\(container.closer)`, found the end of the document",
                from: offset,
                to: offset,
                notes: ["`\(container.opener)` opened at \(container.start.line):\(container.start.column)"]
            )
        } else if !swallowedLine {
            let start = container.start.offset
            fail(.syntax, "this `\(container.opener)` is never closed", from: start, to: start + 1)
        }
        // The containers around it are not closed either; that is the same mistake.
        stopped = true
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
