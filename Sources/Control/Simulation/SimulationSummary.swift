/// The figures of one replay. Shares 0...1.
package struct SimulationSummary: Sendable, Hashable {
    package let uploads: Int
    package let sent: Int
    /// Mean and 99th percentile of |mean of a thousand uploads - target|.
    package let meanWindowError: Double
    package let p99WindowError: Double
    /// Mean of |a day's send rate - target|, the first day left out.
    package let dayError: Double
    package let settle: Int?
    /// Largest |mean of a thousand uploads - target|.
    package let overshoot: Double
    /// Of the worst day, spent beyond earned.
    package let overspend: Double
    /// Uploads a floor, a ceiling or a phase decided otherwise than strictness alone would have.
    package let clampedShare: Double
    /// Expected false rejects, as a share of uploads.
    package let falseRejects: Double
    /// Largest |sum of (sent - target)|.
    package let maxCumulativeError: Double
    /// Sends the ledger's caps refused: answered locally, no rejects.
    package let refusedByCaps: Int
}
