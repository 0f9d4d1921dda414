import Economics

/// Horizontal bars of money as an SVG of fixed size in units of its own; colours are the page's.
struct BarChart {
    private static let width = 720
    private static let left = 190
    /// Room for what stands behind a bar, for each of its characters and at least.
    private static let character = 8
    private static let leastRight = 160
    private static let height = 16

    let title: String
    /// The chart in one sentence, for those who cannot see it.
    let summary: String
    /// What the longest bar stands for.
    let largest: Money
    private var bars: [String] = []
    private var longestText = 0

    init(title: String, summary: String, largest: Money) {
        self.title = title
        self.summary = summary
        self.largest = largest
    }

    /// Adds a bar below the others.
    mutating func bar(_ label: String, from: Money, to: Money, style: String, text: String) {
        let top = 4 + bars.count * (Self.height + 4)
        let (start, end) = (position(of: from), position(of: to))
        // What is there shows, however little it is.
        let length = max(end - start, to > from ? 1 : 0)
        longestText = max(longestText, text.count)
        bars.append(
            """
            <text x="\(Self.left - 6)" y="\(top + 12)" text-anchor="end">\(HTML.escaped(String(label.prefix(30))))</text>\
            <rect class="\(style)" x="\(start)" y="\(top)" width="\(length)" height="\(Self.height)">\
            <title>\(HTML.escaped(text))</title></rect>\
            <text x="\(start + length + 6)" y="\(top + 12)">\(HTML.escaped(text))</text>
            """
        )
    }

    var svg: String {
        let right = max(Self.leastRight, Self.character * longestText + 12)
        return """
            <svg viewBox="0 0 \(Self.width + right) \(8 + bars.count * (Self.height + 4))" role="img" \
            xmlns="http://www.w3.org/2000/svg"><title>\(HTML.escaped(title))</title><desc>\(HTML.escaped(summary))</desc>
            \(bars.joined(separator: "\n"))
            </svg>
            """
    }

    /// Amounts below zero stand at the axis: there is no room left of it.
    private func position(of amount: Money) -> Int {
        guard largest > .zero, amount > .zero else { return Self.left }
        let share = min(1, Double(amount.nanoUSD) / Double(largest.nanoUSD))
        return Self.left + Int((share * Double(Self.width - Self.left)).rounded())
    }
}
