import Economics
import Ledger

extension Panel {
    /// Uploads, send rate against target and spend against cap since midnight.
    static let today = Panel(
        kind: "today",
        summary: "uploads, send rate and spend since midnight, against target and cap",
        rank: 9
    ) { context, settings throws(EconomicsError) in
        var table = context.table()
        let all = context.today
        table.heading(settings.title ?? "Today", note: context.share(context.snapshot.dayGone, decimals: 0) + " gone")
        table.row(
            "uploads",
            try context.cells(\.today, all) { FigureText.count($0.uploads) },
            note: context.uploadsByHour
        )
        table.row(
            "sent",
            try context.cells(\.today, all) { FigureText.count($0.count(.sent)) },
            note: ScreenLine(
                "cached \(FigureText.count(all.count(.cached)))  audits \(all.audits)  deferred \(all.count(.deferred))"
            )
        )
        table.row(
            "send rate",
            try context.cells(\.today, all) { context.share($0.sendRate) },
            note: "of judged uploads"
        )
        table.row("  target", context.columns.map { context.target(of: $0) }, note: "pp: percentage points off")
        table.row(
            "spent, USD",
            try context.cells(\.today, all) { context.money($0.spend) }
        )
        table.row("  held", context.columns.map { ScreenTable.Cell(context.money($0.day.held)) })
        table.row("  daily cap", context.columns.map { ScreenTable.Cell(context.money($0.dayLimit)) })
        table.row("  used", context.columns.map { context.use($0.dayUse, room: table.room, settings: settings) })
        table.row(
            "  forecast",
            try context.cells(\.today, all) { context.money(context.snapshot.dayForecast($0.spend)) },
            note: "by midnight at this pace"
        )
        return table.lines
    }
}

extension PanelContext {
    /// `46.6 % +0.1 OK`: the target, how far off the rate is, and what that means.
    fileprivate func target(of column: Column) -> ScreenTable.Cell {
        let target = FigureText.share(column.target, decimals: 1)
        guard let rate = column.today.sendRate, column.today.judged >= 200 else { return ScreenTable.Cell(target) }
        let off = (rate - column.target) * 100
        let tone: Tone = abs(off) <= 1 ? .good : abs(off) <= 3 ? .near : .broken
        let word = abs(off) <= 1 ? "OK" : off > 0 ? "over" : "under"
        return ScreenTable.Cell("\(target) \(word)", tone)
    }

    /// Uploads of each whole hour since midnight; the running one would look like a fall.
    fileprivate var uploadsByHour: ScreenLine {
        let hours = snapshot.hours.dropLast().suffix(24)
        guard hours.count > 1, !style.isAccessible else { return "" }
        let peak = FigureText.count(hours.max() ?? 0)
        return ScreenLine("\(style.signs.sparkline(Array(hours))) per hour, peak \(peak)")
    }
}

extension DashboardSnapshot.Column {
    /// Share of the daily cap that is settled or held; nil without one.
    var dayUse: Double? { day.share(of: dayLimit) }
    /// Of the monthly cap.
    var monthUse: Double? { monthTotals.share(of: monthLimit) }
}

extension WindowTotals {
    fileprivate func share(of limit: Money?) -> Double? {
        guard let limit, limit > .zero else { return nil }
        return (Double(settled.nanoUSD) + Double(held.nanoUSD)) / Double(limit.nanoUSD)
    }
}
