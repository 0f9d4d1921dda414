import TestSupport
import Testing

@testable import Control

@Suite("Score distributions")
struct DistributionTests {
    private func histogram(_ scores: [Double], halfLife: Int = 1_000_000) -> ScoreHistogram {
        var histogram = ScoreHistogram(halfLife: halfLife)
        for score in scores { histogram.add(bin: ScoreScale.place(of: score).bin) }
        return histogram
    }

    @Test func placesScoresInOrderAndFindsThemBack() {
        var random = SeededGenerator(seed: 3)
        let ends: [Double] = [0, 1e-12, 1e-5, 3.3e-4, 3.4e-4, 0.5, 0.9999, 1 - 1e-9, 1]
        let scores = (ends + (0..<5000).map { _ in Double.random(in: 0...1, using: &random) }).sorted()
        var last = -1.0
        for score in scores {
            let place = ScoreScale.place(of: score)
            #expect((0..<ScoreScale.bins).contains(place.bin) && (0..<1).contains(place.part))
            #expect(Double(place.bin) + place.part >= last, "\(score)")
            last = Double(place.bin) + place.part
            #expect(abs(ScoreScale.score(bin: place.bin, part: place.part) - score) < 1e-9)
        }
    }

    @Test func halvesOldWeights() {
        var histogram = ScoreHistogram(halfLife: 100)
        for _ in 0..<100 { histogram.add(bin: 7) }
        for _ in 0..<100 { histogram.add(bin: 9) }
        #expect(histogram.weights[7] == 50 * ScoreHistogram.unit)
        #expect(histogram.weights[9] == 100 * ScoreHistogram.unit)
        #expect(histogram.mass == 150)
        #expect(histogram.samples == 200)
    }

    /// Four nodes that halved at different times add up to the same weights in any order.
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func mergesExactlyInAnyOrder(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let parts = (0..<4).map { _ in
            histogram(
                (0..<Int.random(in: 1...3000, using: &random)).map { _ in Double.random(in: 0...1, using: &random) },
                halfLife: 500
            )
        }
        func merged(_ order: [ScoreHistogram]) -> ScoreHistogram {
            order.dropFirst().reduce(into: order[0]) { $0.merge($1) }
        }
        let first = merged(parts)
        let other = merged(parts.shuffled(using: &random))
        #expect(first.weights == other.weights, "seed \(seed)")
        #expect(first.total == other.total && first.samples == other.samples, "seed \(seed)")
    }

    /// Without a table the same score, to the last bit.
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func cutsAsATableOfItDoes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let scores = (0..<(seed == 1 ? 0 : 3000)).map { _ in Double.random(in: 0...1, using: &random) * 0.3 }
        let histogram = histogram(scores, halfLife: 700)
        let table = RankTable(histogram)
        for share in [-1, 0, 1e-9, 1 - 1e-12, 1, 2] + (0..<500).map({ _ in Double.random(in: 0...1, using: &random) }) {
            #expect(histogram.score(below: share) == table.cut(at: share).score, "seed \(seed), share \(share)")
        }
    }

    @Test func cutsWhereItRanks() {
        var random = SeededGenerator(seed: 11)
        let table = RankTable(histogram((0..<20_000).map { _ in Double.random(in: 0...1, using: &random) }))
        for step in 1..<100 {
            let share = Double(step) / 100
            let cut = table.cut(at: share)
            #expect(cut.tieShare == 0)
            #expect(abs(cut.score - share) < 0.02)
            #expect(abs(table.rank(of: cut.score) - share) < 1e-9)
        }
    }

    @Test(arguments: [-3.0, -1e-9, 0.0])
    func sendsEverythingBelowAllRanks(_ share: Double) {
        let table = RankTable(histogram([0.2, 0.3]))
        #expect(table.cut(at: share) == RankTable.Cut(score: 0, tieShare: 0))
    }

    @Test(arguments: [1.0, 1.2, 700.0])
    func rejectsEvenAPerfectScoreAboveAllRanks(_ share: Double) {
        let table = RankTable(histogram([0.2, 0.3]))
        #expect(table.cut(at: share).threshold(tie: 0.5) == 1.0.nextUp)
    }

    /// 400 of 1,000 uploads share one score: a cut inside them parts them by their hashes, at the score itself or the next
    /// number above it, and everything below or above them stays on its side.
    @Test func partsTiesByHash() {
        var scores = [Double](repeating: 0.5, count: 400)
        for number in 1...300 {
            scores.append(0.1 + Double(number) * 1e-4)
            scores.append(0.8 + Double(number) * 1e-4)
        }
        var counter = TieCounter(window: 1000)
        for score in scores { counter.add(score) }
        let ties = counter.ties(of: 1000)
        #expect(ties.count == 1 && ties[0].score == 0.5 && ties[0].share == 0.4)
        let table = RankTable(histogram(scores), ties: ties)
        let cut = table.cut(at: 0.4)
        #expect(cut.score == 0.5)
        #expect(abs(cut.tieShare - 0.25) < 1e-9)
        #expect(cut.threshold(tie: 0.24) == 0.5.nextUp)
        #expect(cut.threshold(tie: 0.26) == 0.5)
        #expect(abs(table.rank(of: 0.5) - 0.5) < 1e-9)
        #expect(table.cut(at: 0.29).score < 0.5)
        #expect(table.cut(at: 0.71).score > 0.5)
    }

    @Test func forgetsTiesThatLeftTheWindow() {
        var counter = TieCounter(window: 1000)
        for _ in 0..<100 { counter.add(0.25) }
        let held = counter.ties(of: 1000)
        #expect(held.count == 1)
        for _ in 0..<100 { counter.remove(0.25) }
        let left = counter.ties(of: 1000)
        #expect(left.isEmpty)
    }

    @Test func givesBackTheOldestUpload() {
        var recent = RecentUploads(capacity: 3)
        func sample(_ score: Double) -> RecentUploads.Sample {
            .init(GateScores(sharpness: score, area: nil, isOwn: false))
        }
        let pushed = [0.1, 0.2, 0.3, 0.4, 0.5].map { recent.add(sample($0))?.sharpness }
        #expect(pushed == [nil, nil, nil, 0.1, 0.2])
        #expect(recent.count == 3)
    }
}
