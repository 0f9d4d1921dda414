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
        var (left, all): ([Part], Int) = ([], 0)
        for entry in document.entries {
            let lines = try entry.panel.draw(context, entry.settings)
            if !lines.isEmpty { parts.append(Part(kind: entry.panel.kind, rank: entry.panel.rank, lines: lines)) }
        }
        let top =
            [head(document, style: style)]
            + notices.flatMap { ScreenLine([.init($0.text, $0.tone)]).wrapped(to: style.width) }
        if let height = style.height, parts.reduce(top.count, { $0 + $1.lines.count }) > height {
            let needsGlance = document.entries.first?.panel.kind == Panel.today.kind
            let whole = parts
            // A line for what is left out.
            let isTold = fit(&parts, into: height - top.count - 1)
            if needsGlance, !isTold { return try glanced(document, context, whole: (top.count, whole), height: height) }
            left = whole.filter { part in !parts.contains { $0.kind == part.kind } }
            all = whole.reduce(top.count) { $0 + $1.lines.count }
        }
        var lines = top + parts.flatMap(\.lines)
        var hint: [ScreenLine] = []
        if style.precision != .exact, lines.contains(where: { $0.plain.contains("<0.01") }) {
            hint = ScreenLine("amounts under a cent: option exact shows all nine digits")
                .wrapped(to: style.width)
        }
        guard let height = style.height else { return lines + hint }
        let foot = left.isEmpty ? [] : [Self.leftOut(left, of: all, style: style)]
        if lines.count + hint.count + foot.count <= height { lines += hint }
        return Array(lines.prefix(max(1, height - foot.count))) + foot
    }

    /// `left out: month, savings and 2 more; height=61 shows all`
    private static func leftOut(_ parts: [Part], of all: Int, style: ScreenStyle) -> ScreenLine {
        let names = parts.map(\.kind).joined(separator: ", ")
        let some = (0..<parts.count).reversed().map { shown in
            let named = parts.prefix(shown).map(\.kind).joined(separator: ", ")
            let rest = "\(parts.count - shown)\(shown > 0 ? " more" : parts.count == 1 ? " panel" : " panels")"
            return "left out: \(named)\(shown > 0 ? " and " : "")\(rest); height=\(all) shows all"
        }
        let forms =
            [
                "left out: \(names); height=\(all) shows all, other dashboards more of each",
                "left out: \(names); height=\(all) shows all",
            ] + some
        let text = forms.first { CellWidth.of($0) <= style.width } ?? forms[forms.count - 1]
        return ScreenLine(text).cut(to: style.width)
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
        whole: (top: Int, parts: [Part]),
        height: Int
    ) throws(EconomicsError) -> [ScreenLine] {
        let style = context.style
        let glance = context.glance
        let roomForNotices = max(min(1, notices.count), height - 1 - glance.count)
        let shownNotices = notices.prefix(roomForNotices).map {
            ScreenLine([.init($0.text.fitted(toCells: min(style.width, CellWidth.of($0.text))), $0.tone)])
        }
        var lines = [head(document, style: style)] + shownNotices + glance
        var told: Set<String> = [Panel.today.kind, Panel.losses.kind]
        for entry in document.entries.sorted(by: { $0.panel.rank > $1.panel.rank })
        where ![Panel.today.kind, Panel.losses.kind].contains(entry.panel.kind) {
            let more = try entry.panel.draw(context, entry.settings)
            guard lines.count + more.count < height else { break }
            lines += more
            told.insert(entry.panel.kind)
        }
        let left = whole.parts.filter { !told.contains($0.kind) }
        // What must never be missing goes first.
        guard !left.isEmpty, lines.count < height else { return Array(lines.prefix(max(1, height))) }
        let all = whole.parts.reduce(whole.top) { $0 + $1.lines.count }
        return lines + [Self.leftOut(left, of: all, style: style)]
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
