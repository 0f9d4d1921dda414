/// Lines as terminals and browsers read them.
extension [ScreenLine] {
    /// Text with a line break after each line. Tones are SGR sequences when `colour` is set, else nothing.
    package func text(colour: Bool) -> String { map { $0.text(colour: colour) + "\n" }.joined() }

    /// Lines for the inside of a `<pre>`: escaped, tones as classes.
    package func html() -> String { map { $0.html() + "\n" }.joined() }

    /// One frame over the last one: nothing is cleared before it is drawn, and terminals that know synchronized output
    /// show it at once.
    ///
    /// - Parameters:
    ///   - isFirst: Clears the screen before the first frame, and only then.
    ///   - width: Cells of a line: the rest of a full one is not erased, since the cursor stands on its last cell.
    package func frame(isFirst: Bool, colour: Bool, width: Int) -> [UInt8] {
        let body = map { $0.text(colour: colour) + ($0.cells < width ? "\u{1B}[K" : "") }.joined(separator: "\r\n")
        let start = isFirst ? "\u{1B}[2J" : ""
        return [UInt8]("\u{1B}[?2026h\(start)\u{1B}[H\(body)\r\n\u{1B}[J\u{1B}[?2026l".utf8)
    }
}

extension ScreenLine {
    func text(colour: Bool) -> String {
        spans.map { span in
            guard colour, let sgr = span.tone.sgr else { return span.text }
            return "\u{1B}[\(sgr)m\(span.text)\u{1B}[0m"
        }
        .joined()
    }

    fileprivate func html() -> String {
        spans.map { span in
            let text = span.text.htmlEscaped
            return span.tone == .plain ? text : "<span class=\"\(span.tone.rawValue)\">\(text)</span>"
        }
        .joined()
    }
}

extension String {
    /// For text and attribute values of HTML.
    package var htmlEscaped: String {
        var escaped = ""
        for character in self {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
