import Backtest
import Policy

extension ProjectionReport {
    /// Both curves of each measure in one picture: the share rejected, and the share of right answers lost on a scale of
    /// its own. No script, colours by `currentColor`, so that it can stand in any page.
    package func svg() -> String {
        let height = 40 + curves.count * 230
        var parts = [
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 \#(height)" role="img" fill="none" stroke="currentColor" font-family="sans-serif" font-size="12">"#,
            "<title>\(isEmulated ? "EMULATED: what" : "What") thresholds of \(projection.profile.name) would save and risk</title>",
            "<desc>\(projection.uploads) recorded uploads; solid: share rejected, dashed: right answers lost, scaled to its largest</desc>",
        ]
        for (index, (measure, points)) in curves.enumerated() {
            parts.append(chart(measure, points, top: 30 + index * 230))
        }
        parts.append("</svg>")
        return parts.joined(separator: "\n") + "\n"
    }

    private func chart(_ measure: Projection.Measure, _ points: [Projection.Point], top: Int) -> String {
        let total = Double(max(1, projection.uploads))
        let most = Double(max(1, points.map(\.lost).max() ?? 1))
        func place(_ point: Projection.Point, _ share: Double) -> String {
            "\(FigureText.fixed(60 + 540 * point.threshold, 1)),\(FigureText.fixed(Double(top) + 160 * (1 - share), 1))"
        }
        let saved = points.map { place($0, Double($0.rejected) / total) }.joined(separator: " ")
        let lost = points.map { place($0, Double($0.lost) / most) }.joined(separator: " ")
        let now = FigureText.fixed(60 + 540 * projection.threshold(of: measure), 1)
        let shareLost = FigureText.share(most / Double(max(1, projection.answered)), decimals: 3)
        return """
            <g>
            <text x="60" y="\(top - 8)" fill="currentColor" stroke="none">gate.\(measure.rawValue).min</text>
            <path d="M60 \(top)V\(top + 160)H600"/>
            <polyline points="\(saved)" stroke-width="2"/>
            <polyline points="\(lost)" stroke-dasharray="4 3"/>
            <path d="M\(now) \(top)V\(top + 160)" stroke-dasharray="1 3"/>
            <g fill="currentColor" stroke="none">
            <text x="52" y="\(top + 8)" text-anchor="end">100 %</text>
            <text x="52" y="\(top + 160)" text-anchor="end">0</text>
            <text x="604" y="\(top + 8)">\(shareLost)</text>
            <text x="60" y="\(top + 176)">0</text>
            <text x="600" y="\(top + 176)" text-anchor="end">1</text>
            <text x="\(now)" y="\(top + 176)" text-anchor="middle">now</text>
            </g>
            </g>
            """
    }
}
