import Documents

/// Finds the answer's object in the text the model wrote.
enum AnswerText {
    /// The first balanced object, with what had to be left away around it.
    struct Found {
        let object: [UInt8]
        let repairs: [AnswerRepair]
    }

    /// The text parts of a candidate's content in order; thoughts are not part of the answer.
    static func joined(_ content: DocumentNode?) -> String {
        var text = ""
        for part in content?["parts"]?.array ?? [] where part["thought"]?.bool != true {
            text += part["text"]?.string ?? ""
        }
        return text
    }

    /// Throws when there is no object, or it is not closed.
    static func object(in text: String) throws(ContractViolation) -> Found {
        var repairs: [AnswerRepair] = []
        let bytes = trimmed(ArraySlice(text.utf8))
        let inner = withoutFence(bytes)
        if inner != bytes { repairs.append(AnswerRepair(.fence)) }
        guard let start = inner.firstIndex(of: UInt8(ascii: "{")) else {
            throw ContractViolation("the answer holds no JSON object")
        }
        guard let end = endOfObject(in: inner, from: start) else {
            throw ContractViolation("the JSON object of the answer is not closed")
        }
        if start > inner.startIndex { repairs.append(AnswerRepair(.leadingText)) }
        if end < inner.endIndex { repairs.append(AnswerRepair(.trailingText)) }
        return Found(object: Array(inner[start..<end]), repairs: repairs)
    }

    /// Just past the brace that closes the one at `start`; braces inside strings do not count.
    private static func endOfObject(in bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
        var depth = 0
        var inString = false
        var index = start
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "\\") where inString: index += 1
            case UInt8(ascii: "\""): inString.toggle()
            case UInt8(ascii: "{") where !inString: depth += 1
            case UInt8(ascii: "}") where !inString:
                depth -= 1
                if depth == 0 { return index + 1 }
            default: break
            }
            index += 1
        }
        return nil
    }

    /// One outer fence: a first line of three backticks and perhaps a language, a last one of three backticks, which
    /// may be missing.
    private static func withoutFence(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let fence = [UInt8](repeating: UInt8(ascii: "`"), count: 3)
        guard bytes.starts(with: fence) else { return bytes }
        var inner = bytes.dropFirst(3).drop { isLetter($0) }
        if inner.count >= 3, inner.suffix(3).elementsEqual(fence) { inner = inner.dropLast(3) }
        return trimmed(inner)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let head = bytes.drop { isSpace($0) }
        guard let last = head.lastIndex(where: { !isSpace($0) }) else { return head.prefix(0) }
        return head[...last]
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
