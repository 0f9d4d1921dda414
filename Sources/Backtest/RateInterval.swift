/// A rate after a fixed number of trials, with the interval that holds the true one (Clopper and Pearson, Biometrika 26,
/// 1934).
package struct RateInterval: Sendable, Hashable {
    package let hits: Int
    package let trials: Int
    package let lower: Double
    package let upper: Double

    /// - Parameter confidence: Of the interval as a whole, 0..<1.
    package init(hits: Int, trials: Int, confidence: Double) {
        precondition(hits >= 0 && trials >= hits && confidence < 1, "hits are part of the trials")
        self.hits = hits
        self.trials = trials
        let each = 1 - (1 - confidence) / 2
        upper = BinomialTail.upperBound(hits: hits, trials: trials, confidence: each)
        lower = 1 - BinomialTail.upperBound(hits: trials - hits, trials: trials, confidence: each)
    }

    /// 0...1; nil without trials.
    package var rate: Double? { trials > 0 ? Double(hits) / Double(trials) : nil }
}
