/// The key to the API. No description, dump or reflection shows it.
struct APIKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let bytes: [UInt8]

    /// Surrounding white space goes: keys come out of files.
    init(_ text: String) {
        let space: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        var bytes = ArraySlice(text.utf8).drop(while: space)
        while let last = bytes.last, space(last) { bytes.removeLast() }
        self.bytes = Array(bytes)
    }

    /// What goes into the header; nil when no header can carry it. Nothing else is checked: kinds of keys differ.
    var headerValue: String? {
        guard !bytes.isEmpty, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `text` with every copy of the key blotted out, should the other side echo it.
    ///
    /// Complexity: linear in `text` for texts that do not hold the key's first byte all over.
    func blotted(_ text: [UInt8]) -> [UInt8] {
        guard bytes.count >= 8, var next = text.firstIndex(of: bytes[0]) else { return text }
        var output = text
        while next + bytes.count <= output.count {
            if output[next..<next + bytes.count].elementsEqual(bytes) {
                output.replaceSubrange(
                    next..<next + bytes.count,
                    with: repeatElement(UInt8(ascii: "*"), count: bytes.count)
                )
            }
            guard let following = output[(next + 1)...].firstIndex(of: bytes[0]) else { break }
            next = following
        }
        return output
    }

    func blotted(_ text: String) -> String { String(decoding: blotted(Array(text.utf8)), as: UTF8.self) }

    var description: String { "<key>" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
