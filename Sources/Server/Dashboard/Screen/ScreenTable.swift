import Documents

/// Labels on the left, a column of figures for each profile, remarks on the right, under ruled headings.
struct ScreenTable {
    struct Cell: Sendable, Hashable {
        let text: String
        let tone: Tone

        init(_ text: String, _ tone: Tone = .plain) {
            self.text = text
            self.tone = tone
        }
    }

    private enum Row {
        case heading(String, note: String)
        case figures(String, [Cell], notes: [ScreenLine])
        case line(ScreenLine)
    }

    let columns: [String]
    let style: ScreenStyle
    private var rows: [Row] = []

    /// Enough for nine decimals of a small amount.
    private static let narrowestCell = 13

    private var widestCell: Int { style.precision == .exact ? 17 : 14 }

    init(columns: [String], style: ScreenStyle) {
        self.columns = columns.map(\.visible)
        self.style = style
    }

    mutating func heading(_ title: String, note: String = "") { rows.append(.heading(title, note: note)) }

    /// - Parameter shorter: The remark where there is no room for `note`.
    mutating func row(_ label: String, _ cells: [Cell], note: ScreenLine = "", shorter: ScreenLine = "") {
        rows.append(.figures(label, cells, notes: [note, shorter]))
    }

    mutating func line(_ line: ScreenLine) { rows.append(.line(line)) }

    /// Columns that do not fit side by side follow below each other.
    var lines: [ScreenLine] {
        if style.isAccessible { return readAloud }
        let beside = columnsBeside
        guard columns.count > beside else { return drawn(0..<columns.count) }
        return stride(from: 0, to: columns.count, by: beside).flatMap { start in
            drawn(start..<min(start + beside, columns.count))
        }
    }

    /// The most cells a figure may take.
    var room: Int { cellWidth - 1 }

    /// Whether the columns stand beside each other.
    var isWhole: Bool { columns.count <= columnsBeside }

    private var labelWidth: Int { style.width < 60 ? 20 : 22 }
    private var columnsBeside: Int { max(1, min(columns.count, (style.width - labelWidth) / Self.narrowestCell)) }
    private var cellWidth: Int {
        max(Self.narrowestCell, min(widestCell, (style.width - labelWidth) / columnsBeside))
    }

    private func drawn(_ range: Range<Int>) -> [ScreenLine] {
        rows.flatMap { row -> [ScreenLine] in
            switch row {
            case .heading(let title, let note): return heading(title, columns: Array(columns[range]), note: note)
            case .line(let line): return range.lowerBound == 0 ? line.wrapped(to: style.width) : []
            case .figures(let label, let cells, let notes):
                let kept = Array(cells[range.clamped(to: cells.indices)])
                guard !kept.isEmpty || range.lowerBound == 0 else { return [] }
                let isLast = range.upperBound == columns.count
                return [figures(label, kept, places: range.count, notes: isLast ? notes : [])]
            }
        }
    }

    private func figures(_ label: String, _ cells: [Cell], places: Int, notes: [ScreenLine]) -> ScreenLine {
        var line = ScreenLine(label.fitted(toCells: labelWidth))
        for cell in cells {
            // A figure is never cut: what does not fit shows as `#####`.
            let text = CellWidth.of(cell.text) > room ? "#####" : cell.text
            line.append(String(repeating: " ", count: cellWidth - CellWidth.of(text)))
            line.append(text, cell.tone)
        }
        // A remark is whole or not there at all; figures that have no cell here leave their place empty before it.
        let gap = max(0, places - cells.count) * cellWidth
        let room = style.width - line.cells - gap - 2
        if let note = notes.first(where: { $0.cells > 0 && $0.cells <= room }) {
            line.append(String(repeating: " ", count: gap + 2))
            for span in note.spans { line.append(span.text, span.tone) }
        }
        return line
    }

    /// A ruled line: the title, the columns' names above their figures, a remark at the end. A title that leaves the names
    /// no room has a line of its own above them: figures are never without a name.
    private func heading(_ title: String, columns: [String], note: String) -> [ScreenLine] {
        let rule = String(style.signs.rule)
        let start = rule + rule + " \(title) "
        if columns.isEmpty { return [ruled(start, note: note)] }
        if CellWidth.of(start) <= labelWidth { return [ruled(start + names(columns, after: start), note: note)] }
        return ScreenLine(title).wrapped(to: style.width) + [ruled(names(columns, after: ""), note: note)]
    }

    private func names(_ columns: [String], after start: String) -> String {
        let rule = String(style.signs.rule)
        var text = String(repeating: rule, count: labelWidth - CellWidth.of(start))
        for (index, name) in columns.enumerated() {
            let shown = name.fitted(toCells: min(CellWidth.of(name), cellWidth - 4))
            let before = index == 0 ? "" : " "
            text += before + String(repeating: rule, count: cellWidth - CellWidth.of(shown) - 1 - before.count)
            text += " " + shown
        }
        return text + " "
    }

    /// The rule drawn on to the end of the line, where the remark stands if it is whole.
    private func ruled(_ start: String, note: String) -> ScreenLine {
        let rule = String(style.signs.rule)
        let left = style.width - CellWidth.of(start)
        guard !note.isEmpty, left >= CellWidth.of(note) + 3 else {
            return ScreenLine((start + String(repeating: rule, count: max(0, left))).cut(toCells: style.width))
        }
        return ScreenLine(start + String(repeating: rule, count: left - CellWidth.of(note) - 1) + " " + note)
    }

    /// One fact a line, for those who listen.
    private var readAloud: [ScreenLine] {
        rows.flatMap { row -> [ScreenLine] in
            switch row {
            case .heading(let title, let note): return [ScreenLine(note.isEmpty ? title : "\(title): \(note)")]
            case .line(let line): return [line]
            case .figures(let label, let cells, let notes):
                let name = String(label.drop { $0 == " " })
                let facts = zip(columns, cells).map { ScreenLine("\(name), \($0): \($1.text)") }
                return notes.first.map { $0.cells > 0 } == true
                    ? facts + [ScreenLine("\(name): \(notes[0].plain)")] : facts
            }
        }
    }
}
