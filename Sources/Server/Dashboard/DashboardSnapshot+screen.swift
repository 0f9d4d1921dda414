import Documents
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
        var parts: [Part] = []
        for entry in document.entries {
            let lines = try entry.panel.draw(context, entry.settings)
            if !lines.isEmpty { parts.append(Part(kind: entry.panel.kind, rank: entry.panel.rank, lines: lines)) }
        }
        let top =
            [head(document, style: style)]
            + notices.flatMap { ScreenLine([.init($0.text, $0.tone)]).wrapped(to: style.width) }
        if let height = style.height, parts.reduce(top.count, { $0 + $1.lines.count }) > height {
            let needsGlance = document.entries.first?.panel.kind == Panel.today.kind
            let isTold = fit(&parts, into: height - top.count)
            if needsGlance, !isTold { return try glanced(document, context, height: height) }
        }
        var lines = top + parts.flatMap(\.lines)
        if style.precision != .exact, lines.contains(where: { $0.plain.contains("<0.01") }) {
            lines += ScreenLine("amounts under a cent: ?exact shows all nine digits").wrapped(to: style.width)
        }
        return style.height.map { Array(lines.prefix(max(1, $0))) } ?? lines
    }

    private struct Part {
        let kind: String
        let rank: Int
        var lines: [ScreenLine]
    }

    /// Leaves out the parts of the lowest rank, never the first; of events as many as have no room. Whether rates, spend
    /// and the limit of losses are all there still.
    private func fit(_ parts: inout [Part], into height: Int) -> Bool {
        let hadLosses = parts.contains { $0.kind == Panel.losses.kind }
        while parts.count > 1, parts.reduce(0, { $0 + $1.lines.count }) > height,
            let least = parts.indices.dropFirst().min(by: { parts[$0].rank < parts[$1].rank })
        {
            let excess = parts.reduce(-height) { $0 + $1.lines.count }
            // Newest first, under their heading.
            let isShortened = parts[least].kind == Panel.events.kind && parts[least].lines.count - excess >= 2
            if isShortened { parts[least].lines.removeLast(excess) } else { parts.remove(at: least) }
        }
        let hasLosses = parts.contains { $0.kind == Panel.losses.kind }
        return parts.reduce(0) { $0 + $1.lines.count } <= height && hasLosses == hadLosses
    }

    /// A screen too short for its panels: what must never be missing in a few words, the gravest notices, one line each,
    /// and what else has room.
    private func glanced(
        _ document: DashboardDocument,
        _ context: PanelContext,
        height: Int
    ) throws(EconomicsError) -> [ScreenLine] {
        let style = context.style
        let glance = context.glance
        let roomForNotices = max(min(1, notices.count), height - 1 - glance.count)
        let shownNotices = notices.prefix(roomForNotices).map {
            ScreenLine([.init($0.text.fitted(toCells: min(style.width, CellWidth.of($0.text))), $0.tone)])
        }
        var lines = [head(document, style: style)] + shownNotices + glance
        for entry in document.entries.sorted(by: { $0.panel.rank > $1.panel.rank })
        where ![Panel.today.kind, Panel.losses.kind].contains(entry.panel.kind) {
            let more = try entry.panel.draw(context, entry.settings)
            guard lines.count + more.count <= height else { break }
            lines += more
        }
        return Array(lines.prefix(max(1, height)))
    }

    /// What runs, and when this was: whole at every width, in fewer words where there is less room.
    private func head(_ document: DashboardDocument, style: ScreenStyle) -> ScreenLine {
        let phases = Set(columns.map(\.phase)).sorted().joined(separator: "+")
        let title = document.name == "overview" ? "" : "  \(document.title)"
        let offset = "UTC\(Timestamp.offsetText(zone.offset(at: madeAt)))"
        let time = madeAt.iso8601(in: zone).prefix(19)
        var line = ScreenLine([])
        if isClockSimulated { line.append("SIMULATED CLOCK  ", .near) }
        if isEmulated { line.append("EMULATED  ", .near) }
        line.append("Torii", .strong)
        let forms = [
            "\(title)  policy r\(revision)  \(phases)   \(time)  \(zone.identifier) (\(offset))",
            "\(title)  r\(revision) \(phases)  \(time) \(offset)",
            "\(title)  r\(revision)  \(time.dropFirst(5)) \(offset)",
            "  r\(revision)  \(time.dropFirst(11).prefix(5)) \(offset)",
        ]
        let room = style.width - line.cells
        line.append(forms.first { CellWidth.of($0) <= room } ?? forms[forms.count - 1])
        return line.cut(to: style.width)
    }
}
