/// Exact bounds on a rate after a fixed number of trials (Clopper and Pearson, Biometrika 26, 1934).
package enum BinomialBound {
    /// The largest rate under which seeing at most `failures` in `trials` is not yet less likely than 1 - `confidence`.
    ///
    /// - Parameter confidence: One-sided, 0..<1.
    /// Complexity: O(`failures`) for each of some 60 halvings.
    package static func upper(failures: Int, trials: Int, confidence: Double) -> Double {
        precondition(failures >= 0 && trials >= failures, "more failures than trials")
        guard failures < trials else { return 1 }
        var low = Double(failures) / Double(trials)
        var high = 1.0
        // A first upper end near the answer; doubling costs less than halving from 1.
        var width = (Double(failures) + 10 + 5 * Double(failures + 1).squareRoot()) / Double(trials)
        while low + width < 1, atMost(failures, of: trials, rate: low + width) > 1 - confidence { width *= 2 }
        high = min(high, low + width)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if middle <= low || middle >= high { break }
            if atMost(failures, of: trials, rate: middle) > 1 - confidence { low = middle } else { high = middle }
        }
        return high
    }

    /// The probability of at most `failures` in `trials`.
    static func atMost(_ failures: Int, of trials: Int, rate: Double) -> Double {
        guard rate > 0 else { return 1 }
        guard rate < 1 else { return failures >= trials ? 1 : 0 }
        let odds = rate / (1 - rate)
        var term = 1.0
        var sum = 1.0
        // The sum is kept in range by a scale that stands beside it: its first term alone may be below every Double.
        var scale = Double(trials) * Curves.lnOnePlus(max(-rate, -0.999_999_999))
        for failure in 0..<failures {
            term *= Double(trials - failure) / Double(failure + 1) * odds
            sum += term
            if sum > 1e250 {
                term *= 1e-250
                sum *= 1e-250
                scale += 250 * 2.302585092994045684018
            }
        }
        return min(1, Curves.exp(scale + Curves.ln(sum)))
    }
}
