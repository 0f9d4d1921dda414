import Gate
import TestSupport
import Testing

@Suite struct SharpnessScoreTests {
    /// Values around both calibrated points, one unit in the last place apart, and the ends of the ranges.
    private static let wholes = [
        0, 1e-12, 0.001, SharpnessScore.fft.nextDown.nextDown, SharpnessScore.fft.nextDown, SharpnessScore.fft,
        SharpnessScore.fft.nextUp, 0.0021, 0.02, 0.5, 1,
    ]
    private static let edges = [
        0, 0.1, 1.0 / 6, 0.3, SharpnessScore.esr97.nextDown.nextDown, SharpnessScore.esr97.nextDown,
        SharpnessScore.esr97, SharpnessScore.esr97.nextUp, 0.381, 0.5, 0.53, 1,
    ]

    @Test(arguments: wholes, edges)
    func isBelowItsCalibratedPointExactlyWhenBothMeasuresAre(fft: Double, esr97: Double) {
        let score = SharpnessScore.score(fft: fft, esr97: esr97, edgePixels: 30)
        #expect((score < 0.18) == (fft < 0.002 && esr97 < 0.38))
        #expect((0...1).contains(score))
    }

    @Test(arguments: 0..<20)
    func isBelowItsCalibratedPointExactlyWhenBothMeasuresAreAtRandom(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            // Half of the values are drawn from the last few representable numbers around the calibrated points.
            let fft = Bool.random(using: &random) ? near(0.002, &random) : Double.random(in: 0...0.01, using: &random)
            let esr = Bool.random(using: &random) ? near(0.38, &random) : Double.random(in: 0...0.6, using: &random)
            let score = SharpnessScore.score(fft: fft, esr97: esr, edgePixels: .random(in: 30...9_999, using: &random))
            #expect((score < 0.18) == (fft < 0.002 && esr < 0.38), "seed \(seed): fft \(fft), esr97 \(esr)")
        }
    }

    private func near(_ value: Double, _ random: inout SeededGenerator) -> Double {
        Double(bitPattern: value.bitPattern + UInt64.random(in: 0...6, using: &random) - 3)
    }

    @Test(arguments: wholes)
    func risesWithEitherMeasure(fft: Double) {
        for (low, high) in zip(Self.edges, Self.edges.dropFirst()) {
            let lower = SharpnessScore.score(fft: fft, esr97: low, edgePixels: 30)
            let higher = SharpnessScore.score(fft: fft, esr97: high, edgePixels: 30)
            #expect(lower <= higher)
        }
        let blurred = SharpnessScore.score(fft: fft, esr97: 0.3, edgePixels: 30)
        #expect(blurred <= SharpnessScore.score(fft: fft + 0.001, esr97: 0.3, edgePixels: 30))
    }

    @Test(arguments: [0, 1, 29])
    func neverSaysBlurredWithoutEdges(edgePixels: Int) {
        #expect(SharpnessScore.score(fft: 0, esr97: 0, edgePixels: edgePixels) == SharpnessScore.withoutEdges)
        #expect(SharpnessScore.score(fft: 0.9, esr97: 0, edgePixels: edgePixels) > SharpnessScore.withoutEdges)
    }

    @Test func saysBlurredFromThirtyEdgePixelsOn() {
        #expect(SharpnessScore.score(fft: 0, esr97: 0, edgePixels: 30) == 0)
    }
}
