extension JSON {
    /// UTF-8 text, valid under RFC 8259: compact, or indented by two spaces. Ends without a line feed.
    ///
    /// A double that is not finite has no form in JSON and is written as `null`. A double keeps its point or exponent
    /// (`1.0`), so that it reads back as a double. Keys are written as given: unique ones are the caller's part.
    /// Complexity: linear in the size of the text.
    package func encoded(pretty: Bool = false) -> [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes, indent: pretty ? 0 : nil)
        return bytes
    }

    /// The same as text.
    package func text(pretty: Bool = false) -> String {
        String(decoding: encoded(pretty: pretty), as: UTF8.self)
    }

    /// Appends the text of this value to `bytes`; `indent` is the level, nil for compact text.
    private func write(to bytes: inout [UInt8], indent: Int?) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        case .integer(let number): bytes.append(contentsOf: String(number).utf8)
        case .double(let number): bytes.append(contentsOf: (number.isFinite ? number.description : "null").utf8)
        case .string(let text): Self.write(text, to: &bytes)
        case .array(let items):
            Self.writeList(items, open: "[", close: "]", to: &bytes, indent: indent) { item, bytes, indent in
                item.write(to: &bytes, indent: indent)
            }
        case .object(let members):
            Self.writeList(members, open: "{", close: "}", to: &bytes, indent: indent) { member, bytes, indent in
                Self.write(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                if indent != nil { bytes.append(UInt8(ascii: " ")) }
                member.value.write(to: &bytes, indent: indent)
            }
        }
    }

    private static func writeList<Element>(
        _ elements: [Element],
        open: Unicode.Scalar,
        close: Unicode.Scalar,
        to bytes: inout [UInt8],
        indent: Int?,
        each: (Element, inout [UInt8], Int?) -> Void
    ) {
        bytes.append(UInt8(ascii: open))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            if let indent { breakLine(indent + 1, in: &bytes) }
            each(element, &bytes, indent.map { $0 + 1 })
        }
        if let indent, !elements.isEmpty { breakLine(indent, in: &bytes) }
        bytes.append(UInt8(ascii: close))
    }

    private static func breakLine(_ indent: Int, in bytes: inout [UInt8]) {
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: 2 * indent))
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x08: bytes.append(contentsOf: "\\b".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0C: bytes.append(contentsOf: "\\f".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case ..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(contentsOf: (byte < 0x10 ? "0" : "").utf8)
                bytes.append(contentsOf: String(byte, radix: 16).utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
