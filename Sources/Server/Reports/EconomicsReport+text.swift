package import Economics
import Ledger
import Policy

extension EconomicsReport {
    /// For people: one column a profile and one for all, blocks from uploads to margin.
    ///
    /// - Parameter exact: All nine digits of every amount instead of cents.
    package func text(width: Int = 100, exact: Bool = false) throws(EconomicsError) -> String {
        try EconomicsText(report: self, width: width, precision: exact ? .exact : .cents).text()
    }
}

/// One report as text.
private struct EconomicsText {
    let report: EconomicsReport
    let width: Int
    let precision: Money.Precision

    private var query: EconomicsReport.Query { report.query }
    private var total: EconomicsReport.Row { report.total }

    func text() throws(EconomicsError) -> String {
        let days = "\(query.from) .. \(query.lastDay)"
        let inZones = Set(report.zones.values).sorted().joined(separator: ", ")
        var lines = ["Torii economics: \(days), days in \(inZones)   made \(report.madeAt.iso8601)"]
        if total.figures.isEmulated { lines.append(EmulatedRemark.sentence) }
        if let reported = report.reported {
            let days = max(0, report.madeAt.seconds - reported.asOf.seconds) / 86_400
            let stale = reported.isStale(at: report.madeAt) ? ": STALE, import again" : ""
            lines.append(
                "revenue by \(reported.sources.joined(separator: ", ")) through \(reported.through), "
                    + "as of \(reported.asOf.iso8601), \(days) days old\(stale)"
            )
        }
        if query.dimensions.contains(.day) || query.isSplit { lines.append(try parts()) }
        lines.append(try blocks())
        if let against = try report.againstBill() { lines.append(try against.text(width: width, precision)) }
        let answers = report.answers.text(width: width)
        if !answers.isEmpty { lines.append(answers) }
        if precision != .exact, lines.contains(where: { $0.contains("<0.01") || $0.contains(">-0.01") }) {
            lines.append("amounts under a cent: --exact (?exact over HTTP) shows all nine digits")
        }
        return lines.map { line in line.split(separator: "\n").map { $0.prefix(width) }.joined(separator: "\n") }
            .joined(separator: "\n")
    }

    /// Where the revenue comes from.
    private var revenueNote: String {
        switch total.figures.revenueStatus {
        case .estimated: "est.: eCPM x uploads"
        case .reported: "reported, may change"
        case .final: "final"
        case .mixed: "reported in part"
        }
    }

    /// Columns of the blocks: each profile, then all.
    private var columns: [EconomicsReport.Row] {
        (query.dimensions.contains(.profile) ? report.profiles : []) + [total]
    }

    private func blocks() throws(EconomicsError) -> String {
        let columns = columns
        let figures = columns.map(\.figures)
        var table = FigureTable(columns: columns.map { $0.profile ?? "all" }, width: width)

        table.heading("Uploads")
        table.row("uploads", figures.map { FigureText.count($0.uploads) })
        table.row(
            "  sent to the cloud",
            figures.map { FigureText.count($0.count(.sent)) },
            note: "of these \(total.figures.audits) audits"
        )
        table.row("  answered from the cache", figures.map { FigureText.count($0.count(.cached)) })
        nearDuplicates(into: &table, figures)
        table.row("  rejected, local label", figures.map { FigureText.count($0.count(.rejected)) })
        for reason in Reason.allCases where total.figures.rejections[reason, default: 0] > 0 {
            table.row("    \(reason.rawValue)", figures.map { FigureText.count($0.rejections[reason, default: 0]) })
        }
        table.row("  local label, not rejected", figures.map { FigureText.count($0.count(.local)) })
        for reason in Reason.allCases where total.figures.count(.local, reason) > 0 {
            table.row("    \(reason.rawValue)", figures.map { FigureText.count($0.count(.local, reason)) })
        }
        if total.figures.count(.deferred) > 0 {
            table.row("  to be sent later", figures.map { FigureText.count($0.count(.deferred)) })
        }
        table.row("  no picture", figures.map { FigureText.count($0.count(.failed)) })
        table.row("send rate", figures.map { FigureText.share($0.sendRate) }, note: "of judged uploads")
        table.row("  target", columns.map { FigureText.share($0.target) }, note: deviations(columns))
        table.row(
            "mean time to a category",
            figures.map { FigureText.duration($0.meanLatency) },
            note: "gated: as it was"
        )
        table.row(
            "  if all were sent",
            figures.map { FigureText.duration($0.sendAllLatency) },
            note: "est.: as sent ones"
        )

        feedback(into: &table, figures)

        table.heading("Money, USD")
        table.row("revenue", figures.map { FigureText.money($0.revenue, precision) }, note: revenueNote)
        ecpm(into: &table, columns)
        if total.figures.events + total.figures.eventRepeats > 0 {
            table.row(
                "  impression events",
                figures.map { FigureText.count($0.events) },
                note: "\(FigureText.count(total.figures.eventRepeats)) came again, counted once"
            )
            table.row(
                "    what they paid",
                figures.map { FigureText.money($0.eventRevenue, precision) },
                note: "by the apps; not in the revenue"
            )
        }
        table.row("cloud cost", figures.map { FigureText.money($0.spend, precision) }, note: "exact: tokens x prices")
        if total.figures.held > .zero {
            table.row("  held", figures.map { FigureText.money($0.held, precision) }, note: "calls under way")
        }
        if total.figures.uncertain > .zero {
            table.row(
                "  uncertain",
                figures.map { FigureText.money($0.uncertain, precision) },
                note: "time-outs, maybe billed"
            )
        }
        let units = try figures.map { figures throws(EconomicsError) in try figures.units() }
        table.row("margin", units.map { FigureText.money($0.margin, precision) })
        table.row("  cost as share of revenue", units.map { FigureText.share($0.costShare) })
        table.row("    at most", columns.map { FigureText.share($0.maxShareOfRevenue) })
        table.row("revenue per 1,000 uploads", units.map { FigureText.money($0.revenuePerThousandUploads, precision) })
        table.row("cost per 1,000 uploads", units.map { FigureText.money($0.costPerThousandUploads, precision) })
        table.row("margin per 1,000 uploads", units.map { FigureText.money($0.marginPerThousandUploads, precision) })
        capUse(into: &table, columns)
        table.row("cost of a send", units.map { $0.costPerSend?.formatted(.exact) ?? "-" })
        table.row("attempts", figures.map { FigureText.count($0.attempts) })
        for result in total.figures.attemptResults.keys.sorted() {
            table.row("  \(result)", figures.map { FigureText.count($0.attemptResults[result, default: 0]) })
        }

        try savings(into: &table, figures)
        for (column, unit) in zip(columns, units) where column.profile != nil {
            let share = column.maxShareOfRevenue ?? 1
            table.text("\(column.profile ?? ""), inside that share: \(unit.breakEven(withinShare: share))")
        }
        return table.rendered()
    }

    /// What users said, where anybody spoke.
    private func feedback(into table: inout FigureTable, _ figures: [EconomicsFigures]) {
        guard !total.figures.feedback.isEmpty else { return }
        table.heading("Users' word")
        for (label, kind) in [
            ("answer right", Feedback.Kind.right), ("answer wrong", .wrongAnswer), ("rejected wrongly", .wrongReject),
            ("local label wrong", .wrongLocal),
        ] {
            table.row(
                label,
                figures.map { FigureText.count($0.feedback[kind, default: 0]) },
                note: kind == .wrongReject ? "at least: few users speak" : ""
            )
        }
    }

    /// Once there were any: how many, and how often the cloud says otherwise.
    private func nearDuplicates(into table: inout FigureTable, _ figures: [EconomicsFigures]) {
        if total.figures.nearHits > 0 {
            table.row("    of a near duplicate", figures.map { FigureText.count($0.nearHits) })
        }
        guard total.figures.compared > 0 else { return }
        table.row(
            "  near duplicates re-checked",
            figures.map { FigureText.count($0.compared) },
            note: "these were sent"
        )
        table.row(
            "    other category",
            figures.map { FigureText.share($0.disagreement) },
            note: "\(FigureText.count(total.figures.disagreed)) of \(FigureText.count(total.figures.compared))"
        )
    }

    /// What estimated revenue rests on, and how old that is; nothing where no revenue is estimated.
    private func ecpm(into table: inout FigureTable, _ columns: [EconomicsReport.Row]) {
        let estimating = columns.filter { row in
            row.ecpm != nil && row.figures.revenueStatus != .final && row.figures.revenueStatus != .reported
        }
        guard let oldest = estimating.compactMap(\.ecpm).min(by: { $0.since < $1.since }) else { return }
        let days = oldest.days(at: report.madeAt)
        let age = "set \(days) day\(days == 1 ? "" : "s") ago"
        table.row(
            "  eCPM it is estimated by",
            columns.map { FigureText.money($0.ecpm?.amount, precision) },
            note: oldest.isStale(at: report.madeAt) ? "\(age): STALE" : age
        )
    }

    /// The fullest windows, where anyone has a cap.
    private func capUse(into table: inout FigureTable, _ columns: [EconomicsReport.Row]) {
        for (label, share) in [
            ("fullest day, of its cap", \CapUse.day), ("fullest month, of its cap", \CapUse.month),
        ] where columns.contains(where: { $0.capUse?[keyPath: share] != nil }) {
            table.row(
                label,
                columns.map { FigureText.share($0.capUse?[keyPath: share], decimals: 1) },
                note: "cap of now"
            )
        }
    }

    private func savings(into table: inout FigureTable, _ figures: [EconomicsFigures]) throws(EconomicsError) {
        table.heading("Saved, at equal unit prices")
        let baselines = try figures.map { figures throws(EconomicsError) in try figures.baseline() }
        table.row("send all, plainly", baselines.map { FigureText.money($0, precision) }, note: "est.: at mean cost")
        for step in Savings.Step.allCases {
            let amounts = figures.map { figures in figures.savings.first { $0.step == step }?.amount ?? .zero }
            // Cache and gate always; the others once they did anything.
            guard step == .cache || step == .gate || amounts.contains(where: { $0 != .zero }) else { continue }
            table.row("  \(step.rawValue)", try amounts.map(less), note: "est.")
        }
        table.row("= cloud cost", figures.map { FigureText.money($0.spend, precision) }, note: "exact")
        let saved = try figures.map { figures throws(EconomicsError) in try figures.saved() }
        let share = zip(saved, baselines).map { $1 > .zero ? Double($0.nanoUSD) / Double($1.nanoUSD) : nil }
        table.row("saved", saved.map { FigureText.money($0, precision) }, note: "est.")
        table.row("  of send all", share.map { FigureText.share($0, decimals: 1) })
        if saved.contains(where: { $0 != .zero }) {
            table.text("one unit price for all: sends at theirs, and what was not sent at the mean of the sends")
        }
        if total.figures.unpriced > 0 {
            let count = FigureText.count(total.figures.unpriced)
            table.text("\(count) uploads not counted in it: their profile sent nothing, so no price is known")
        }
    }

    /// What a step takes off the bill: `-0.97`, or `+0.12` for one that made it dearer.
    private func less(_ amount: Money) throws(EconomicsError) -> String {
        guard amount != .zero else { return FigureText.money(.zero, precision) }
        let change = try Money.zero.subtracting(amount)
        return (change > .zero ? "+" : "") + FigureText.money(change, precision)
    }

    private func parts() throws(EconomicsError) -> String {
        var table = FigureTable(
            columns: ["uploads", "sent", "send rate", "cost", "revenue", "margin"],
            width: width,
            narrowestCell: precision == .exact ? 13 : 10
        )
        table.keepsLabels = true
        table.heading("By \(query.dimensions.map(\.rawValue).sorted().joined(separator: ", "))")
        for row in report.rows {
            let subject = row.subject
            let words =
                [subject.day?.description, subject.profile]
                + [subject.key, subject.category, subject.reason, subject.model].map {
                    $0.map { $0.isEmpty ? "none" : $0 }
                }
            table.row(
                words.compactMap { $0 }.joined(separator: "  ").visible,
                [
                    FigureText.count(row.figures.uploads), FigureText.count(row.figures.count(.sent)),
                    FigureText.share(row.figures.sendRate), FigureText.money(row.figures.spend, precision),
                    FigureText.money(row.figures.revenue, precision),
                    FigureText.money(try row.figures.units().margin, precision),
                ]
            )
        }
        return table.rendered()
    }

    private func deviations(_ columns: [EconomicsReport.Row]) -> String {
        columns.compactMap { row in
            guard let profile = row.profile, let rate = row.figures.sendRate, let target = row.target else {
                return nil
            }
            return "\(profile) \(FigureText.points(rate - target)) pp"
        }.joined(separator: ", ")
    }
}
