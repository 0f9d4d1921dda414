import TestSupport
import Testing

@testable import Control

@Suite("Binomial bound")
struct BinomialBoundTests {
    /// The most failures that still certify a rate, as exact tables have it.
    @Test(arguments: [
        (18_000, 0.00018, 0), (63_000, 0.00018, 5), (63_000, 0.0001, 2), (126_000, 0.00018, 14), (126_000, 0.0001, 6),
        (540_000, 0.00018, 80), (540_000, 0.0001, 41),
    ])
    func certifiesExactlySoManyFailures(_ trials: Int, _ rate: Double, _ most: Int) {
        #expect(BinomialBound.upper(failures: most, trials: trials, confidence: 0.95) <= rate)
        #expect(BinomialBound.upper(failures: most + 1, trials: trials, confidence: 0.95) > rate)
    }

    @Test func needsThreeByTheRateWithoutFailures() {
        #expect(BinomialBound.upper(failures: 0, trials: 29_956, confidence: 0.95) <= 0.0001)
        #expect(BinomialBound.upper(failures: 0, trials: 29_955, confidence: 0.95) > 0.0001)
    }

    @Test(arguments: [(0, 1), (3, 10), (9, 10), (200, 400)])
    func solvesItsOwnEquation(_ failures: Int, _ trials: Int) {
        let upper = BinomialBound.upper(failures: failures, trials: trials, confidence: 0.95)
        #expect(abs(BinomialBound.atMost(failures, of: trials, rate: upper) - 0.05) < 1e-9)
    }

    @Test func isOneWhenEverythingFailed() {
        #expect(BinomialBound.upper(failures: 7, trials: 7, confidence: 0.95) == 1)
    }
}
