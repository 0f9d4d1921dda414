/// Scores 0...1 on 2,048 bins that are even in log odds, so that small areas and nearly sharp pictures are told apart
/// as well as middling ones. The first and the last bin take the far ends and are even in the score itself.
package enum ScoreScale {
    package static let bins = 2048
    /// Log odds at which the far ends begin.
    private static let reach = 8.0
    private static let inner = Double(bins - 2)
    /// The score at log odds -8.
    private static let end = 1 / (1 + Curves.exp(reach))

    /// Where a score lies: its bin, and how far inside it, 0..<1.
    package struct Place: Sendable, Hashable {
        package let bin: Int
        package let part: Double
    }

    /// - Parameter score: Finite; beyond 0...1 it lies at the nearer end.
    package static func place(of score: Double) -> Place {
        if score <= end { return Place(bin: 0, part: max(0, score / end) * inside) }
        let rest = 1 - score
        if rest <= end { return Place(bin: bins - 1, part: min(inside, (1 - max(0, rest) / end) * inside)) }
        let position = (Curves.ln(score / rest) + reach) / (2 * reach) * inner
        let bin = min(max(Int(position), 0), bins - 3)
        return Place(bin: bin + 1, part: min(max(position - Double(bin), 0), inside))
    }

    /// The score at a place: the inverse of `place(of:)`.
    static func score(bin: Int, part: Double) -> Double {
        if bin == 0 { return part * end }
        if bin == bins - 1 { return 1 - (1 - part) * end }
        let odds = (Double(bin - 1) + part) / inner * 2 * reach - reach
        return 1 / (1 + Curves.exp(-odds))
    }

    /// The largest part below 1 that is ever needed.
    private static let inside = 1 - 0x1p-40
}
