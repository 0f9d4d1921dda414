/// A document's bytes cut into lines, for quoting them.
package struct SourceText: Sendable {
    private let bytes: [UInt8]
    /// Where each line starts.
    private let starts: [Int]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [bytes.starts(with: DocumentParser.byteOrderMark) ? 3 : 0]
        for (offset, byte) in bytes.enumerated() {
            let isLoneReturn = byte == 0x0D && (offset + 1 == bytes.count || bytes[offset + 1] != 0x0A)
            if byte == 0x0A || isLoneReturn { starts.append(offset + 1) }
        }
        self.starts = starts
    }

    /// The text of a line, counted from 1, without its line ending; empty when there is no such line. Bytes that are not
    /// UTF-8 show as U+FFFD, one for each.
    package func line(_ number: Int) -> String {
        guard number >= 1, number <= starts.count else { return "" }
        let start = starts[number - 1]
        var end = number < starts.count ? starts[number] : bytes.count
        while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }
}
