import Documents

/// Turns whole screens into the bytes that make one of the other: lines that stay are not written again, nothing is
/// cleared before it is drawn, and a terminal that knows synchronized output (DEC 2026) shows a frame at once.
package struct FramePainter: Sendable {
    private var drawn: [String] = []
    private var columns = 0
    private var isFirst = true
    private var isWhole = true

    package init() {}

    /// The next frame draws every line, over whatever stands there.
    package mutating func forget() { isWhole = true }

    /// The next frame is the first one on a screen of its own.
    package mutating func begin() {
        isFirst = true
        isWhole = true
    }

    /// The bytes of a frame, for one write; empty when nothing changed.
    ///
    /// - Parameter lines: At most as many as the terminal has; SGR sequences are the only controls in them.
    package mutating func frame(_ lines: [String], columns: Int) -> [UInt8] {
        if columns != self.columns { isWhole = true }
        var body = isFirst ? "\u{1B}[2J" : ""
        if isWhole {
            body += "\u{1B}[H" + lines.map { line($0, columns) }.joined(separator: "\r\n")
            body += erasure(after: lines, columns)
        } else {
            for (index, text) in lines.enumerated() where index >= drawn.count || drawn[index] != text {
                body += "\u{1B}[\(index + 1);1H" + line(text, columns)
            }
            if lines.count < drawn.count { body += "\u{1B}[\(lines.count + 1);1H\u{1B}[J" }
        }
        drawn = lines
        self.columns = columns
        isFirst = false
        isWhole = false
        return body.isEmpty ? [] : Array("\u{1B}[?2026h\(body)\u{1B}[?2026l".utf8)
    }

    /// The rest of a full line is not erased: the cursor stands on its last cell.
    private func line(_ text: String, _ columns: Int) -> String {
        Self.cells(of: text) < columns ? text + "\u{1B}[K" : text
    }

    /// What stood below the last line; that of a full one would lose its last cell.
    private func erasure(after lines: [String], _ columns: Int) -> String {
        guard let last = lines.last else { return "\u{1B}[J" }
        return Self.cells(of: last) < columns ? "\u{1B}[J" : ""
    }

    /// Cells of a text without its SGR sequences.
    package static func cells(of text: String) -> Int {
        var cells = 0
        var isSequence = false
        for scalar in text.unicodeScalars {
            if isSequence {
                isSequence = scalar != "m"
            } else if scalar == "\u{1B}" {
                isSequence = true
            } else {
                cells += CellWidth.of(scalar)
            }
        }
        return cells
    }
}
