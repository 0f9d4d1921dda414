package import Control

extension SimulationSummary {
    /// For people.
    ///
    /// - Parameter limit: The largest share of false rejects the profile allows.
    package func text(limit: Double) -> String {
        let verdict = falseRejects > limit ? ": ABOVE the limit of \((limit * 100).fixed(4)) %" : ""
        let points = { (share: Double) in "\((share * 100).fixed(3)) pp" }
        return """
            uploads              \(uploads), sent \(sent)
            mean |W1000 error|   \(points(meanWindowError)), 99th percentile \(points(p99WindowError))
            day error            \(points(dayError))
            settled after        \(settle.map { "\($0) uploads" } ?? "-")
            largest excursion    \(points(overshoot))
            overspend            \((overspend * 100).fixed(2)) %
            clamped              \((clampedShare * 100).fixed(2)) %
            false rejects        \((falseRejects * 100).fixed(4)) % of uploads\(verdict)
            """
    }
}
