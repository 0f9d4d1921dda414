import Backtest
package import Economics
import Policy

extension ProfilePlan {
    /// Today beside the proposal, as people read it; at most 100 columns but for names. Ends without a line feed.
    /// Throws `amountOverflow`.
    package func text(base: Int, showsUnchanged: Bool) throws(EconomicsError) -> String {
        var lines = [heading(base: base), ""]
        for change in changes { lines.append("  " + change.line(36)) }
        lines.append("    \(unchanged.count) settings unchanged" + (showsUnchanged ? "" : " (--all shows them)"))
        if showsUnchanged { lines += unchanged.map { "      \($0.path.padded(to: 32)) \($0.shown)" } }
        guard replay.uploads > 0 else {
            lines += ["", "  no recorded upload of \(name) to replay: nothing can be said about its effect"] + remarks
            return lines.joined(separator: "\n")
        }
        if isTodayAlone { lines += ["", "  no whole day is recorded yet: replayed is today so far"] }
        lines += ["", row("", "today, r\(base)", "proposed", "change", "as if no cap had refused any")]
        lines += rates()
        lines += try money()
        lines += losses()
        lines += [""] + fates()
        lines += remarks
        return lines.joined(separator: "\n")
    }

    private var remarks: [String] {
        broken.map { "  limit \($0.rawValue): BROKEN, \($0.remedy)" } + notes.map { "  note: \($0)" }
    }

    private func heading(base: Int) -> String {
        let span = days.map { "\($0.lowerBound) .. \($0.upperBound) \(timeZone)" } ?? "none recorded"
        let uploads = replay.uploads == 1 ? "1 upload" : "\(FigureText.count(replay.uploads)) uploads"
        return "\(name)  r\(base) -> proposed    replayed \(uploads), \(span)"
    }

    private func row(_ label: String, _ before: String, _ after: String, _ change: String, _ note: String = "")
        -> String
    {
        let cells = [before, after, change].map { $0.padded(before: 15) }.joined()
        let line = "  " + label.padded(to: 22) + cells + (note.isEmpty ? "" : "   " + note)
        return line.trimmedRight
    }

    private func rates() -> [String] {
        let uploads = Double(replay.uploads)
        let target = replay.proposed.profile.target.sendRate
        func short(_ rate: Double?) -> String {
            guard let rate else { return "" }
            let gap = (rate - target) * 100
            let text = FigureText.fixed(abs(gap), 1)
            let goal = "target \(FigureText.share(target, decimals: 1))"
            return text == "0.0" ? "\(goal): met" : "\(goal): \(text) pp \(gap < 0 ? "short" : "above")"
        }
        var lines = [
            share("send rate with audits", today.sendRate, proposed.sendRate, short(proposed.sendRate)),
            share("rejected", Double(today.rejected) / uploads, Double(proposed.rejected) / uploads, phaseNote),
        ]
        if let target = dialTarget {
            lines.insert(row("  with its dial", "", FigureText.share(target, decimals: 1), "", "once certified"), at: 1)
        }
        for reason in [Reason.tooBlurry, .lowSaliency, .ownWatermark] {
            let before = today.rejects[reason, default: 0]
            let after = proposed.rejects[reason, default: 0]
            guard before + after > 0 else { continue }
            lines.append(
                share("  " + reason.rawValue, Double(before) / uploads, Double(after) / uploads, moved(reason))
            )
        }
        return lines
    }

    /// The send rate a dial of the proposal would hold, which no replay shows; nil without one, or in phase measure.
    private var dialTarget: Double? {
        let profile = replay.proposed.profile
        return profile.target.mode == .auto && profile.phase == .enforce ? profile.target.sendRate : nil
    }

    private var phaseNote: String {
        switch (replay.today.profile.phase, replay.proposed.profile.phase) {
        case (.measure, .measure): "phase measure: all of them are sent"
        case (.measure, .enforce): "today they are sent: phase measure"
        case (.enforce, .measure): "proposed they are sent: phase measure"
        case (.enforce, .enforce): "audits of them count as sent"
        }
    }

    private func moved(_ reason: Reason) -> String {
        let gone = replay.changes.first { $0.key.from == reason && $0.key.to != nil }
        return gone.map { "\(FigureText.count($0.value.uploads)) now fail \($0.key.to?.rawValue ?? "") first" } ?? ""
    }

    private func share(_ label: String, _ before: Double?, _ after: Double?, _ note: String) -> String {
        let change = before.flatMap { before in after.map { $0 - before } }
        let text = change.map { "\(FigureText.signed($0 * 100, 1)) pp" } ?? "-"
        return row(
            label,
            FigureText.share(before, decimals: 1),
            FigureText.share(after, decimals: 1),
            text,
            note
        )
    }

    private func money() throws(EconomicsError) -> [String] {
        let period = wholeDays == nil ? "so far" : "per month"
        func amount(_ money: Money) throws(EconomicsError) -> Money { try perMonth(money) ?? money }
        var lines: [String] = []
        if let before = try perDay(today.spend), let after = try perDay(proposed.spend) {
            lines.append(try compared("spend per day", before, after, ""))
        }
        let uncertain = try amount(proposed.spendMargin)
        lines.append(
            try compared(
                "spend \(period)",
                try amount(today.spend),
                try amount(proposed.spend),
                uncertain == .zero ? "" : "+-\(uncertain.formatted()) (95 %)"
            )
        )
        if let target = dialTarget, let rate = proposed.sendRate, rate > 0 {
            let spend = Double(try amount(proposed.spend).nanoUSD) * target / rate
            guard let whole = Int64(exactly: spend.rounded()) else {
                throw EconomicsError(.amountOverflow, "a spend of \(spend) nano-USD is out of range")
            }
            let money = Money(nanoUSD: whole).formatted()
            lines.append(row("  with its dial", "", "~\(money) USD", "", "as many sends as its target"))
        }
        if replay.proposed.profile.cloud.tier == .batch {
            lines.append(
                "    at batch prices: as if all of them came by `torii batch submit` and were answered in time"
            )
        }
        let all = proposed.spendByDay.count
        let worst = proposed.daysOverCap.max { $0.short < $1.short }
        lines.append(
            row(
                "days over the cap",
                "\(today.daysOverCap.count) / \(today.spendByDay.count)",
                "\(proposed.daysOverCap.count) / \(all)",
                FigureText.signed(Double(proposed.daysOverCap.count - today.daysOverCap.count), 0),
                worst.map { "\($0.day), short by \($0.short.formatted()) USD" } ?? ""
            )
        )
        lines.append(try compared("revenue \(period)", try amount(today.revenue), try amount(proposed.revenue), ""))
        lines.append(
            try compared("margin \(period)", try amount(today.margin()), try amount(proposed.margin()), "")
        )
        if let most = replay.proposed.profile.budget.maxShareOfRevenue {
            let state = broken.contains(.maxShareOfRevenue) ? ": BROKEN" : ""
            let goal = "limit \(FigureText.share(most, decimals: 1))\(state)"
            lines.append(share("cost of revenue", today.costShare, proposed.costShare, goal))
        }
        return lines
    }

    private func compared(_ label: String, _ before: Money, _ after: Money, _ note: String) throws(EconomicsError)
        -> String
    {
        let change = try after.subtracting(before)
        let sign = change > .zero ? "+" : ""
        return row(
            label,
            "\(before.formatted()) USD",
            "\(after.formatted()) USD",
            change == .zero ? "0" : "\(sign)\(change.formatted()) USD",
            note
        )
    }

    private func losses() -> [String] {
        let limit = replay.proposed.profile.falseRejects.max
        let state =
            broken.contains(.falseRejects) ? "BROKEN" : (proposed.lost.upperBound ?? 1) > limit ? "not proven" : "OK"
        let change = today.lost.upperBound.flatMap { before in proposed.lost.upperBound.map { $0 - before } }
        func bound(_ lost: LostAnswers) -> String {
            if let bound = lost.upperBound { return "<= \(FigureText.share(bound, decimals: 4))" }
            return lost.certain > 0 ? ">= \(FigureText.share(lost.atLeast, decimals: 4))" : "unknown"
        }
        let confidence = FigureText.fixed(proposed.lost.confidence * 100, 0)
        return [
            row(
                "right answers lost",
                bound(today.lost),
                bound(proposed.lost),
                change.map { "\(FigureText.signed($0 * 100, 4)) pp" } ?? "-",
                "limit \(FigureText.share(limit, decimals: 4)): \(state) (\(confidence) %)"
            ),
            row(
                "  estimated",
                FigureText.share(today.lost.estimate, decimals: 4),
                FigureText.share(proposed.lost.estimate, decimals: 4),
                "",
                "\(proposed.lost.certain) known, \(proposed.lost.wrongAudits) of \(proposed.lost.audits) audits"
            ),
        ]
    }

    private func fates() -> [String] {
        let moved = replay.changes.filter { ($0.key.from == nil) != ($0.key.to == nil) }
        let count = moved.values.reduce(0) { $0 + $1.uploads }
        guard count > 0 else {
            let fate = "upload would have had another fate"
            return replay.proposed.profile.target.mode == .off
                ? ["  No \(fate)."]
                : ["  By the thresholds of the documents no \(fate); what the dial does is not replayed."]
        }
        var lines = ["  \(FigureText.count(count)) \(count == 1 ? "upload changes" : "uploads change") fate:"]
        for (change, found) in moved.sorted(by: { $0.value.uploads > $1.value.uploads }) {
            let way = "\(change.from?.rawValue ?? "sent") to \(change.to?.rawValue ?? "sent")"
            let known = change.to == nil ? "" : ", of which the cloud gave \(FigureText.count(found.useful)) a category"
            lines.append("    \(FigureText.count(found.uploads)) from \(way)\(known)")
        }
        lines.append("    --json --changed lists their ids")
        return lines
    }
}

extension PlanLimit {
    /// What to do about it.
    fileprivate var remedy: String {
        switch self {
        case .falseRejects: "`apply` refuses it without --accept-limit falseRejects; a lower threshold loses less"
        case .maxShareOfRevenue: "`apply` refuses it without --accept-limit maxShareOfRevenue"
        case .scoreSpace:
            "these thresholds were set on another scorer: run phase \"measure\", then take what `torii policy project` shows"
        }
    }
}

extension PolicyDiff.Change {
    /// `~ gate.sharpness.min    0.18  ->  0.21`
    fileprivate func line(_ width: Int) -> String {
        switch (before, after) {
        case (let before?, let after?):
            "~ \(path.padded(to: width)) \(Setting.shown(before))  ->  \(Setting.shown(after))"
        case (nil, let after?): "+ \(path.padded(to: width)) \(Setting.shown(after))"
        case (let before?, nil): "- \(path.padded(to: width)) \(Setting.shown(before))"
        case (nil, nil): path
        }
    }
}

extension FigureText {
    /// `+2.5`, `-0.4`, `0.0`
    static func signed(_ number: Double, _ decimals: Int) -> String {
        let text = fixed(number, decimals)
        return number > 0 && text.contains(where: { $0 != "0" && $0 != "." }) ? "+" + text : text
    }
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
    func padded(before width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
    fileprivate var trimmedRight: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
