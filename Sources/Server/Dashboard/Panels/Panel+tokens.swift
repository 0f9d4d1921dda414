import Economics

extension Panel {
    /// What the spend was made of.
    static let tokens = Panel(
        kind: "tokens",
        summary: "tokens billed, by kind",
        rank: 3
    ) { context, settings throws(EconomicsError) in
        let all = context.shown
        var table = context.table()
        table.heading(settings.title ?? context.title("Tokens"))
        let kinds: [(String, KeyPath<TokenUsage, Int>)] = [
            ("prompt", \.prompt), ("  image", \.image), ("  cached", \.cached), ("answer", \.candidates),
            ("thoughts", \.thoughts),
        ]
        for (name, path) in kinds {
            table.row(name, try context.cells(\.shown, all) { FigureText.count($0.usage[keyPath: path]) })
        }
        return table.lines
    }
}
