import Economics

extension Panel {
    /// Attempts at the model today, by result.
    static let upstream = Panel(
        kind: "upstream",
        summary: "attempts at the model today, by result",
        rank: 6
    ) { context, settings throws(EconomicsError) in
        let all = context.today
        var table = context.table()
        table.heading(settings.title ?? "Attempts today")
        table.row("attempts", try context.cells(\.today, all) { FigureText.count($0.attempts) })
        let results = all.attemptResults.keys.sorted { $0 == "ok" || ($1 != "ok" && $0 < $1) }
        for result in results {
            table.row(
                "  \(result)",
                try context.cells(\.today, all) { FigureText.count($0.attemptResults[result, default: 0]) },
                note: ScreenLine(
                    context.share(Double(all.attemptResults[result, default: 0]) / Double(max(1, all.attempts)))
                )
            )
        }
        table.row(
            "uncertain, USD",
            try context.cells(\.today, all) { context.money($0.uncertain) },
            note: "time-outs, booked in full"
        )
        return table.lines
    }
}
