package import Economics
import Ledger
import Policy

extension DashboardSnapshot {
    /// One screen of at most `width` cells a line; plain 7-bit text, so that it survives every terminal and log.
    ///
    /// - Parameter exact: All nine digits of every amount instead of cents.
    package func text(width: Int = 100, exact: Bool = false) throws(EconomicsError) -> String {
        try DashboardText(snapshot: self, width: width, precision: exact ? .exact : .cents).text()
    }
}

/// One screen as text.
private struct DashboardText {
    let snapshot: DashboardSnapshot
    let width: Int
    let precision: Money.Precision

    private var zone: ZoneOffsets { snapshot.zone }
    private var columns: [DashboardSnapshot.Column] { snapshot.columns }

    func text() throws(EconomicsError) -> String {
        let zoneText = "\(zone.identifier) (UTC\(Timestamp.offsetText(zone.offset(at: snapshot.madeAt))))"
        let phases = Set(columns.map(\.phase)).sorted().joined(separator: "+")
        var head =
            "Torii  policy r\(snapshot.revision)  \(phases)   \(snapshot.madeAt.iso8601(in: zone).prefix(19))  \(zoneText)"
        if snapshot.isEmulated { head = "EMULATED  " + head }
        let total = try total()
        var table = FigureTable(columns: columns.map(\.profile) + (columns.count > 1 ? ["all"] : []), width: width)

        let room = table.cellRoom

        table.heading("Today")
        let today = figures(\.today, total.today)
        table.row("uploads", today.map { FigureText.count($0.uploads) })
        table.row("sent", today.map { FigureText.count($0.count(.sent)) }, note: "audits \(total.today.audits)")
        table.row("cached", today.map { FigureText.count($0.count(.cached)) })
        table.row("send rate", today.map { FigureText.share($0.sendRate, decimals: 1) }, note: "of judged")
        table.row("  target", columns.map { FigureText.share($0.target, decimals: 1) })
        table.row("  credit, images", columns.map { FigureText.fixed($0.meter.credit, 1) }, note: "since the start")
        table.row("spent, USD", today.map { FigureText.money($0.spend, precision) })
        table.row("  held", columns.map { FigureText.money($0.day.held, precision) })
        table.row("  daily cap", columns.map { FigureText.money($0.dayLimit, precision) })
        table.row("  used", columns.map { bar($0.day, of: $0.dayLimit, room: room) })

        table.heading("Month to date")
        let month = figures(\.month, total.month)
        table.row("spent, USD", month.map { FigureText.money($0.spend, precision) })
        table.row("  monthly cap", columns.map { FigureText.money($0.monthLimit, precision) })
        table.row("  used", columns.map { bar($0.monthTotals, of: $0.monthLimit, room: room) })
        table.row("revenue, USD", month.map { FigureText.money($0.revenue, precision) }, note: "est. from eCPM")
        let margins = try month.map { figures throws(EconomicsError) in try figures.units().margin }
        table.row("margin, USD", margins.map { FigureText.money($0, precision) })
        let saved = try month.map { figures throws(EconomicsError) in try figures.saved() }
        table.row("saved, USD", saved.map { FigureText.money($0, precision) }, note: "est. at equal prices")

        let rejected = total.today.count(.rejected)
        let share = FigureText.share(ratio(rejected, total.today.uploads), decimals: 1)
        table.heading(
            "Rejected today: \(FigureText.count(rejected)) of \(FigureText.count(total.today.uploads)) (\(share))"
        )
        for reason in [Reason.tooBlurry, .lowSaliency, .ownWatermark] {
            table.row("  \(reason.rawValue)", today.map { FigureText.count($0.rejections[reason, default: 0]) })
        }
        for reason in [
            Reason.budgetExhausted, .spendFrozen, .upstreamBlocked, .upstreamFailed, .upstreamDeadline, .overloaded,
        ]
        where total.today.reasons[reason, default: 0] > 0 {
            table.row(
                "  \(reason.rawValue), local",
                today.map { FigureText.count($0.reasons[reason, default: 0]) }
            )
        }
        var lines = [String(head.prefix(width)), table.rendered(), speed]
        if !snapshot.recent.isEmpty { lines.append(events) }
        return lines.joined(separator: "\n")
    }

    private func total() throws(EconomicsError) -> (today: EconomicsFigures, month: EconomicsFigures) {
        var today = EconomicsFigures()
        var month = EconomicsFigures()
        for column in columns {
            try today.add(column.today)
            try month.add(column.month)
        }
        return (today, month)
    }

    private func figures(_ path: KeyPath<DashboardSnapshot.Column, EconomicsFigures>, _ total: EconomicsFigures)
        -> [EconomicsFigures]
    {
        columns.map { $0[keyPath: path] } + (columns.count > 1 ? [total] : [])
    }

    /// `31 % #....`, without the bar where there is no room for it; a dash without a cap.
    private func bar(_ totals: WindowTotals, of limit: Money?, room: Int) -> String {
        guard let limit, limit > .zero else { return "-" }
        let enforced = Double(totals.settled.nanoUSD) + Double(totals.held.nanoUSD)
        let used = enforced / Double(limit.nanoUSD)
        let full = max(0, min(5, Int(used * 5)))
        let share = FigureText.share(used, decimals: 0)
        let bar = String(repeating: "#", count: full) + String(repeating: ".", count: 5 - full)
        return share.count + 1 + bar.count <= room ? "\(share) \(bar)" : share
    }

    private func ratio(_ part: Int, _ whole: Int) -> Double? { whole > 0 ? Double(part) / Double(whole) : nil }

    private var speed: String {
        func text(_ quantiles: [Duration]?) -> String {
            quantiles.map { $0.map { FigureText.duration($0) }.joined(separator: " / ") } ?? "nothing yet"
        }
        let line =
            "speed p50 / p95 since start   gate \(text(snapshot.gateQuantiles))   cloud \(text(snapshot.cloudQuantiles))"
        return String(line.prefix(width))
    }

    private var events: String {
        snapshot.recent.prefix(5).map { record in
            let reasons = record.reasons.map(\.rawValue).joined(separator: ", ")
            let outcome = record.outcome?.rawValue ?? record.verdict?.rawValue ?? ""
            let time = record.at.iso8601(in: zone).dropFirst(11).prefix(8)
            return String("\(time)  \(record.profile)  \(outcome)  \(reasons)  \(record.id)".prefix(width))
        }
        .joined(separator: "\n")
    }
}
