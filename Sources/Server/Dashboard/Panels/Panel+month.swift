import Economics

extension Panel {
    /// Spend against cap and against revenue since the first of the month.
    static let month = Panel(
        kind: "month",
        summary: "spend, cap, revenue, margin and savings since the first of the month",
        rank: 5
    ) { context, settings throws(EconomicsError) in
        var table = context.table()
        let all = context.month
        table.heading(
            settings.title ?? "Month to date",
            note: context.share(context.snapshot.monthGone, decimals: 0) + " gone"
        )
        table.row("spent, USD", try context.cells(\.month, all) { context.money($0.spend) })
        table.row("  monthly cap", context.columns.map { ScreenTable.Cell(context.money($0.monthLimit)) })
        table.row("  used", context.columns.map { context.use($0.monthUse, room: table.room, settings: settings) })
        table.row(
            "revenue, USD",
            try context.cells(\.month, all) { context.money($0.revenue) },
            note: ScreenLine(all.revenueStatus.note)
        )
        table.row(
            "margin, USD",
            try context.cells(\.month, all) { figures throws(EconomicsError) in
                context.money(try figures.units().margin)
            },
            note: ScreenLine(all.costShare.map { "cost is \(context.share($0)) of revenue" } ?? "")
        )
        table.row(
            "saved, USD",
            try context.cells(\.month, all) { figures throws(EconomicsError) in context.money(try figures.saved()) },
            note: "est. at equal prices"
        )
        return table.lines
    }
}

extension EconomicsFigures.RevenueStatus {
    fileprivate var note: String {
        switch self {
        case .estimated: "est. from eCPM"
        case .reported: "reported, may change"
        case .final: "final"
        case .mixed: "reported in part"
        }
    }
}

extension EconomicsFigures {
    /// Cost as a share of revenue; nil without revenue.
    fileprivate var costShare: Double? {
        revenue > .zero ? Double(spend.nanoUSD) / Double(revenue.nanoUSD) : nil
    }
}
