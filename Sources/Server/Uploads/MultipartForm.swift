/// A `multipart/form-data` body (RFC 7578) as phones really write it: boundaries quoted or not, lines ended by CRLF or LF, any
/// preamble, lengths of parts wrong or missing. The parts are ranges of the body; nothing is copied.
struct MultipartForm: Sendable {
    struct Part: Sendable {
        /// Of `Content-Disposition`; empty when there is none.
        let name: String
        let range: Range<Int>
    }

    let parts: [Part]

    private static let mostParts = 64
    private static let longestHead = 8_192
    private static let longestBoundary = 200

    /// The boundary in a content type; nil when it is no multipart form or has none.
    static func boundary(_ contentType: String) -> [UInt8]? {
        guard contentType.lowercased().hasPrefix("multipart/form-data"),
            let value = parameter("boundary", of: contentType), (1...longestBoundary).contains(value.utf8.count)
        else { return nil }
        return Array(value.utf8)
    }

    /// Throws `invalid_field` for a body that ends before its last boundary or has no part.
    init(_ body: [UInt8], boundary: [UInt8]) throws(Problem) {
        let delimiter = Array("--".utf8) + boundary
        var parts: [Part] = []
        var cursor = Self.next(delimiter, in: body, from: 0)
        while let start = cursor {
            var index = start + delimiter.count
            if body[index...].starts(with: Array("--".utf8)) {
                guard !parts.isEmpty else { break }
                self.parts = parts
                return
            }
            index = Self.endOfLine(body, from: index)
            guard parts.count < Self.mostParts else {
                throw Problem(.invalidField, "the multipart body has more than \(Self.mostParts) parts")
            }
            guard let (name, content) = Self.head(body, from: index),
                let end = Self.next(delimiter, in: body, from: content)
            else { break }
            // The line end before a boundary belongs to it.
            var last = end
            if last > content, body[last - 1] == UInt8(ascii: "\n") { last -= 1 }
            if last > content, body[last - 1] == UInt8(ascii: "\r") { last -= 1 }
            parts.append(Part(name: name, range: content..<last))
            cursor = end
        }
        throw Problem(
            .invalidField,
            "the multipart body ends before its last boundary, or a part's head is over \(Self.longestHead) bytes"
        )
    }

    /// The only part of a name; nil when there is none. Throws `duplicate_field` for two: nobody can say which was meant.
    func part(_ name: String) throws(Problem) -> Part? {
        let named = parts.filter { $0.name == name }
        guard named.count <= 1 else {
            throw Problem(.duplicateField, "the form has \(named.count) parts `\(name)`; send one")
        }
        return named.first
    }

    /// The name in a part's head, and where its content starts.
    private static func head(_ body: [UInt8], from start: Int) -> (name: String, content: Int)? {
        var name = ""
        var index = start
        while index < body.count, index - start < longestHead {
            let end = endOfLine(body, from: index)
            var line = body[index..<end]
            while let last = line.last, last == UInt8(ascii: "\r") || last == UInt8(ascii: "\n") { line.removeLast() }
            if line.isEmpty { return end > index ? (name, end) : nil }
            let text = String(decoding: line, as: UTF8.self)
            if text.lowercased().hasPrefix("content-disposition:") { name = parameter("name", of: text) ?? "" }
            index = end
        }
        return nil
    }

    /// Just past the next LF, or the end.
    private static func endOfLine(_ body: [UInt8], from start: Int) -> Int {
        guard start < body.count else { return body.count }
        return body[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? body.count
    }

    /// Where the delimiter stands next, at the start of a line.
    private static func next(_ delimiter: [UInt8], in body: [UInt8], from start: Int) -> Int? {
        var index = start
        while index + delimiter.count <= body.count {
            guard let dash = body[index...].firstIndex(of: UInt8(ascii: "-")), dash + delimiter.count <= body.count
            else {
                return nil
            }
            let isLineStart = dash == 0 || body[dash - 1] == UInt8(ascii: "\n")
            let end = dash + delimiter.count
            if isLineStart, body[dash..<end].elementsEqual(delimiter), isEnd(body[end...]) { return dash }
            index = dash + 1
        }
        return nil
    }

    /// Whether a boundary may end here: another one may begin with it.
    private static func isEnd(_ rest: ArraySlice<UInt8>) -> Bool {
        guard let next = rest.first else { return true }
        return [0x20, 0x09, 0x0d, 0x0a].contains(next) || rest.starts(with: Array("--".utf8))
    }

    /// `key=value` or `key="value"` of a header.
    private static func parameter(_ key: String, of header: String) -> String? {
        var isQuoted = false
        let parts = header.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == ";" && !isQuoted
        }
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, pair[0].filter({ !$0.isWhitespace }).lowercased() == key else { continue }
            let value = pair[1].drop { $0.isWhitespace }
            if value.first == "\"" { return String(value.dropFirst().prefix { $0 != "\"" }) }
            return String(value.prefix { !$0.isWhitespace })
        }
        return nil
    }
}
