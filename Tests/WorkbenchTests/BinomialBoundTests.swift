import Testing
import Workbench

@Suite struct BinomialBoundTests {
    /// Values of R's `binom.test(k, n, alternative = "less", conf.level = 0.95)$conf.int[2]`, which is
    /// `qbeta(0.95, k + 1, n - k)`; without events it is 1 - 0.05^(1/n).
    @Test(arguments: [
        (0, 1, 0.95), (0, 10, 0.2588655508), (1, 10, 0.3941633074), (5, 10, 0.7775588926), (0, 434, 0.0068788406),
        (3, 1_000, 0.0077352447), (10, 10, 1.0),
    ])
    func isExact(events: Int, trials: Int, bound: Double) {
        #expect(abs(BinomialBound.upper(events: events, of: trials, confidence: 0.95) - bound) < 1e-8)
    }

    @Test func holdsForAMillionTrials() {
        // Poisson with 3 events: 7.7537 a million.
        let bound = BinomialBound.upper(events: 3, of: 1_000_000, confidence: 0.95)
        #expect(abs(bound - 7.75365e-6) < 1e-9)
        #expect(BinomialBound.upper(events: 0, of: 0, confidence: 0.95) == 1)
    }

    @Test(arguments: [(0.00018, 16_642), (0.05, 59), (0.5, 5)])
    func saysHowManyTrialsABoundTakes(bound: Double, trials: Int) {
        #expect(BinomialBound.trialsNeeded(bound: bound, confidence: 0.95) == trials)
        #expect(BinomialBound.upper(events: 0, of: trials, confidence: 0.95) <= bound)
        #expect(BinomialBound.upper(events: 0, of: trials - 1, confidence: 0.95) > bound)
    }
}
