/// The one sanitiser for text that came from outside, before any terminal or log: control characters (C0, C1, DEL),
/// bidirectional controls and line separators become visible escapes.
package enum PrintableText {
    /// As it may stand on a terminal: `\u{1B}`, `\u{202E}` for what is not printable.
    package static func visible(_ text: String) -> String {
        escaped(text) { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }
    }

    /// A JSON string with its quotes; what is not printable is escaped although JSON would allow some of it.
    static func json(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if isHidden(scalar) { result += jsonEscape(scalar) } else { result.unicodeScalars.append(scalar) }
            }
        }
        return result + "\""
    }

    private static func escaped(_ text: String, _ escape: (Unicode.Scalar) -> String) -> String {
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isHidden(scalar) { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }

    /// All that is hidden lies in the basic plane, so one escape does.
    private static func jsonEscape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        case 0x2028, 0x2029: true
        default: false
        }
    }
}
