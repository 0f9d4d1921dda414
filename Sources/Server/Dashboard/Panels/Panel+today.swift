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
        table.row(
            "  target",
            context.columns.map { ScreenTable.Cell(FigureText.share($0.target, decimals: 1)) },
            note: context.phaseRemark
        )
        table.row(
            "  off target",
            context.columns.map { context.distance(of: $0) },
            note: ScreenLine("pp, told from \(PanelContext.enoughJudged) judged uploads")
        )
        table.row(
            "spent, USD",
            try context.cells(\.today, all) { context.money($0.spend) }
        )
        table.row("  held", context.columns.map { ScreenTable.Cell(context.money($0.day.held)) })
        table.row("  daily cap", context.columns.map { ScreenTable.Cell(context.money($0.dayLimit)) })
        table.row("  used", context.columns.map { context.use($0.dayUse, room: table.room, settings: settings) })
        table.row(
            "  forecast",
            try context.forecasts(),
            note: "by midnight at this pace"
        )
        return table.lines
    }
}

extension PanelContext {
    /// Fewer say nothing about a rate.
    fileprivate static let enoughJudged = 200

    /// `+0.1 OK`: how many percentage points the rate is off its target, and what that means.
    fileprivate func distance(of column: Column) -> ScreenTable.Cell {
        guard let rate = column.today.sendRate, column.today.judged >= Self.enoughJudged else {
            return ScreenTable.Cell(style.signs.nothing)
        }
        let off = (rate - column.target) * 100
        let tone: Tone = abs(off) <= 1 ? .good : abs(off) <= 3 ? .near : .broken
        let word = abs(off) <= 1 ? "OK" : off > 0 ? "over" : "under"
        return ScreenTable.Cell("\(off < 0 ? "" : "+")\(FigureText.fixed(off, 1)) \(word)", tone)
    }

    fileprivate var phaseRemark: ScreenLine {
        columns.contains { $0.phase == "measure" } ? "phase measure sends everything" : ""
    }

    /// What the day will have cost, beside its cap: `0.97`, `3.20 over` where that is more than the cap.
    fileprivate func forecasts() throws(EconomicsError) -> [ScreenTable.Cell] {
        var cells = columns.map { column in
            guard let forecast = snapshot.dayForecast(column.today.spend) else {
                return ScreenTable.Cell(style.signs.nothing)
            }
            let isOver = column.dayLimit.map { forecast > $0 } ?? false
            return ScreenTable.Cell(money(forecast) + (isOver ? " over" : ""), isOver ? .broken : .plain)
        }
        if hasTotal { cells.append(ScreenTable.Cell(money(snapshot.dayForecast(today.spend)))) }
        return cells
    }

    /// Uploads of each hour since midnight.
    fileprivate var uploadsByHour: ScreenLine {
        let hours = HourlyUploads.drawn(snapshot.hours)
        guard !hours.isEmpty, !style.isAccessible else { return "" }
        let peak = FigureText.count(snapshot.hours.max() ?? 0)
        return ScreenLine("\(style.signs.sparkline(hours)) per hour, peak \(peak)")
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
