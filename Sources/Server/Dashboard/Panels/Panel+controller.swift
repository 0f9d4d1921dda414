import Control
import Documents
import Economics

extension Panel {
    /// The send-rate dials: rate against target, strictness, limits, evidence, and what they changed of late.
    static let controller = Panel(
        kind: "controller",
        summary: "the send-rate dials: rate against target, strictness, ceilings, credit, evidence, latest adjustments",
        rank: 8
    ) { context, settings in
        let dials = context.snapshot.dials
        guard !dials.isEmpty else {
            var table = ScreenTable(columns: [], style: context.style)
            table.heading(settings.title ?? "Send-rate dials")
            if context.columns.allSatisfy({ $0.mode == .off }) {
                table.line(ScreenLine("none: every profile has target.mode off"))
            } else {
                for line in context.waitingDials { table.line(line) }
            }
            return table.lines
        }
        var table = ScreenTable(columns: dials.map(\.title), style: context.style)
        table.heading(settings.title ?? "Send-rate dials")
        func row(_ label: String, note: String = "", _ cell: (StrictnessDesk.Standing) -> ScreenTable.Cell) {
            table.row(label, dials.map(cell), note: ScreenLine(note))
        }
        row("state") { ScreenTable.Cell($0.shortState, $0.tone) }
        row("send rate", note: "verdicts since the dial began") { ScreenTable.Cell(FigureText.share($0.rate)) }
        row("  target", note: "band: chance alone, of so many uploads") { dial in
            ScreenTable.Cell("\(FigureText.share(dial.target, decimals: 1)) \(dial.bandWord)", dial.bandTone)
        }
        row("  band, pp") { ScreenTable.Cell("+-" + FigureText.fixed($0.band * 100, 2)) }
        row("  aim", note: "the target, or what the budget pays for") {
            ScreenTable.Cell(FigureText.share($0.standing.rate))
        }
        row("  feasible") { dial in
            let (least, most) = (dial.feasible.lowerBound * 100, dial.feasible.upperBound * 100)
            return ScreenTable.Cell("\(FigureText.fixed(least, 0))-\(FigureText.fixed(most, 0)) %")
        }
        row("strictness", note: "share of the ranks to be rejected") { ScreenTable.Cell($0.theta.rank) }
        row("  headroom", note: "before a ceiling binds") { ScreenTable.Cell($0.headroom.rank) }
        row("  credit, images") { ScreenTable.Cell(FigureText.fixed($0.credit, 1)) }
        row("sharpness below") { ScreenTable.Cell(FigureText.fixed($0.thresholds.sharpness, 3)) }
        row("  floor-ceiling") { ScreenTable.Cell($0.limits.sharpness.text) }
        row("saliency below") { ScreenTable.Cell(FigureText.fixed($0.thresholds.saliencyArea, 3)) }
        row("  floor-ceiling") { ScreenTable.Cell($0.limits.area.text) }
        row("audits, right", note: "answers; right ones, +n that nobody judged") {
            let waiting = $0.waitingAudits == 0 ? "" : "+\(FigureText.count($0.waitingAudits))"
            return ScreenTable.Cell("\(FigureText.count($0.audits)), \(FigureText.count($0.falseAudits))\(waiting)")
        }
        row("bound", note: "certified, of judged uploads") { dial in
            let text = dial.certificate.map { FigureText.share($0.bound, decimals: 4) } ?? "none"
            return ScreenTable.Cell(text, dial.certificate == nil || dial.isClaimWithdrawn ? .near : .plain)
        }
        for line in context.waitingDials { table.line(line) }
        for dial in dials {
            table.line(ScreenLine("why, \(dial.title): \(dial.evidence)"))
            table.line(ScreenLine("next, \(dial.title): \(dial.nextStep)"))
        }
        for profile in Set(dials.map(\.name.profile)).sorted() {
            guard let waiting = context.snapshot.auditsWaiting[profile] else { continue }
            let count = "\(FigureText.count(waiting)) of \(profile) wait for a second judgement"
            table.line(ScreenLine("audits, \(count): torii audit review, or /audits in a browser"))
        }
        for line in context.snapshot.adjustments.suffix(settings.rows) { table.line(ScreenLine(line.visible)) }
        return table.lines
    }
}

extension PanelContext {
    /// Of each profile whose dial nothing has come to yet.
    fileprivate var waitingDials: [ScreenLine] {
        columns.filter { column in
            column.mode != .off && !snapshot.dials.contains { $0.name.profile == column.profile }
        }
        .map { column in
            let mode = column.mode.rawValue
            return ScreenLine("\(column.profile.visible): target.mode \(mode); its dial begins with the next upload")
        }
    }
}

extension StrictnessDesk.Standing {
    /// `ios`, or with its scorer where devices ask; marked where they judge for themselves.
    fileprivate var title: String {
        switch name.source {
        case .pictures: name.profile
        case .devices: "\(name.profile) \(name.space)"
        case .reported: "\(name.profile) \(name.space)*"
        }
    }

    fileprivate var rate: Double? { judged > 0 ? Double(sent) / Double(judged) : nil }

    /// Two standard errors of chance: what a rate without memory would stay inside.
    fileprivate var band: Double {
        judged > 0 ? min(1, 2 * (target * (1 - target) / Double(judged)).squareRoot()) : 1
    }

    fileprivate var bandWord: String {
        guard let rate, judged >= 200 else { return "" }
        return abs(rate - target) <= band ? "OK" : rate > target ? "over" : "under"
    }

    fileprivate var bandTone: Tone { bandWord == "OK" ? .good : bandWord.isEmpty ? .plain : .near }

    /// In a cell's width.
    fileprivate var shortState: String {
        switch state {
        case .targetBlockedByFR: "FR-blocked"
        case .targetBlockedByFloor: "floor-blocked"
        case .paceBlockedByFR: "pace-blocked"
        case .measure, .conservative, .tighten, .hold, .alarm: state.rawValue
        }
    }

    fileprivate var tone: Tone {
        switch state {
        case .hold: .good
        case .alarm: .broken
        case .measure, .conservative, .tighten: .plain
        case .targetBlockedByFR, .targetBlockedByFloor, .paceBlockedByFR: .near
        }
    }
}

extension Double {
    /// Of the ranks: beyond them it has no more effect.
    fileprivate var rank: String { FigureText.fixed(min(1, max(0, self)), 3) }
}

extension GateLimits.Range {
    fileprivate var text: String { FigureText.fixed(floor, 2) + "-" + FigureText.fixed(min(ceiling, 1), 2) }
}
