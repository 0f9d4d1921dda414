import Documents
import Platform

/// An error answer of which only the beginning was read, made a whole `google.rpc.Status` again: its code, and the
/// beginning of what it says.
enum CutError {
    /// Of the message so many bytes are kept.
    static let messageBytes = 2_000

    static func body(status: Int, beginning: [UInt8]) -> [UInt8] {
        let said = text(of: "message", in: beginning, atMost: messageBytes)
        let word = text(of: "status", in: beginning, atMost: 40).flatMap { isName($0) ? $0 : nil }
        let json: JSON = [
            "error": [
                "code": .integer(Int64(status)),
                "message": .string((said.map { $0 + "… " } ?? "") + "(cut: the answer was too long to be read)"),
                "status": .string(word ?? CanonicalCode.name(status: status)),
            ]
        ]
        return json.encoded()
    }

    /// The beginning of the first text member of this name; nil when there is none.
    private static func text(of name: String, in bytes: [UInt8], atMost limit: Int) -> String? {
        let quote = UInt8(ascii: "\"")
        guard let found = bytes.firstRange(of: Array("\"\(name)\"".utf8)) else { return nil }
        let separators = Array(": \t\r\n".utf8)
        let value = bytes[found.upperBound...].drop { separators.contains($0) }
        guard value.first == quote else { return nil }
        let rest = value.dropFirst().prefix(limit)
        var end = rest.startIndex
        while end < rest.endIndex, rest[end] != quote { end += rest[end] == UInt8(ascii: "\\") ? 2 : 1 }
        var text = Array(rest[..<min(end, rest.endIndex)])
        // The limit may fall into a character, or into an escape, the longest of which has twelve bytes.
        for _ in 0...12 {
            let token = [quote] + text + [quote]
            if let read = DocumentReader.read(token, file: "answer", dialect: .json).root?.string { return read }
            guard text.popLast() != nil else { return nil }
        }
        return nil
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "_") }
    }
}
