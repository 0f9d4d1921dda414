package import Control

extension SimulationSummary {
    /// For people.
    package var text: String {
        let points = { (share: Double) in "\((share * 100).fixed(3)) pp" }
        return """
            uploads              \(uploads), sent \(sent)
            mean |W1000 error|   \(points(meanWindowError)), 99th percentile \(points(p99WindowError))
            day error            \(points(dayError))
            settled after        \(settle.map { "\($0) uploads" } ?? "-")
            largest excursion    \(points(overshoot))
            overspend            \((overspend * 100).fixed(2)) %
            clamped              \((clampedShare * 100).fixed(2)) %
            false rejects        \((falseRejects * 100).fixed(4)) % of uploads
            """
    }
}
