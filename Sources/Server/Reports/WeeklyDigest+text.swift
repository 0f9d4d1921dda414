package import Economics
import Ledger

extension WeeklyDigest {
    /// Events shown by themselves; the others are counted.
    private static let shownEvents = 12

    /// One page for people; no line is wider than `width`.
    ///
    /// - Parameter exact: All nine digits of every amount instead of cents.
    package func text(width: Int = 100, exact: Bool = false) throws(EconomicsError) -> String {
        let precision: Money.Precision = exact ? .exact : .cents
        let columns = report.profiles + [report.total]
        let figures = columns.map(\.figures)
        var table = FigureTable(columns: columns.map { $0.profile ?? "all" }, width: width)
        var head = ["Torii digest: \(firstDay) .. \(lastDay), days in \(zone.identifier)"]
        head.append("made \(report.madeAt.iso8601(in: zone))")
        if report.total.figures.isEmulated { head.append("EMULATED: some or all costs come from the emulator") }

        table.heading("Money, USD")
        table.row(
            "spent",
            figures.map { FigureText.money($0.spend, precision) },
            note: "before: \(FigureText.money(before.total.figures.spend, precision))"
        )
        var saved: [String] = []
        for one in figures { saved.append(FigureText.money(try one.saved(), precision)) }
        table.row("saved", saved, note: "est.; \(FigureText.share(try savedShare, decimals: 1)) of sending all")
        table.row(
            "revenue",
            figures.map { FigureText.money($0.revenue, precision) },
            note: report.total.figures.revenueStatus.rawValue
        )
        var margins: [String] = []
        for one in figures { margins.append(FigureText.money(try one.units().margin, precision)) }
        table.row(
            "margin",
            margins,
            note: "before: \(FigureText.money(try before.total.figures.units().margin, precision))"
        )

        table.heading("Uploads")
        table.row(
            "uploads",
            figures.map { FigureText.count($0.uploads) },
            note: "before: \(FigureText.count(before.total.figures.uploads))"
        )
        table.row("send rate", figures.map { FigureText.share($0.sendRate) }, note: "of judged uploads")
        table.row("  target", columns.map { FigureText.share($0.target) })
        table.row(
            "right answers lost, at most",
            columns.map { column in
                let bound = bounds.first { $0.profile == column.profile }
                return column.profile == nil ? "-" : bound?.bound.map { FigureText.share($0, decimals: 4) } ?? "unknown"
            },
            note: "by certificate"
        )
        table.row(
            "  limit",
            columns.map { column in
                bounds.first { $0.profile == column.profile }.map { FigureText.share($0.limit, decimals: 4) } ?? "-"
            }
        )
        table.row("audits", figures.map { FigureText.count($0.audits) })

        let changes = events.count == 1 ? "1 event" : "\(FigureText.count(events.count)) events"
        let lines = changeLines(width: width)
        let wanted = self.advice.isEmpty ? ["nothing"] : self.advice
        let todo = wanted.flatMap { ScreenLine("- \($0)").wrapped(to: width).map(\.plain) }
        return
            (head.map { String($0.prefix(width)) } + [
                table.rendered(), Self.heading("What changed: \(changes)", width: width),
            ] + lines
            + [Self.heading("What to do", width: width)] + todo).joined(separator: "\n")
    }

    private static func heading(_ title: String, width: Int) -> String {
        let start = "-- \(title) "
        return start + String(repeating: "-", count: max(0, width - start.count))
    }

    /// Of sending everything, 0...1; nil where nothing was uploaded.
    private var savedShare: Double? {
        get throws(EconomicsError) {
            let baseline = try report.total.figures.baseline()
            guard baseline > .zero else { return nil }
            return Double(try report.total.figures.saved().nanoUSD) / Double(baseline.nanoUSD)
        }
    }

    /// The gravest and latest events, in their order, and how many more there were.
    private func changeLines(width: Int) -> [String] {
        let kept = Set(
            events.sorted { ($0.severity, $0.number) > ($1.severity, $1.number) }.prefix(Self.shownEvents).map(\.id)
        )
        var lines = events.filter { kept.contains($0.id) }.flatMap { event in
            let time = event.at.iso8601(in: zone).prefix(16).replacing("T", with: " ")
            let whose = event.unnamedProfile.map { "\($0.visible): " } ?? ""
            return ScreenLine("\(time)  \(whose)\(event.text.visible)").wrapped(to: width).map(\.plain)
        }
        if events.count > kept.count {
            lines.append(
                "\(FigureText.count(events.count - kept.count)) more: torii events --since \(firstDay)T00:00:00Z"
            )
        }
        return lines.isEmpty ? ["nothing"] : lines
    }
}
