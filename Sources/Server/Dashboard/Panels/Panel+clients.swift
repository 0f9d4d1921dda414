import Documents
import Economics

extension Panel {
    /// How API keys, apps and kinds of devices fare since the start.
    static let clients = Panel(
        kind: "clients",
        summary:
            "keys, apps and kinds of devices since the start: uploads, send rate, late answers, odd reports, old apps",
        rank: 6
    ) { context, settings in
        let clients = context.snapshot.clients
        var table = ScreenTable(
            columns: ["uploads", "send rate", "late", "odd input", "stale", "old app"],
            style: context.style
        )
        table.heading(settings.title ?? "Clients")
        for client in clients.prefix(settings.rows) {
            let figures = client.figures
            func count(_ number: Int, tone: Tone = .near) -> ScreenTable.Cell {
                ScreenTable.Cell(FigureText.count(number), number == 0 ? .plain : tone)
            }
            table.row(
                client.title,
                [
                    count(figures.uploads, tone: .plain), ScreenTable.Cell(context.share(figures.sendRate)),
                    count(figures.late), count(figures.normalised, tone: .plain), count(figures.stale),
                    count(figures.old),
                ]
            )
        }
        if clients.count > settings.rows {
            table.line(ScreenLine("\(clients.count - settings.rows) more: ?format=json"))
        }
        if clients.isEmpty { table.line("none has asked since the start") }
        return table.lines
    }
}

extension DashboardSnapshot.Client {
    /// Name of the key, then the app: the key alone where the app does not say.
    fileprivate var title: String {
        let app = name.label == ClientLabel() ? "" : " \(name.label.text)"
        return "\(key.visible)\(app)"
    }
}
