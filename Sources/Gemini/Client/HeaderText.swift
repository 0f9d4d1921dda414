/// What may stand in a header or a path without changing its meaning.
enum HeaderText {
    /// The visible ASCII of `text`.
    static func visible(_ text: String) -> String {
        String(decoding: text.utf8.filter { (0x21...0x7E).contains($0) }, as: UTF8.self)
    }

    /// A model id in a path; everything that is not usual in one is percent-encoded, the slash of tuned models kept.
    static func pathSegment(_ model: String) -> String {
        let hex = [UInt8]("0123456789ABCDEF".utf8)
        let usual = [UInt8]("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
        var output: [UInt8] = []
        for byte in model.utf8 {
            if usual.contains(byte) {
                output.append(byte)
            } else {
                output += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Whether a path (a query may follow) stays where it is written: no segment of it is `.` or `..`.
    static func hasNoDotSegments(_ path: Substring) -> Bool {
        path.prefix { $0 != "?" }.split(separator: "/").allSatisfy { $0 != "." && $0 != ".." }
    }

    /// Whether a path needs no encoding: letters, digits and `-._~:` in its segments, none of them empty or of dots.
    static func isPlain(_ path: String) -> Bool {
        let usual = [UInt8]("-._~:".utf8)
        return path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { segment in
            !segment.isEmpty && segment.allSatisfy { isLetterOrDigit($0) || usual.contains($0) }
        } && hasNoDotSegments(path[...])
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
    }

    /// A name or value in a query.
    static func queryText(_ text: String) -> String { pathSegment(text).replacing("/", with: "%2F") }

    /// Whether an answer says that it comes from the Torii emulator.
    static func isEmulated(_ headers: [(name: String, value: String)]) -> Bool {
        headers.contains { $0.name == "torii-emulator" }
    }
}
