package import Economics

extension DashboardSnapshot {
    /// The built-in overview as text, without colour: for a terminal of any kind, a log, a test.
    ///
    /// - Parameter exact: All nine digits of every amount instead of cents.
    package func text(width: Int = 100, exact: Bool = false) throws(EconomicsError) -> String {
        let style = ScreenStyle(width: width, precision: exact ? .exact : .cents)
        return String(try screen(.overview, style: style).text(colour: false).dropLast())
    }

    /// The panels of a document under one head line. Where the screen is short the panels of the lowest rank are left
    /// out, never the first.
    func screen(_ document: DashboardDocument, style: ScreenStyle) throws(EconomicsError) -> [ScreenLine] {
        let context = try PanelContext(self, style: style)
        var parts: [(rank: Int, lines: [ScreenLine])] = []
        for entry in document.entries {
            let lines = try entry.panel.draw(context, entry.settings)
            if !lines.isEmpty { parts.append((entry.panel.rank, lines)) }
        }
        if let height = style.height {
            while parts.count > 1, parts.reduce(1, { $0 + $1.lines.count }) > height,
                let least = parts.indices.dropFirst().min(by: { parts[$0].rank < parts[$1].rank })
            { parts.remove(at: least) }
        }
        let lines = [head(document, style: style)] + parts.flatMap(\.lines)
        return style.height.map { Array(lines.prefix(max(1, $0))) } ?? lines
    }

    private func head(_ document: DashboardDocument, style: ScreenStyle) -> ScreenLine {
        let phases = Set(columns.map(\.phase)).sorted().joined(separator: "+")
        let zoneText = "\(zone.identifier) (UTC\(Timestamp.offsetText(zone.offset(at: madeAt))))"
        let title = document.name == "overview" ? "" : "  \(document.title)"
        var line = ScreenLine([])
        if isEmulated { line.append("EMULATED  ", .near) }
        line.append("Torii", .strong)
        line.append("\(title)  policy r\(revision)  \(phases)   \(madeAt.iso8601(in: zone).prefix(19))  \(zoneText)")
        return line.cut(to: style.width)
    }
}
