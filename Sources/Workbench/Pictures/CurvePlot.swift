import Gate

/// A receiver curve as text and as SVG: good pictures lost across, bad ones caught up.
package enum CurvePlot {
    private static let columns = 48
    private static let rows = 12

    package static func text(of curve: ReceiverCurve) -> String {
        var grid = [[Character]](repeating: [Character](repeating: " ", count: columns + 1), count: rows + 1)
        for i in 0...columns { grid[rows - i * rows / columns][i] = "·" }
        for point in steps(curve) {
            let x = Int((point.x * Double(columns)).rounded())
            let y = Int((point.y * Double(rows)).rounded())
            grid[rows - y][x] = "█"
        }
        let lines = grid.enumerated().map { index, row in
            let label = index == 0 ? "caught 1 " : index == rows ? "       0 " : "         "
            return "  " + label + "│" + String(row)
        }
        return lines.joined(separator: "\n") + "\n           └" + String(repeating: "─", count: columns + 1)
            + "\n            0" + String(repeating: " ", count: columns - 8) + "lost    1"
    }

    package static func svg(of curve: ReceiverCurve, title: String) -> String {
        let path = steps(curve).enumerated()
            .map {
                "\($0.offset == 0 ? "M" : "L")\((40 + 400 * $0.element.x).fixed(1)) \((420 - 400 * $0.element.y).fixed(1))"
            }
            .joined(separator: " ")
        let knee = curve.knee
        let (x, y) = (Double(knee.lost) / Double(curve.good), Double(knee.caught) / Double(curve.bad))
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 460 460" font-family="sans-serif" font-size="12">
            <rect width="460" height="460" fill="#fff"/>
            <text x="40" y="14">\(ContactSheet.escaped(title)): AUC \(curve.area.fixed(4)) \
            (\(curve.interval.lowerBound.fixed(4))–\(curve.interval.upperBound.fixed(4)))</text>
            <rect x="40" y="20" width="400" height="400" fill="none" stroke="#888"/>
            <path d="M40 420 L440 20" stroke="#bbb" stroke-dasharray="4"/>
            <path d="\(path)" fill="none" stroke="#0b62c4" stroke-width="2"/>
            <circle cx="\((40 + 400 * x).fixed(1))" cy="\((420 - 400 * y).fixed(1))" r="4" fill="#c4420b"/>
            <text x="\((46 + 400 * x).fixed(1))" y="\((436 - 400 * y).fixed(1))">knee \(knee.threshold.fixed(3))</text>
            <text x="180" y="448">good pictures lost</text>
            <text transform="translate(28 280) rotate(-90)">bad pictures caught</text>
            </svg>

            """
    }

    /// The corners of the curve, and along its steps as many points as a plot can show.
    private static func steps(_ curve: ReceiverCurve) -> [(x: Double, y: Double)] {
        var result: [(x: Double, y: Double)] = []
        var last = (x: 0.0, y: 0.0)
        for point in curve.points {
            let next = (x: Double(point.lost) / Double(curve.good), y: Double(point.caught) / Double(curve.bad))
            let count = max(1, Int(max(abs(next.x - last.x) * Double(columns), abs(next.y - last.y) * Double(rows))))
            for i in 1...count {
                let t = Double(i) / Double(count)
                result.append((last.x + (next.x - last.x) * t, last.y + (next.y - last.y) * t))
            }
            last = next
        }
        return result
    }
}
