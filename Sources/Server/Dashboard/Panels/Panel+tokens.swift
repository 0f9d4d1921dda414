import Economics

extension Panel {
    /// What today's spend was made of.
    static let tokens = Panel(
        kind: "tokens",
        summary: "tokens billed today, by kind",
        rank: 3
    ) { context, settings throws(EconomicsError) in
        let all = context.today
        var table = context.table()
        table.heading(settings.title ?? "Tokens today")
        let kinds: [(String, KeyPath<TokenUsage, Int>)] = [
            ("prompt", \.prompt), ("  image", \.image), ("  cached", \.cached), ("answer", \.candidates),
            ("thoughts", \.thoughts),
        ]
        for (name, path) in kinds {
            table.row(name, try context.cells(\.today, all) { FigureText.count($0.usage[keyPath: path]) })
        }
        return table.lines
    }
}
