import Economics
import Policy

extension Panel {
    /// Why the gate rejected, and when.
    static let rejections = Panel(
        kind: "rejections",
        summary: "what the gate rejected, by reason",
        rank: 4
    ) { context, settings throws(EconomicsError) in
        let all = context.shown
        let rejected = all.count(.rejected)
        let share = context.share(all.uploads > 0 ? Double(rejected) / Double(all.uploads) : nil)
        var table = context.table()
        table.heading(
            settings.title ?? context.title("Rejected"),
            note: "\(FigureText.count(rejected)) of \(FigureText.count(all.uploads)), \(share)"
        )
        for reason in [Reason.tooBlurry, .lowSaliency, .ownWatermark] {
            table.row(
                "  \(reason.rawValue)",
                try context.cells(\.shown, all) { FigureText.count($0.rejections[reason, default: 0]) },
                note: context.bar(reason, of: rejected, hours: true),
                shorter: context.bar(reason, of: rejected, hours: false)
            )
        }
        return table.lines
    }
}

extension PanelContext {
    /// The reason's share of all rejects, and its hours where there is room.
    fileprivate func bar(_ reason: Reason, of rejected: Int, hours isWanted: Bool) -> ScreenLine {
        guard rejected > 0 else { return "" }
        let share = Double(shown.rejections[reason, default: 0]) / Double(rejected)
        let text = FigureText.share(share, decimals: 1)
        if style.isAccessible { return ScreenLine(text) }
        let hours = isWanted && isToday ? HourlyUploads.drawn(snapshot.rejectedHours[reason] ?? []) : []
        let spark = hours.isEmpty ? "" : "  " + style.signs.sparkline(hours)
        let bar = style.signs.bar(share, width: style.width >= 120 ? 20 : 10)
        return ScreenLine(String(repeating: " ", count: max(0, 7 - text.count)) + text + " " + bar + spark)
    }
}
