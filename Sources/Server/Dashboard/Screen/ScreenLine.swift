import Documents

/// One line of a screen: runs of text, each with a tone.
package struct ScreenLine: Sendable, Hashable, ExpressibleByStringLiteral {
    package struct Span: Sendable, Hashable {
        package let text: String
        package let tone: Tone

        package init(_ text: String, _ tone: Tone = .plain) {
            self.text = text
            self.tone = tone
        }
    }

    package private(set) var spans: [Span]

    package init(_ spans: [Span]) { self.spans = spans.filter { !$0.text.isEmpty } }
    package init(_ text: String) { self.init([Span(text)]) }
    package init(stringLiteral value: String) { self.init(value) }

    /// The text alone.
    package var plain: String { spans.map(\.text).joined() }

    /// Cells of a terminal it takes.
    package var cells: Int { spans.reduce(0) { $0 + CellWidth.of($1.text) } }

    package mutating func append(_ text: String, _ tone: Tone = .plain) {
        if !text.isEmpty { spans.append(Span(text, tone)) }
    }

    /// The part that fits into `width` cells.
    func cut(to width: Int) -> ScreenLine {
        var room = width
        var kept: [Span] = []
        for span in spans where room > 0 {
            let part = span.text.cut(toCells: room)
            room -= CellWidth.of(part)
            kept.append(Span(part, span.tone))
            if part.count < span.text.count { break }
        }
        return ScreenLine(kept)
    }

    /// Broken between words, later lines indented, so that nothing of it is lost on a narrow screen.
    func wrapped(to width: Int) -> [ScreenLine] {
        guard cells > width else { return [self] }
        var lines: [ScreenLine] = []
        for span in spans {
            for word in span.text.split(separator: " ") {
                if let last = lines.indices.last, lines[last].cells + 1 + CellWidth.of(String(word)) <= width {
                    lines[last].append(" \(word)", span.tone)
                } else {
                    lines.append(ScreenLine([Span((lines.isEmpty ? "" : "  ") + word, span.tone)]))
                }
            }
        }
        return lines.map { $0.cut(to: width) }
    }
}

extension String {
    /// The longest beginning that fits into `width` cells.
    func cut(toCells width: Int) -> String {
        var room = width
        var kept = ""
        for character in self {
            let cells = CellWidth.of(String(character))
            guard cells <= room else { break }
            room -= cells
            kept.append(character)
        }
        return kept
    }

    /// Filled up on the right, or cut with `~` in the last cell: for names, never for figures.
    func fitted(toCells width: Int) -> String {
        let cells = CellWidth.of(self)
        if cells <= width { return self + String(repeating: " ", count: width - cells) }
        let kept = cut(toCells: max(0, width - 1))
        return kept + String(repeating: "~", count: min(1, width))
            + String(repeating: " ", count: max(0, width - 1 - CellWidth.of(kept)))
    }

    /// Control characters, DEL, C1 and bidirectional controls as visible escapes: what a name may not do to a terminal.
    package var visible: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7F...0x9F, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069:
                text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
