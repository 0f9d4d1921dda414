import TestSupport
import Testing

@testable import Control

@Suite("Anytime bound")
struct AnytimeBoundTests {
    /// The sum of exp(x), exp(7x/8), exp(3x/4) and exp(x/2) is 80 at x = 3.587: that many trials times the rate.
    @Test func needsAFifthMoreTrialsWhenNothingFails() {
        let rate = 0.000327
        #expect(AnytimeBound.upper(failures: 0, trials: 10_980, confidence: 0.95) <= rate)
        #expect(AnytimeBound.upper(failures: 0, trials: 10_960, confidence: 0.95) > rate)
        #expect(BinomialBound.upper(failures: 0, trials: 9_170, confidence: 0.95) <= rate)
    }

    @Test(arguments: [(0, 0), (5, 5), (0, 3)])
    func saysNothingOfTooLittle(_ failures: Int, _ trials: Int) {
        #expect(AnytimeBound.upper(failures: failures, trials: trials, confidence: 0.95) > 0.5)
    }

    @Test(arguments: [1, 3, 20])
    func isWiderThanTheExactBound(_ failures: Int) {
        let anytime = AnytimeBound.upper(failures: failures, trials: 40_000, confidence: 0.95)
        let exact = BinomialBound.upper(failures: failures, trials: 40_000, confidence: 0.95)
        #expect(exact < anytime && anytime < 3 * exact)
    }

    /// Looked at after every thousand trials, it excludes the true rate in fewer than 5 of 100 runs.
    @Test func holdsHoweverOftenOneLooks() {
        var random = SeededGenerator(seed: 17)
        let rate = 0.01
        var wrong = 0
        for _ in 0..<200 {
            var failures = 0
            var isWrong = false
            for trial in 1...10_000 {
                if Double.random(in: 0..<1, using: &random) < rate { failures += 1 }
                guard trial % 1000 == 0 else { continue }
                if AnytimeBound.upper(failures: failures, trials: trial, confidence: 0.95) < rate { isWrong = true }
            }
            if isWrong { wrong += 1 }
        }
        #expect(wrong <= 12)
    }
}
