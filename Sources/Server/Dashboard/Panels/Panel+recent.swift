import Economics

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
        for record in context.snapshot.recent.prefix(settings.rows) {
            let time = record.at.iso8601(in: context.snapshot.zone).dropFirst(11).prefix(8)
            let outcome = record.outcome?.rawValue ?? record.verdict?.rawValue ?? ""
            let reasons = record.reasons.map(\.rawValue).joined(separator: ", ")
            table.line(ScreenLine("\(time)  \(record.profile.visible)  \(outcome)  \(reasons)  \(record.id)"))
        }
        return table.lines
    }
}
