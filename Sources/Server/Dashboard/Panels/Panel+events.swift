import Economics
import Ledger

extension Panel {
    /// What operators were told of, the latest first, with what to do about the grave ones.
    static let events = Panel(
        kind: "events",
        summary: "what operators were told of, the latest first, with what to do",
        rank: 3
    ) { context, settings in
        let events = context.snapshot.events.suffix(settings.rows).reversed()
        guard !events.isEmpty else { return [] }
        var table = ScreenTable(columns: [], style: context.style)
        table.heading(settings.title ?? "Events", note: "torii events")
        for event in events {
            let moment = event.at.iso8601(in: context.snapshot.zone).dropFirst(5).prefix(11)
            let whose = event.unnamedProfile.map { "\($0.visible): " } ?? ""
            let time = moment.replacing("T", with: " ")
            table.line(ScreenLine([.init("\(time)  \(whose)\(event.text.visible)", event.tone)]))
            if event.severity > .info, !event.advice.isEmpty { table.line(ScreenLine("  \(event.advice.visible)")) }
        }
        return table.lines
    }
}

extension EventRecord {
    fileprivate var tone: Tone {
        switch severity {
        case .info: .plain
        case .warning: .near
        case .critical: .broken
        }
    }
}
