import Economics
import Policy

extension Panel {
    /// What happened to today's uploads, and why some that the gate sent stayed local.
    static let outcomes = Panel(
        kind: "outcomes",
        summary: "what happened to today's uploads; why some stayed local",
        rank: 6
    ) { context, settings throws(EconomicsError) in
        let all = context.today
        var table = context.table()
        table.heading(settings.title ?? "Outcomes today")
        for outcome in Outcome.allCases where all.count(outcome) > 0 {
            table.row(outcome.rawValue, try context.cells(\.today, all) { FigureText.count($0.count(outcome)) })
        }
        for reason in Reason.allCases where !Reason.ofTheGate.contains(reason) {
            let count = all.reasons[reason, default: 0]
            guard count > 0 else { continue }
            table.row(
                "  \(reason.rawValue)",
                try context.cells(\.today, all) { FigureText.count($0.reasons[reason, default: 0]) }
            )
        }
        if all.compared > 0 {
            table.row(
                "near re-checked",
                try context.cells(\.today, all) { FigureText.count($0.compared) },
                note: "sent although a near duplicate had an answer"
            )
            table.row("  other category", try context.cells(\.today, all) { context.share($0.disagreement) })
        }
        return table.lines
    }
}

extension Reason {
    /// Shown by the gate's own panel, or no news.
    fileprivate static let ofTheGate: Set<Reason> = [
        .tooBlurry, .lowSaliency, .ownWatermark, .gatePassed, .abstractBypass, .exactCache,
    ]
}
