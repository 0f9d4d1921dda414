/// A table with a label on the left and figures on the right, under ruled headings; no line is wider than `width`.
struct FigureTable {
    enum Line {
        case heading(String)
        /// A label, one cell a column, and a remark behind them.
        case row(String, [String], note: String)
        case text(String)
    }

    let columns: [String]
    let width: Int
    private(set) var lines: [Line] = []

    init(columns: [String], width: Int) {
        self.columns = columns
        self.width = width
    }

    mutating func heading(_ title: String) { lines.append(.heading(title)) }
    mutating func row(_ label: String, _ cells: [String], note: String = "") {
        lines.append(.row(label, cells, note: note))
    }
    mutating func text(_ text: String) { lines.append(.text(text)) }

    /// The lines, without a line break at the end.
    func rendered() -> String {
        let labelWidth = min(34, max(22, width / 3))
        let cell = columns.isEmpty ? 0 : max(10, min(14, (width - labelWidth) / (columns.count + 1)))
        var text = [String]()
        for line in lines {
            switch line {
            case .heading(let title): text.append(heading(title, labelWidth: labelWidth, cell: cell))
            case .row(let label, let cells, let note):
                let figures = cells.map { Self.right($0, cell) }.joined()
                let remark = note.isEmpty ? "" : "  \(note)"
                text.append(String((Self.left(label, labelWidth) + figures + remark).prefix(width)).trimmedEnd)
            case .text(let plain): text.append(String(plain.prefix(width)).trimmedEnd)
            }
        }
        return text.joined(separator: "\n")
    }

    private func heading(_ title: String, labelWidth: Int, cell: Int) -> String {
        let start = "-- \(title) "
        guard !columns.isEmpty else { return start + String(repeating: "-", count: max(0, width - start.count)) }
        var line = start + String(repeating: "-", count: max(0, labelWidth - start.count))
        for column in columns {
            let name = " \(column.count > cell - 2 ? String(column.prefix(cell - 3)) + "~" : column)"
            line += String(repeating: "-", count: max(0, cell - name.count)) + name
        }
        line += " " + String(repeating: "-", count: max(0, width - line.count - 1))
        return String(line.prefix(width))
    }

    private static func left(_ text: String, _ width: Int) -> String {
        text.count >= width
            ? String(text.prefix(width - 2)) + "~ " : text + String(repeating: " ", count: width - text.count)
    }

    /// A figure is never cut: what does not fit shows as `#####`.
    private static func right(_ text: String, _ width: Int) -> String {
        let shown = text.count > width - 1 ? "#####" : text
        return String(repeating: " ", count: max(0, width - shown.count)) + shown
    }
}

extension String {
    fileprivate var trimmedEnd: String {
        var text = self
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}
