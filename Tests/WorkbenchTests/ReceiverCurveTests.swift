import TestSupport
import Testing
import Workbench

@Suite struct ReceiverCurveTests {
    @Test func countsWhatEachThresholdRejects() {
        let curve = ReceiverCurve(good: [0.5, 0.2, 0.9], bad: [0.1, 0.2])
        #expect(
            curve.points.map { [$0.threshold, Double($0.lost), Double($0.caught)] } == [
                [0.1, 0, 0], [0.2, 0, 1], [0.5, 1, 2], [0.9, 2, 2], [Double(0.9).nextUp, 3, 2],
            ]
        )
        // Five of six pairs in order, one tied.
        #expect(abs(curve.area - 5.5 / 6) < 1e-15)
        #expect(curve.knee.threshold == 0.5)
        #expect(curve.strictestWithoutLoss.threshold == 0.2)
    }

    /// Placements of the good: 1, 0.75, 1 (variance 1/48); of the bad: 1, 5/6 (variance 1/72).
    @Test func tellsItsStandardErrorByDeLong() {
        let curve = ReceiverCurve(good: [0.5, 0.2, 0.9], bad: [0.1, 0.2])
        #expect(abs(curve.error - (1.0 / 48 / 3 + 1.0 / 72 / 2).squareRoot()) < 1e-15)
        #expect(curve.interval.upperBound == 1)
    }

    @Test func admitsThatAPerfectSampleProvesLittle() {
        let curve = ReceiverCurve(good: [0.8, 0.9], bad: [0.1, 0.2, 0.3])
        #expect(curve.area == 1)
        #expect(curve.interval == 0...1)
    }

    /// One loss in 30,000 stays below 0.018 % at 95 %, two do not.
    @Test func findsTheStrictestThresholdABoundAllows() throws {
        let good = (0..<20_000).map { 0.3 + Double($0) / 40_000 }
        let bad = (0..<10_000).map { Double($0) / 25_000 }
        let curve = ReceiverCurve(good: good, bad: bad)
        let point = try #require(curve.strictest(falseRejects: 0.00018, confidence: 0.95))
        #expect(BinomialBound.upper(events: point.lost, of: 30_000, confidence: 0.95) <= 0.00018)
        #expect(BinomialBound.upper(events: point.lost + 1, of: 30_000, confidence: 0.95) > 0.00018)
        #expect(point.lost == 1)
        #expect(ReceiverCurve(good: [1], bad: [0]).strictest(falseRejects: 0.00018, confidence: 0.95) == nil)
    }
}
