/// A bound on a rate that holds at every moment at once, however often one looks: the price is a fifth more trials
/// when nothing fails.
///
/// Wealth of a mixture of four fixed bets against "the rate is at least q" (Ville's inequality; Waudby-Smith and Ramdas,
/// arXiv 2010.09686).
package enum AnytimeBound {
    /// The alternatives bet on, as parts of q.
    private static let bets: [Double] = [0, 1.0 / 8, 1.0 / 4, 1.0 / 2]

    /// The smallest rate refuted with `confidence`; 1 when none is yet.
    package static func upper(failures: Int, trials: Int, confidence: Double) -> Double {
        precondition(failures >= 0 && trials >= failures, "more failures than trials")
        var low = trials > 0 ? Double(failures) / Double(trials) : 1
        var high = 1 - 1e-9
        guard low < high, refutes(high, failures, trials, confidence) else { return 1 }
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if middle > 0, refutes(middle, failures, trials, confidence) { high = middle } else { low = middle }
        }
        return high
    }

    private static func refutes(_ rate: Double, _ failures: Int, _ trials: Int, _ confidence: Double) -> Bool {
        var wealth = 0.0
        for bet in bets {
            let other = rate * bet
            if other == 0, failures > 0 { continue }
            let won = Curves.lnOnePlus(-other) - Curves.lnOnePlus(max(-rate, -0.999_999_999))
            let lost = failures == 0 ? 0 : Double(failures) * Curves.ln(bet)
            wealth += Curves.exp(min(690, lost + Double(trials - failures) * won)) / Double(bets.count)
        }
        return wealth * (1 - confidence) >= 1
    }
}
