import Backtest
package import Documents
import Economics
import Platform

extension RolloutComparison {
    /// Both sides of every profile, as people read them; at most 100 columns. Ends without a line feed.
    package func text() -> String {
        var lines = [
            "r\(staged.number) on \(FigureText.share(stage.share, decimals: 1)) of the uploads beside r\(live)"
                + "    since \(since.iso8601), by \(staged.by.printable): \(staged.reason.printable)"
        ]
        lines.append(
            "compared from \(from.iso8601) on"
                + (holdsEarlier ? ", uploads of before it among them: less than an hour old" : "")
        )
        if isEmulated { lines.append(EmulatedRemark.sentence) }
        for part in parts { lines += ["", part.profile.printable] + part.lines(live: live, staged: staged.number) }
        if parts.isEmpty { lines += ["", "no upload came yet"] }
        lines += ["", "torii policy promote [--share 30%], or torii policy rollback to end it"]
        return lines.joined(separator: "\n")
    }

    /// `torii.rollout/1`; money in integer nano-USD.
    package func json() -> JSON {
        [
            "schema": "torii.rollout/1",
            "live": .integer(Int64(live)),
            "staged": .integer(Int64(staged.number)),
            "share": .double(stage.share),
            "since": .string(since.iso8601),
            "from": .string(from.iso8601),
            "madeAt": .string(madeAt.iso8601),
            "holdsEarlier": .bool(holdsEarlier),
            "emulated": .bool(isEmulated),
            "profiles": .array(
                parts.map { ["profile": .string($0.profile), "live": $0.live.json, "staged": $0.staged.json] }
            ),
        ]
    }
}

extension RolloutComparison.Part {
    fileprivate func lines(live number: Int, staged: Int) -> [String] {
        func row(_ label: String, _ before: String, _ after: String, _ note: String = "") -> String {
            let cells = before.padded(before: 18) + after.padded(before: 18)
            return "  " + label.padded(to: 24) + cells + (note.isEmpty ? "" : "   \(note)")
        }
        func counts(_ label: String, _ figure: (RolloutArm) -> Int) -> String {
            row(label, FigureText.count(figure(live)), FigureText.count(figure(self.staged)))
        }
        return [
            row("", "r\(number)", "r\(staged)"),
            counts("uploads") { $0.uploads },
            counts("rejected") { $0.rejected },
            counts("answered locally") { $0.local },
            counts("no picture") { $0.failed },
            row("send rate", live.sendRate.text, self.staged.sendRate.text, difference),
            row(
                "cost of 1,000 uploads",
                FigureText.money(live.costPerThousand, .exact),
                FigureText.money(self.staged.costPerThousand, .exact),
                "USD"
            ),
            row("spend", live.spend.formatted(.exact), self.staged.spend.formatted(.exact), "USD"),
            row(
                "right answers lost",
                live.lostText,
                self.staged.lostText,
                "\(live.wrongAudits) of \(live.audits), \(self.staged.wrongAudits) of \(self.staged.audits) audits"
            ),
            row("  95 % interval", live.lostInterval, self.staged.lostInterval),
            row("mean latency", FigureText.duration(live.meanLatency), FigureText.duration(self.staged.meanLatency)),
        ]
    }

    /// Of send rates, in points, with the half width of its 95 % interval.
    private var difference: String {
        guard let before = live.sendRate, let after = staged.sendRate, let old = before.rate, let new = after.rate
        else {
            return ""
        }
        func variance(_ rate: Double, _ trials: Int) -> Double { rate * (1 - rate) / Double(trials) }
        let width = 1.96 * (variance(old, before.trials) + variance(new, after.trials)).squareRoot()
        let text = "\(FigureText.signed((new - old) * 100, 2)) +-\(FigureText.fixed(width * 100, 2)) pp"
        return abs(new - old) > width ? text : "\(text): no difference shown"
    }
}

extension RateInterval? {
    fileprivate var text: String { FigureText.share(self?.rate) }
}

extension RolloutArm {
    fileprivate var lostText: String { FigureText.share(lost?.estimate, decimals: 4) }

    fileprivate var lostInterval: String {
        guard let lost else { return "-" }
        return "\(FigureText.fixed(lost.lower * 100, 4))..\(FigureText.share(lost.upper, decimals: 4))"
    }

    fileprivate var json: JSON {
        [
            "uploads": .integer(Int64(uploads)),
            "judged": .integer(Int64(judged)),
            "sent": .integer(Int64(sent)),
            "rejected": .integer(Int64(rejected)),
            "local": .integer(Int64(local)),
            "failed": .integer(Int64(failed)),
            "sendRate": sendRate?.rate.map { .double($0) } ?? .null,
            "costNanoUSD": .integer(spend.nanoUSD),
            "audits": .integer(Int64(audits)),
            "wrongAudits": .integer(Int64(wrongAudits)),
            "lost": lost.map {
                ["estimate": .double($0.estimate), "lower": .double($0.lower), "upper": .double($0.upper)]
            } ?? .null,
            "meanLatencyMs": meanLatency.map { .double($0.milliseconds) } ?? .null,
        ]
    }
}
