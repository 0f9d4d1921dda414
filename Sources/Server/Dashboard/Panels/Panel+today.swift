import Economics
import Ledger

extension Panel {
    /// Uploads, send rate against target and spend against cap since midnight, or of more days.
    static let today = Panel(
        kind: "today",
        summary: "uploads, send rate and spend against target, cap and pace",
        rank: 9
    ) { context, settings throws(EconomicsError) in
        var table = context.table()
        let all = context.shown
        let gone = context.share(context.snapshot.dayGone, decimals: 0) + " gone"
        table.heading(
            settings.title ?? (context.isToday ? "Today" : "\(context.snapshot.days) days"),
            note: context.isToday ? gone : "today \(gone)"
        )
        table.row(
            "uploads",
            try context.cells(\.shown, all) { FigureText.count($0.uploads) },
            note: context.uploadsByHour
        )
        table.row(
            "sent",
            try context.cells(\.shown, all) { FigureText.count($0.count(.sent)) },
            note: ScreenLine(
                "cached \(FigureText.count(all.count(.cached)))  audits \(all.audits)  deferred \(all.count(.deferred))"
            )
        )
        table.row(
            "send rate",
            try context.cells(\.shown, all) { context.share($0.sendRate) },
            note: "of judged uploads"
        )
        table.row("  target", context.columns.map { context.target(of: $0) }, note: context.distances)
        table.row(
            "spent, USD",
            try context.cells(\.shown, all) { context.money($0.spend) },
            note: try context.heldRemark()
        )
        if !context.isToday {
            table.row("  today", try context.cells(\.today, context.today) { context.money($0.spend) })
        }
        table.row("  daily cap", context.columns.map { ScreenTable.Cell(context.money($0.dayLimit)) })
        table.row(
            "  used",
            context.columns.map { context.use($0.dayUse, room: table.room, settings: settings) },
            note: "spent and held, of the cap"
        )
        table.row("  pace", context.columns.map { context.pace(of: $0) }, note: "share of the cap / of the day")
        table.row("  forecast", try context.forecasts(), note: "by midnight; no cap is passed")
        return table.lines
    }
}

extension PanelContext {
    /// Fewer say nothing about a rate.
    static let enoughJudged = 200

    /// How many percentage points the send rate is off its target; nil while too little was judged to say.
    func distance(of column: Column) -> Double? {
        guard let rate = column.shown.sendRate, column.shown.judged >= Self.enoughJudged else { return nil }
        return (rate - column.target) * 100
    }

    /// `46.6 % OK`: where the rate should be, and what its distance means.
    func target(of column: Column) -> ScreenTable.Cell {
        let text = FigureText.share(column.target, decimals: column.target < 0.9995 ? 1 : 0)
        guard let off = distance(of: column) else { return ScreenTable.Cell(text) }
        let word = abs(off) <= 1 ? "OK" : off > 0 ? "over" : "under"
        return ScreenTable.Cell("\(text) \(word)", abs(off) <= 1 ? .good : abs(off) <= 3 ? .near : .broken)
    }

    /// `ios +0.1, android +0.2 pp`
    fileprivate var distances: ScreenLine {
        if columns.contains(where: { $0.phase == "measure" }) { return "phase measure sends everything" }
        let known = columns.compactMap { column in
            distance(of: column).map { "\(column.profile.visible) \($0 < 0 ? "" : "+")\(FigureText.fixed($0, 1))" }
        }
        return known.isEmpty
            ? ScreenLine("distance after \(Self.enoughJudged) judged uploads")
            : ScreenLine(known.joined(separator: ", ") + " pp")
    }

    fileprivate func heldRemark() throws(EconomicsError) -> ScreenLine {
        var held = Money.zero
        for column in columns { held = try held.adding(column.day.held) }
        return held > .zero ? ScreenLine("held \(money(held))") : ""
    }

    /// `2.0x over`: the share of the cap that is used, by the share of the day that is gone.
    func pace(of column: Column) -> ScreenTable.Cell {
        guard let pace = column.dayPace(at: snapshot.madeAt), let ratio = pace.ratio else {
            return ScreenTable.Cell(style.signs.nothing)
        }
        let text = ratio < 1000 ? FigureText.fixed(ratio, 1) : "999"
        if pace.fillsCap != nil { return ScreenTable.Cell("\(text)x over", .near) }
        return ScreenTable.Cell("\(text)x OK", .good)
    }

    /// What the day will have cost: `0.97`, `cap at 17:40` where the cap stops it before midnight.
    fileprivate func forecasts() throws(EconomicsError) -> [ScreenTable.Cell] {
        var cells: [ScreenTable.Cell] = []
        var sum = Money.zero
        var isKnown = true
        for column in columns {
            guard let pace = column.dayPace(at: snapshot.madeAt) else {
                isKnown = false
                cells.append(ScreenTable.Cell(style.signs.nothing))
                continue
            }
            sum = try sum.adding(pace.forecast)
            switch pace.fillsCap {
            case nil: cells.append(ScreenTable.Cell(money(pace.forecast)))
            case let moment? where moment <= snapshot.madeAt: cells.append(ScreenTable.Cell("cap reached", .broken))
            case let moment?:
                cells.append(ScreenTable.Cell("cap at \(moment.clockTime(in: column.zone))", .near))
            }
        }
        if hasTotal { cells.append(ScreenTable.Cell(isKnown ? money(sum) : style.signs.nothing)) }
        return cells
    }

    /// Uploads of each hour since midnight.
    fileprivate var uploadsByHour: ScreenLine {
        let hours = HourlyUploads.drawn(snapshot.hours)
        guard isToday, !hours.isEmpty, !style.isAccessible else { return "" }
        let peak = FigureText.count(snapshot.hours.max() ?? 0)
        return ScreenLine("\(style.signs.sparkline(hours)) per hour, peak \(peak)")
    }
}
