import TestSupport
import Testing

@testable import Control

@Suite("Audit draw")
struct AuditDrawTests {
    @Test func neverDrawsAtZeroAndAlwaysAtOne() {
        for randomness in [0, 1, UInt64.max / 2, .max - 1, .max] {
            #expect(!AuditDraw.isDrawn(share: 0, randomness: randomness))
            #expect(AuditDraw.isDrawn(share: 1, randomness: randomness))
        }
    }

    @Test func drawsExactlyBelowTheShare() {
        let step = UInt64(1) << 11
        #expect(AuditDraw.isDrawn(share: 0.5, randomness: (1 << 63) - step))
        #expect(!AuditDraw.isDrawn(share: 0.5, randomness: 1 << 63))
        // The smallest share draws on the lowest number alone.
        #expect(AuditDraw.isDrawn(share: 0x1p-53, randomness: step - 1))
        #expect(!AuditDraw.isDrawn(share: 0x1p-53, randomness: step))
    }

    /// 100,000 draws: the share found stays within 4.5 standard deviations, and so does the count of wrong rejects that
    /// weighting by the inverse propensity estimates.
    @Test(arguments: [0.01, 0.05, 0.25, 0.5, 0.9], [1, 2, 3] as [UInt64])
    func isUnbiased(share: Double, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let count = 100_000
        let wrongShare = 0.02
        var drawn = 0
        var estimate = 0.0
        var wrong = 0
        for _ in 0..<count {
            let isWrong = Double.random(in: 0..<1, using: &random) < wrongShare
            if isWrong { wrong += 1 }
            guard AuditDraw.isDrawn(share: share, randomness: random.next()) else { continue }
            drawn += 1
            if isWrong { estimate += 1 / share }
        }
        let deviation = (Double(count) * share * (1 - share)).squareRoot()
        #expect(abs(Double(drawn) - Double(count) * share) < 4.5 * deviation, "seed \(seed)")
        let spread = (Double(wrong) * (1 - share) / share).squareRoot()
        #expect(abs(estimate - Double(wrong)) < 4.5 * spread, "seed \(seed)")
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func isMonotoneInTheShare(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1_000 {
            let randomness = random.next()
            let shares = [Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random)].sorted()
            if AuditDraw.isDrawn(share: shares[0], randomness: randomness) {
                #expect(AuditDraw.isDrawn(share: shares[1], randomness: randomness), "seed \(seed)")
            }
        }
    }
}
