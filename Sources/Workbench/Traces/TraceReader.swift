package import Control
import Platform
import Policy

/// Reads a trace: one JSON object a line, keys in any order, unknown keys passed over.
///
/// Made for millions of rows: it holds some lines at a time, builds no tree, and takes only what traces hold: numbers,
/// plain strings, booleans and null.
package struct TraceReader {
    package struct Mistake: Error {
        package let line: Int
        package let message: String
    }

    /// Of a line, at most.
    static let longestLine = 65_536

    /// The lines at hand, whole ones from `position` to `end`.
    private(set) var bytes: [UInt8]
    private var position = 0
    private var end = 0
    private let pieces: FilePieces
    private var isAtEnd = false
    package private(set) var line = 0
    /// Where the id of the last row stands, quotes left out.
    package private(set) var id = 0..<0

    /// - Parameter begun: What was read of the file already.
    init(_ pieces: FilePieces, begun: [UInt8] = []) {
        self.pieces = pieces
        bytes = begun
        end = Self.end(ofLinesIn: begun)
    }

    /// The next row; nil at the end.
    package mutating func next() throws(Mistake) -> TraceRow? {
        while true {
            while position < end, Self.isSpace(bytes[position]) { position += 1 }
            if position < end { break }
            guard try readOn() else { return nil }
        }
        line += 1
        let start = position
        var row = TraceRow()
        var seen = 0
        try take("{")
        while true {
            let key = try string()
            try take(":")
            try value(of: key, &row, &seen)
            skipBlanks()
            guard position < end else { throw mistake("the line ends inside its object") }
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "}") { break }
            guard byte == UInt8(ascii: ",") else { throw mistake("`,` or `}` expected") }
        }
        guard position - start <= Self.longestLine else { throw tooLong }
        guard seen == 3 else { throw mistake("`t` and `id` must be there") }
        return row
    }

    /// Reads until there is a whole line more; false at the end of the file.
    private mutating func readOn() throws(Mistake) -> Bool {
        guard !isAtEnd else { return false }
        bytes.removeSubrange(..<position)
        position = 0
        end = 0
        while end == 0, !isAtEnd {
            guard bytes.count <= Self.longestLine else {
                line += 1
                throw tooLong
            }
            do throws(PlatformError) {
                let piece = try pieces.next()
                isAtEnd = piece.isEmpty
                let whole = Self.end(ofLinesIn: piece)
                if whole > 0 { end = bytes.count + whole }
                bytes += piece
            } catch {
                line += 1
                throw mistake(error.message)
            }
        }
        if isAtEnd { end = bytes.count }
        return true
    }

    /// Behind the last line feed; 0 where there is none.
    private static func end(ofLinesIn bytes: [UInt8]) -> Int {
        (bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    }

    private mutating func value(of key: Range<Int>, _ row: inout TraceRow, _ seen: inout Int) throws(Mistake) {
        skipBlanks()
        if matches(key, "t") {
            row.time = try integer()
            seen |= 1
        } else if matches(key, "id") {
            id = try string()
            row.hash = TraceRow.hash(bytes[id])
            seen |= 2
        } else if matches(key, "client") {
            row.client = try isNull() ? nil : TraceRow.hash(bytes[string()])
        } else if matches(key, "sharpness") {
            row.sharpness = try number()
        } else if matches(key, "attentionArea") {
            row.attentionArea = try number()
        } else if matches(key, "objectnessArea") {
            row.objectnessArea = try number()
        } else if matches(key, "coarse") {
            row.coarse = try isNull() ? nil : CoarseCategory(rawValue: String(decoding: bytes[string()], as: UTF8.self))
        } else if matches(key, "ownMark") {
            row.isOwn = try truth()
        } else if matches(key, "useful") {
            row.isRight = try truth()
        } else if matches(key, "eta") {
            row.eta = try number() ?? 0
        } else if matches(key, "costNano") {
            row.cost = try integer()
        } else if matches(key, "revenueNano") {
            row.revenue = try integer()
        } else {
            try pass()
        }
    }

    private func matches(_ range: Range<Int>, _ key: StaticString) -> Bool {
        guard range.count == key.utf8CodeUnitCount else { return false }
        return key.withUTF8Buffer { text in
            for index in 0..<range.count {
                let expected = unsafe text[index]
                if bytes[range.lowerBound + index] != expected { return false }
            }
            return true
        }
    }
}

extension TraceReader {
    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    private var tooLong: Mistake { mistake("longer than \(Self.longestLine) bytes: no line of a trace is") }

    private func mistake(_ message: String) -> Mistake { Mistake(line: line, message: message) }

    private mutating func skipBlanks() {
        while position < end, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) throws(Mistake) {
        skipBlanks()
        guard position < end, bytes[position] == UInt8(ascii: character) else {
            throw mistake("`\(character)` expected")
        }
        position += 1
    }

    private mutating func string() throws(Mistake) -> Range<Int> {
        try take("\"")
        let start = position
        while position < end, bytes[position] != UInt8(ascii: "\"") {
            guard bytes[position] != UInt8(ascii: "\\"), bytes[position] >= 0x20 else {
                throw mistake("strings of a trace are plain: no escapes")
            }
            position += 1
        }
        guard position < end else { throw mistake("a string does not end") }
        defer { position += 1 }
        return start..<position
    }

    private mutating func token() -> Range<Int> {
        let start = position
        while position < end, !Self.isSpace(bytes[position]), bytes[position] != UInt8(ascii: ","),
            bytes[position] != UInt8(ascii: "}")
        {
            position += 1
        }
        return start..<position
    }

    private mutating func isNull() throws(Mistake) -> Bool {
        guard position < end, bytes[position] == UInt8(ascii: "n") else { return false }
        let range = token()
        guard matches(range, "null") else { throw mistake("`null` expected") }
        return true
    }

    private mutating func number() throws(Mistake) -> Double? {
        if try isNull() { return nil }
        let text = String(decoding: bytes[token()], as: UTF8.self)
        guard let number = Double(text), number.isFinite else { throw mistake("`\(text)` is no number") }
        return number
    }

    private mutating func integer() throws(Mistake) -> Int64 {
        let range = token()
        var sum: Int64 = 0
        var index = range.lowerBound
        let isNegative = index < range.upperBound && bytes[index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        guard index < range.upperBound, range.count <= 19 else { throw mistake("a whole number expected") }
        while index < range.upperBound {
            guard (0x30...0x39).contains(bytes[index]) else {
                throw mistake("`\(String(decoding: bytes[range], as: UTF8.self))` is no whole number")
            }
            sum = sum * 10 + Int64(bytes[index] - 0x30)
            index += 1
        }
        return isNegative ? -sum : sum
    }

    private mutating func truth() throws(Mistake) -> Bool {
        if try isNull() { return false }
        let range = token()
        if matches(range, "true") { return true }
        guard matches(range, "false") else { throw mistake("`true` or `false` expected") }
        return false
    }

    private mutating func pass() throws(Mistake) {
        if position < end, bytes[position] == UInt8(ascii: "\"") {
            _ = try string()
        } else {
            guard position < end, bytes[position] != UInt8(ascii: "{"), bytes[position] != UInt8(ascii: "[")
            else {
                throw mistake("rows of a trace are flat")
            }
            _ = token()
        }
    }
}
