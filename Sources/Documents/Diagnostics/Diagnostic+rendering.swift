extension Diagnostic {
    /// Lines of a document up to this many cells are quoted whole.
    package static let widestLine = 100
    /// How much of a longer one is quoted.
    package static let excerptWidth = 60

    /// `file:line:col: severity: message [code]`, then the line it is about with carets and the hint, then the notes.
    /// Ends without a line feed. Control characters are shown escaped, so that a document cannot steer the terminal.
    package func rendered(source: SourceText? = nil) -> String {
        var place = Self.printable(file)
        if let start { place += ":\(start.line):\(start.column)" }
        var lines = ["\(place): \(severity.rawValue): \(Self.printable(message)) [\(code)]"]
        let number = start.map { String($0.line) } ?? ""
        let gutter = max(3, number.count)
        let margin = String(repeating: " ", count: gutter + 1)
        if let start, let source {
            let quote = excerpt(of: source.line(start.line), at: start)
            lines.append(
                Self.trimmed(String(repeating: " ", count: gutter - number.count) + "\(number) | \(quote.text)")
            )
            let hint = hint.map { " " + Self.printable($0) } ?? ""
            lines.append("\(margin)| \(String(repeating: " ", count: quote.before))\(quote.carets)\(hint)")
        } else if let hint {
            lines.append("\(margin)= \(Self.printable(hint))")
        }
        for note in notes { lines.append("\(margin)= \(Self.printable(note))") }
        return lines.joined(separator: "\n")
    }

    private struct Excerpt {
        var text: String
        /// Cells before the first caret.
        var before: Int
        var carets: String
    }

    /// The part of the line to show, and where the carets go under it.
    private func excerpt(of line: String, at start: SourcePosition) -> Excerpt {
        let cells = line.unicodeScalars.map { Self.shown($0) }
        let widths = cells.map { CellWidth.of($0) }
        let first = min(max(start.column - 1, 0), cells.count)
        var last = cells.count
        if let end, end.line == start.line { last = min(max(end.column - 1, first), cells.count) }
        var lower = 0
        var upper = cells.count
        if widths.reduce(0, +) > Self.widestLine {
            (lower, upper) = window(widths, around: first)
        }
        let before = widths[lower..<first].reduce(0, +) + (lower > 0 ? 1 : 0)
        let marked = widths[first..<max(min(last, upper), first)].reduce(0, +)
        return Excerpt(
            text: (lower > 0 ? "…" : "") + cells[lower..<upper].joined() + (upper < cells.count ? "…" : ""),
            before: before,
            carets: String(repeating: "^", count: max(1, marked))
        )
    }

    /// The columns whose cells fit in an excerpt, about half of them before `center`.
    private func window(_ widths: [Int], around center: Int) -> (Int, Int) {
        var lower = center
        var used = 0
        while lower > 0, used + widths[lower - 1] <= Self.excerptWidth / 2 {
            lower -= 1
            used += widths[lower]
        }
        var upper = center
        while upper < widths.count, used + widths[upper] <= Self.excerptWidth {
            used += widths[upper]
            upper += 1
        }
        while lower > 0, used + widths[lower - 1] <= Self.excerptWidth {
            lower -= 1
            used += widths[lower]
        }
        return (lower, upper)
    }

    /// A line for terminals: tabs as four cells, everything that steers or hides text as an escape.
    private static func shown(_ scalar: Unicode.Scalar) -> String {
        scalar == "\t" ? "    " : escaped(scalar)
    }

    private static func printable(_ text: String) -> String {
        text.unicodeScalars.allSatisfy { !steers($0) } ? text : text.unicodeScalars.map(escaped).joined()
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        guard steers(scalar) else { return String(scalar) }
        switch scalar {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default: return "\\u{" + String(scalar.value, radix: 16) + "}"
        }
    }

    /// Controls, directional overrides and other invisible characters. The zero-width joiner stays: emoji need it.
    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value >= 0x20, scalar.value < 0x7F { return false }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        case .format: return scalar != "\u{200D}"
        default: return false
        }
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}

extension Sequence where Element == Diagnostic {
    /// All of them in order of file and position, a blank line between two. `sources` holds documents by file name.
    package func rendered(sources: [String: SourceText]) -> String {
        sortedByPosition().map { $0.rendered(source: sources[$0.file]) }.joined(separator: "\n\n")
    }
}
