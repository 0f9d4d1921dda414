import Backtest
package import Economics
import Policy

extension ProjectionReport {
    /// Curves as a table and bars, at most 100 columns. Ends without a line feed. Throws `amountOverflow`.
    package func text() throws(EconomicsError) -> String {
        let profile = projection.profile
        let span = days.map { "\($0.lowerBound) .. \($0.upperBound) \(timeZone)" } ?? "none recorded"
        var lines = [
            "\(profile.name), phase \(profile.phase.rawValue): \(FigureText.count(projection.uploads)) uploads, \(span)"
        ]
        if isEmulated { lines.append(EmulatedRemark.sentence) }
        if projection.answered < projection.uploads {
            let unknown = projection.uploads - projection.answered
            lines.append(
                "\(FigureText.count(unknown)) of them were not sent: what they would have cost and lost is not in here"
            )
        }
        if projection.others > 0 {
            lines.append("\(FigureText.count(projection.others)) more have no scores of \(profile.scoreSpace)")
        }
        guard projection.uploads > 0 else { return lines.joined(separator: "\n") }
        for (measure, points) in curves {
            lines += [
                "", "gate.\(measure.rawValue).min, each rule alone",
                "    at   rejected  " + "".padded(to: 22) + "   saved USD   right answers lost   most at risk",
            ]
            for point in shown(points, measure) { lines.append(try line(point, measure)) }
            lines.append(advice(points))
        }
        lines += [
            "",
            "saved: what their calls cost, audits not taken off. lost: the cloud gave a category other than `other`.",
        ]
        return lines.joined(separator: "\n")
    }

    /// Every second hundredth, and the one in force, up to where nine in ten are rejected.
    private func shown(_ points: [Projection.Point], _ measure: Projection.Measure) -> [Projection.Point] {
        let now = projection.threshold(of: measure)
        let end = points.firstIndex { Double($0.rejected) >= 0.9 * Double(projection.uploads) } ?? points.count - 1
        return points.enumerated().filter { index, point in
            index > 0 && (index <= min(end, 50) && index % 2 == 0 || abs(point.threshold - now) < 0.005)
        }.map(\.element)
    }

    private func line(_ point: Projection.Point, _ measure: Projection.Measure) throws(EconomicsError) -> String {
        let share = Double(point.rejected) / Double(projection.uploads)
        let bar = String(repeating: "#", count: Int((share * 20).rounded()))
        let risk = point.categories.prefix(2).map { "\($0.category) \(FigureText.count($0.count))" }
        let lost = Double(point.lost) / Double(max(1, projection.answered))
        let now = abs(point.threshold - projection.threshold(of: measure)) < 0.005 ? "  <- now" : ""
        return "  \(FigureText.fixed(point.threshold, 2))  "
            + FigureText.share(share, decimals: 1).padded(before: 8) + "  "
            + bar.padded(to: 22)
            + (point.cost.formatted()).padded(before: 12)
            + FigureText.share(lost, decimals: 4).padded(before: 12)
            + (bound(point).map { " <= \(FigureText.share($0, decimals: 3))" } ?? "").padded(to: 13)
            + risk.joined(separator: ", ") + now
    }

    private func advice(_ points: [Projection.Point]) -> String {
        let limit = FigureText.share(projection.profile.falseRejects.max, decimals: 4)
        let confidence = FigureText.fixed(projection.profile.falseRejects.confidence * 100, 0)
        guard let safe = projection.largestSafe(points) else {
            return "  no threshold is proven inside the limit of \(limit) (\(confidence) %): more answers are needed"
        }
        return
            "  largest proven inside the limit of \(limit) (\(confidence) %): \(FigureText.fixed(safe.threshold, 2)), "
            + "rejects \(FigureText.share(Double(safe.rejected) / Double(projection.uploads), decimals: 1))"
    }
}
