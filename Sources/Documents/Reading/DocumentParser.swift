/// One run over one document. In JSON5 it goes on after a mistake: a value that is wrong is skipped to the next comma,
/// bracket or line, so that one mistake gives one diagnostic.
///
/// INVARIANT: every step either moves `offset` forward or ends the run.
struct DocumentParser {
    enum Code: String {
        case syntax = "json.syntax"
        case duplicateKey = "json.duplicate-key"
        case depth = "json.depth"
        case size = "json.size"
        case encoding = "json.encoding"
        case number = "json.number"
    }

    enum PathPart {
        case key(String)
        case index(Int)
    }

    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    let bytes: [UInt8]
    let file: String
    /// RFC 8259 instead of JSON5.
    let strict: Bool
    let maxDepth: Int
    let maxValues: Int
    /// Values begun so far.
    var values = 0
    var offset: Int
    var diagnostics: [Diagnostic] = []
    /// Nothing more is to be read.
    var stopped = false
    /// The value that failed was not read to its end: its container has to skip it.
    var lost = false
    /// A string without its closing quote may have swallowed brackets: those that are missing later say nothing.
    var swallowedLine = false
    var path: [PathPart] = []
    /// The containers around the place that is being read, the innermost last.
    var open: [OpenContainer] = []
    private var cursor: PositionCursor
    private var invalid: [Range<Int>] = []

    init(bytes: [UInt8], file: String, strict: Bool, maxDepth: Int, maxValues: Int) {
        self.bytes = bytes
        self.file = file
        self.strict = strict
        self.maxDepth = maxDepth
        self.maxValues = maxValues
        offset = bytes.starts(with: Self.byteOrderMark) ? 3 : 0
        cursor = PositionCursor(offset: offset)
    }

    /// The root, if nothing was wrong.
    mutating func document() -> DocumentNode? {
        checkEncoding()
        if stopped { return nil }
        skipTrivia()
        if stopped { return nil }
        guard !atEnd else {
            // A comment that is never closed has been reported already.
            if !swallowedLine { fail(.syntax, "the document is empty", from: offset, to: offset) }
            return nil
        }
        let root = value()
        if stopped || lost { return nil }
        skipTrivia()
        if !atEnd, !stopped {
            fail(
                .syntax,
                "unexpected \(found) after the end of the document",
                from: offset,
                to: offset + foundLength
            )
        }
        return root
    }

    private mutating func checkEncoding() {
        if let other = TextEncoding.other(bytes) {
            fail(
                .encoding,
                "the document is \(other), expected UTF-8",
                from: offset,
                to: offset,
                hint: "save it as UTF-8"
            )
            stopped = true
            return
        }
        for range in TextEncoding.invalidRanges(in: bytes, limit: strict ? 1 : DocumentReader.mostMistakes) {
            let shown = bytes[range].prefix(4).map { "0x" + Self.hex($0) }.joined(separator: " ")
            fail(.encoding, "not UTF-8: \(shown)", from: range.lowerBound, to: range.upperBound)
            invalid.append(range)
        }
    }

    // MARK: - Where we are

    var atEnd: Bool { offset >= bytes.count }

    /// The byte at `offset`, 0 at the end.
    var byte: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    /// The byte `distance` further on, 0 past the end.
    func byte(after distance: Int) -> UInt8 { offset + distance < bytes.count ? bytes[offset + distance] : 0 }

    mutating func position(_ offset: Int) -> SourcePosition { cursor.position(of: offset, in: bytes) }

    /// The field being read, `gate.sharpness.min` or `tiers[2].name`.
    var field: String {
        var text = ""
        for part in path {
            switch part {
            case .key(let key): text += text.isEmpty ? key : "." + key
            case .index(let index): text += "[\(index)]"
            }
        }
        return text
    }

    // MARK: - Mistakes

    /// Reports one mistake at the bytes `from..<to`.
    mutating func fail(
        _ code: Code,
        _ message: String,
        from: Int,
        to: Int,
        hint: String? = nil,
        notes: [String] = []
    ) {
        if strict, code != .duplicateKey { stopped = true }
        // Whatever trips over bytes already reported as no text is the same mistake.
        if invalid.contains(where: { $0.contains(from) }) { return }
        guard diagnostics.count < DocumentReader.mostMistakes else { return }
        let start = position(from)
        let end = position(max(from, to))
        diagnostics.append(
            Diagnostic(
                .error,
                code: code.rawValue,
                file: file,
                start: start,
                end: end,
                field: field,
                message: message,
                hint: hint,
                notes: notes
            )
        )
        if diagnostics.count == DocumentReader.mostMistakes { stopped = true }
    }

    /// What stands at `offset`, for a message.
    var found: String { atEnd ? "the end of the document" : describe(at: offset) }

    var foundLength: Int { atEnd ? 0 : scalar(at: offset).length }

    private func describe(at offset: Int) -> String {
        let scalar = scalar(at: offset).scalar
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned, .privateUse:
            return "U+" + Self.padded(String(scalar.value, radix: 16, uppercase: true))
        default: return "`\(scalar)`"
        }
    }

    /// The code point at `offset` and its length in bytes; U+FFFD of length 1 where the bytes are not UTF-8.
    func scalar(at offset: Int) -> (scalar: Unicode.Scalar, length: Int) {
        let first = bytes[offset]
        if first < 0x80 { return (Unicode.Scalar(first), 1) }
        var decoder = UTF8()
        var rest = bytes[offset..<min(offset + 4, bytes.count)].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return ("\u{FFFD}", 1) }
        return (scalar, UTF8.width(scalar))
    }

    private static func padded(_ digits: String) -> String {
        String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
