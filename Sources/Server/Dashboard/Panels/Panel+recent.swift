import Documents
import Economics
import Ledger

extension Panel {
    /// The latest decisions, newest first.
    static let recent = Panel(
        kind: "recent",
        summary: "the latest decisions, newest first",
        rank: 1
    ) { context, settings in
        guard !context.snapshot.recent.isEmpty else { return [] }
        var table = ScreenTable(columns: [], style: context.style)
        table.heading(settings.title ?? "Latest decisions")
        let records = context.snapshot.recent.prefix(settings.rows)
        let profiles = records.map { CellWidth.of($0.profile.visible) }.max() ?? 0
        for record in records { table.line(context.line(record, profileWidth: min(16, profiles))) }
        return table.lines
    }
}

extension PanelContext {
    /// Time, profile, outcome, reason, cost and id: the id always whole, so that it can be asked for; the others as there is
    /// room, the reason first to go.
    fileprivate func line(_ record: DecisionRecord, profileWidth: Int) -> ScreenLine {
        let time = String(record.at.iso8601(in: snapshot.zone).dropFirst(11).prefix(8))
        let outcome = (record.outcome?.rawValue ?? record.verdict?.rawValue ?? "").fitted(toCells: 8)
        let profile = record.profile.visible.fitted(toCells: profileWidth)
        let cost = record.cost > .zero ? money(record.cost) : ""
        let paid = String(repeating: " ", count: max(0, 11 - cost.count)) + cost
        let first = record.reasons.first?.rawValue ?? ""
        let more = record.reasons.count > 1 ? ", \(record.reasons[1].rawValue)" : ""
        let forms = [
            [time, profile, outcome, (first + more).fitted(toCells: 29), paid, record.id],
            [time, profile, outcome, first.fitted(toCells: 17), paid, record.id],
            [time, profile, outcome, record.id],
            [time, record.id],
        ].map { $0.joined(separator: "  ") }
        return ScreenLine(forms.first { CellWidth.of($0) <= style.width } ?? record.id)
    }
}
