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
    /// Columns narrower than this stand below each other instead of beside each other.
    let narrowestCell: Int
    private(set) var lines: [Line] = []

    /// Names longer than the label's column stand whole on a line of their own, above their figures. For names that tell
    /// rows apart: cut, two rows could read alike.
    var keepsLabels = false

    /// - Parameter narrowestCell: Enough for all nine decimals of an amount unless given.
    init(columns: [String], width: Int, narrowestCell: Int = 13) {
        self.columns = columns
        self.width = width
        self.narrowestCell = narrowestCell
    }

    mutating func heading(_ title: String) { lines.append(.heading(title)) }
    mutating func row(_ label: String, _ cells: [String], note: String = "") {
        lines.append(.row(label, cells, note: note))
    }
    mutating func text(_ text: String) { lines.append(.text(text)) }

    /// The lines, without a line break at the end. Columns that do not fit side by side follow below each other.
    func rendered() -> String {
        let beside = columnsBeside
        guard columns.count > beside else { return wholeTable }
        return stride(from: 0, to: columns.count, by: beside)
            .map { part($0..<min($0 + beside, columns.count)).wholeTable }
            .joined(separator: "\n")
    }

    /// The most characters a cell shows.
    var cellRoom: Int { cellWidth - 1 }

    /// The table with some of its columns alone. What belongs to none of them stands in the first part, remarks in the
    /// last.
    private func part(_ range: Range<Int>) -> FigureTable {
        var part = FigureTable(columns: Array(columns[range]), width: width, narrowestCell: narrowestCell)
        part.keepsLabels = keepsLabels
        for line in lines {
            switch line {
            case .heading: part.lines.append(line)
            case .text: if range.lowerBound == 0 { part.lines.append(line) }
            case .row(let label, let cells, let note):
                let kept = Array(cells[range.clamped(to: cells.indices)])
                guard !kept.isEmpty || range.lowerBound == 0 else { continue }
                part.lines.append(.row(label, kept, note: range.upperBound == columns.count ? note : ""))
            }
        }
        return part
    }

    private var wholeTable: String {
        lines.map { line in
            switch line {
            case .heading(let title): heading(title)
            case .row(let label, let cells, let note): row(label, cells, note: note)
            case .text(let plain): String(plain.prefix(width))
            }
        }
        .joined(separator: "\n")
    }

    private var labelWidth: Int { width < 80 ? 24 : 30 }

    private var columnsBeside: Int { max(1, min(columns.count, (width - labelWidth) / narrowestCell)) }

    /// Wide enough for nine digits where there is room.
    private var cellWidth: Int {
        columns.isEmpty ? 0 : max(narrowestCell, min(15, (width - labelWidth) / columnsBeside))
    }

    private func row(_ label: String, _ cells: [String], note: String) -> String {
        let figures = cells.map { Self.right($0, cellWidth) }.joined()
        // Figures of columns that have no cell here leave their place empty, so that remarks stand below each other.
        let gap = String(repeating: " ", count: max(0, columns.count - cells.count) * cellWidth)
        let isOwnLine = keepsLabels && label.count > labelWidth - 1
        let line = (isOwnLine ? Self.left("", labelWidth) : Self.left(label, labelWidth)) + figures
        let room = width - line.count - gap.count - 2
        // A remark is whole or not there at all.
        let whole = note.isEmpty || note.count > room ? line : line + gap + "  " + note
        return isOwnLine ? label + "\n" + whole : whole
    }

    /// A ruled line with the title on the left and the columns' names above their figures.
    private func heading(_ title: String) -> String {
        let start = "-- \(title) "
        let named = columns.map { $0.count > cellWidth - 2 ? $0.prefix(cellWidth - 3) + "~" : $0[...] }
        var line = start + String(repeating: "-", count: max(0, labelWidth - start.count))
        if start.count <= labelWidth {
            for name in named { line += String(repeating: "-", count: max(0, cellWidth - name.count - 1)) + " \(name)" }
            line += " "
        }
        line += String(repeating: "-", count: max(0, width - line.count))
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
