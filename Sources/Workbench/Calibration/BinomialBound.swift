import Gate

/// What a sample can prove about a rare event (Clopper and Pearson 1934): exact, whatever the numbers.
package enum BinomialBound {
    /// The upper bound of the event's probability at `confidence` (0...1, exclusive): the largest at which `events` or
    /// fewer of `trials` would still be seen with a probability above 1 - confidence. 1 without trials.
    ///
    /// Complexity: linear in `events`.
    package static func upper(events: Int, of trials: Int, confidence: Double) -> Double {
        precondition(events >= 0 && events <= trials, "more events than trials")
        precondition(confidence > 0 && confidence < 1, "a confidence outside 0...1")
        guard trials > 0, events < trials else { return 1 }
        let left = Elementary.ln(1 - confidence)
        var (low, high) = (0.0, 1.0)
        for _ in 0..<100 {
            let middle = (low + high) / 2
            guard middle > low, middle < high else { break }
            if logOfAtMost(events, of: trials, probability: middle) > left { low = middle } else { high = middle }
        }
        return high
    }

    /// The fewest trials without any event that prove a bound: ln(1 - confidence) / ln(1 - bound), rounded up.
    package static func trialsNeeded(bound: Double, confidence: Double) -> Int {
        precondition(bound > 0 && bound < 1 && confidence > 0 && confidence < 1, "a probability outside 0...1")
        return Int((Elementary.ln(1 - confidence) / Elementary.ln(1 - bound)).rounded(.up))
    }

    /// ln of P(X <= events), in logarithms all the way: a million trials underflow anything else.
    private static func logOfAtMost(_ events: Int, of trials: Int, probability: Double) -> Double {
        let odds = Elementary.ln(probability) - Elementary.ln(1 - probability)
        var term = Double(trials) * Elementary.ln(1 - probability)
        var sum = term
        for i in 0..<events {
            term += Elementary.ln(Double(trials - i)) - Elementary.ln(Double(i + 1)) + odds
            let (most, least) = (max(sum, term), min(sum, term))
            sum = most + Elementary.ln(1 + Elementary.exp(max(least - most, -700)))
        }
        return sum
    }
}
