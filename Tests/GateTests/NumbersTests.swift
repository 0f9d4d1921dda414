import Foundation
import Gate
import TestSupport
import Testing

@Suite struct NumbersTests {
    @Test(arguments: [1e-300, 1e-9, 0.1, 0.5, 0.99999, 1, 1.4142135, 2, 3.7, 1000, 1e300])
    func logarithmIsThatOfTheLibrary(x: Double) {
        #expect(abs(Elementary.ln(x) - log(x)) <= 1e-14 * max(1, abs(log(x))))
    }

    @Test(arguments: [-700, -20, -1.5, -1e-9, 0, 0.3, 1, 12, 700])
    func exponentialIsThatOfTheLibrary(x: Double) {
        #expect(abs(Elementary.exp(x) - exp(x)) <= 1e-13 * exp(x))
    }

    @Test(arguments: [1, 2, 3, 7, 8, 9, 100, 512, 1021])
    func rootsOfUnityAreThoseOfTheLibrary(count: Int) {
        for k in 0..<count {
            let root = Elementary.unitRoot(k, of: count)
            let angle = 2 * .pi * Double(k) / Double(count)
            #expect(abs(root.cos - cos(angle)) < 2e-15 && abs(root.sin - sin(angle)) < 2e-15, "\(k) of \(count)")
        }
    }

    @Test func quarterTurnsAreExact() {
        let quarters = (0..<4).map { Elementary.unitRoot($0, of: 4) }
        #expect(quarters.map(\.cos) == [1, 0, -1, 0])
        #expect(quarters.map(\.sin) == [0, 1, 0, -1])
    }

    @Test func percentilesInterpolateBetweenRanks() {
        let values: [Float] = [4, 1, 3, 2]
        #expect(Percentile.values([0, 25, 50, 97, 100], of: values.span) == [1, 1.75, 2.5, 3.91, 4])
    }

    @Test func percentileOfOneValueOrOfEqualOnesIsThatValue() {
        let one: [Float] = [7]
        let equal: [Float] = [0.25, 0.25, 0.25]
        let none: [Float] = []
        #expect(Percentile.value(97, of: one.span) == 7)
        #expect(Percentile.value(3, of: equal.span) == 0.25)
        #expect(Percentile.value(50, of: none.span) == 0)
    }

    @Test(arguments: 0..<20)
    func percentilesAreThoseOfASortedList(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        // Crowded values with a few far ones: most fall into one bin of the histogram.
        let values = (0..<Int.random(in: 2...900, using: &random)).map { _ in
            Int.random(in: 0..<50, using: &random) == 0
                ? Float.random(in: -1e4...1e4, using: &random) : Float.random(in: 0...1, using: &random)
        }
        let sorted = values.sorted().map(Double.init)
        for q in [0, 0.5, 10, 25, 97, 99.5, 100.0] {
            let position = q / 100 * Double(sorted.count - 1)
            let low = sorted[Int(position)]
            let high = sorted[min(Int(position) + 1, sorted.count - 1)]
            let expected = low + (high - low) * (position - position.rounded(.down))
            #expect(Percentile.value(q, of: values.span) == expected, "seed \(seed), percentile \(q)")
        }
    }
}
