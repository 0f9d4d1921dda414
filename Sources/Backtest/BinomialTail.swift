/// Exact bounds on a rate after a fixed number of trials (Clopper and Pearson, Biometrika 26, 1934).
package enum BinomialTail {
    /// The largest rate under which at most `hits` in `trials` is not yet less likely than 1 - `confidence` (one-sided,
    /// 0..<1). 1 without trials.
    package static func upperBound(hits: Int, trials: Int, confidence: Double) -> Double {
        precondition(hits >= 0 && trials >= hits && confidence < 1, "hits are part of the trials")
        guard hits < trials else { return 1 }
        var low = Double(hits) / Double(trials)
        var high = 1.0
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if middle <= low || middle >= high { break }
            if atMost(hits, of: trials, rate: middle) > 1 - confidence { low = middle } else { high = middle }
        }
        return high
    }

    /// The probability of at most `hits` in `trials`. Terms are counted from the likeliest one outward, so that nothing
    /// runs out of the range of a Double however many trials there are.
    static func atMost(_ hits: Int, of trials: Int, rate: Double) -> Double {
        guard rate > 0, hits < trials else { return 1 }
        guard rate < 1 else { return 0 }
        let odds = rate / (1 - rate)
        let mode = min(trials, Int(Double(trials + 1) * rate))
        var below = mode <= hits ? 1.0 : 0
        var all = 1.0
        var term = 1.0
        for count in stride(from: mode, to: 0, by: -1) {
            term *= Double(count) / Double(trials - count + 1) / odds
            all += term
            if count - 1 <= hits { below += term }
            if term < 1e-20 * all, count - 1 <= hits || term == 0 { break }
        }
        term = 1
        for count in mode..<trials {
            term *= Double(trials - count) / Double(count + 1) * odds
            all += term
            if count + 1 <= hits { below += term }
            if term < 1e-20 * all { break }
        }
        return below / all
    }
}
