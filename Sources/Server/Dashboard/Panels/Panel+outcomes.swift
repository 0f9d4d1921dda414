import Economics
import Policy

extension Panel {
    /// What happened to the uploads, and the reasons of each outcome that does not speak for itself.
    static let outcomes = Panel(
        kind: "outcomes",
        summary: "what happened to the uploads, and why",
        rank: 2
    ) { context, settings throws(EconomicsError) in
        let all = context.shown
        guard Outcome.allCases.contains(where: { all.count($0) > 0 }) || all.compared > 0 else { return [] }
        var table = context.table()
        table.heading(settings.title ?? context.title("Outcomes"))
        for outcome in Outcome.allCases where all.count(outcome) > 0 {
            table.row(outcome.rawValue, try context.cells(\.shown, all) { FigureText.count($0.count(outcome)) })
            let reasons = all.reasonsOfOutcomes[outcome] ?? [:]
            // All of them or none, so that they add up.
            guard !Reason.noNews.isSuperset(of: reasons.keys) else { continue }
            for reason in Reason.allCases where reasons[reason, default: 0] > 0 {
                table.row(
                    "  \(reason.rawValue)",
                    try context.cells(\.shown, all) { FigureText.count($0.count(outcome, reason)) }
                )
            }
        }
        if all.compared > 0 {
            table.row(
                "near re-checked",
                try context.cells(\.shown, all) { FigureText.count($0.compared) },
                note: "sent although a near duplicate had an answer"
            )
            table.row("  other category", try context.cells(\.shown, all) { context.share($0.disagreement) })
        }
        return table.lines
    }
}

extension Reason {
    /// Shown by the gate's own panel, or what the outcome says already.
    fileprivate static let noNews: Set<Reason> = [
        .tooBlurry, .lowSaliency, .ownWatermark, .gatePassed, .abstractBypass, .exactCache,
    ]
}
