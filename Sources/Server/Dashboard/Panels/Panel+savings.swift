import Economics

extension Panel {
    /// What sending everything would have cost this month, step by step down to what was paid.
    static let savings = Panel(
        kind: "savings",
        summary: "from the cost of sending everything to what was paid, step by step, this month",
        rank: 3
    ) { context, settings throws(EconomicsError) in
        let all = context.month
        var table = context.table()
        table.heading(settings.title ?? "Saved this month", note: "est. at equal prices")
        table.row(
            "all sent, plainly, USD",
            try context.cells(\.month, all) { figures throws(EconomicsError) in context.money(try figures.baseline()) }
        )
        for (index, step) in all.savings.enumerated() where step.step != .near || step.amount != .zero {
            table.row(
                "- \(step.step.rawValue)",
                try context.cells(\.month, all) { context.money($0.savings[index].amount) }
            )
        }
        table.row("= paid, USD", try context.cells(\.month, all) { context.money($0.spend) }, note: "exact")
        table.row(
            "saved",
            try context.cells(\.month, all) { figures throws(EconomicsError) in
                let baseline = try figures.baseline()
                guard baseline > .zero else { return context.style.signs.nothing }
                return context.share(Double(try figures.saved().nanoUSD) / Double(baseline.nanoUSD))
            }
        )
        return table.lines
    }
}
