import TestSupport
import Testing

@testable import Policy

@Suite("Counterfactuals")
struct CounterfactualTests {
    private func changes(_ evidence: Evidence) -> [Counterfactual] {
        Counterfactual.changes(
            of: evidence,
            settings: JudgeFixtures.settings(),
            thresholds: JudgeFixtures.thresholds
        )
    }

    @Test func saysWhichThresholdWouldHaveSent() {
        #expect(
            changes(JudgeFixtures.measured(sharpness: 0.15)) == [
                Counterfactual(score: .sharpness, change: .sendsAtOrBelow(0.15))
            ]
        )
        #expect(
            changes(JudgeFixtures.measured(attention: 0.02, objectness: 0.04, range: 1)) == [
                Counterfactual(score: .saliencyArea, change: .sendsAtOrBelow(0.04))
            ]
        )
    }

    @Test func saysWhichThresholdWouldHaveRejected() {
        #expect(
            changes(JudgeFixtures.measured(sharpness: 0.3, attention: 0.1, objectness: 0.2, range: 1)) == [
                Counterfactual(score: .sharpness, change: .rejectsAbove(0.3)),
                Counterfactual(score: .saliencyArea, change: .rejectsAbove(0.2)),
            ]
        )
        #expect(
            changes(JudgeFixtures.measured(sharpness: 0.3)) == [
                Counterfactual(score: .sharpness, change: .rejectsAbove(0.3))
            ]
        )
    }

    @Test func isEmptyWhereNoSingleThresholdDecides() {
        #expect(changes(JudgeFixtures.measured(sharpness: 0.1, attention: 0, objectness: 0, range: 0)) == [])
        #expect(changes(JudgeFixtures.measured(ownWatermark: true)).allSatisfy { $0.score == .sharpness } == true)
        #expect(changes(JudgeFixtures.measured(sharpness: 0.1, ownWatermark: true)) == [])
        #expect(changes(Evidence()) == [])
        #expect(changes(JudgeFixtures.measured(sharpness: 1)) == [])
    }

    /// Judges again with thresholds at, just below and just above every score: the claimed changes are exactly those it finds.
    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func agreesWithJudgingAgain(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let marks = [0, 0.01, 0.059, 0.06, 0.061, 0.1, 0.179, 0.18, 0.181, 0.5, 1]
        let grid = marks.flatMap { [max($0 - 0.000_1, 0), $0, min($0 + 0.000_1, 1)] }
        for _ in 0..<200 {
            let evidence = JudgeFixtures.random(&random)
            let now = JudgeFixtures.judgement(evidence).verdict
            let claimed = changes(evidence)
            for score in Counterfactual.Score.allCases {
                let claim = claimed.first { $0.score == score }?.change
                for value in grid {
                    let thresholds =
                        score == .sharpness
                        ? Thresholds(sharpness: value, saliencyArea: JudgeFixtures.thresholds.saliencyArea)
                        : Thresholds(sharpness: JudgeFixtures.thresholds.sharpness, saliencyArea: value)
                    let then = Judge.judgement(
                        of: evidence,
                        settings: JudgeFixtures.settings(),
                        thresholds: thresholds
                    ).verdict
                    let isClaimed =
                        switch claim {
                        case .sendsAtOrBelow(let limit): value <= limit
                        case .rejectsAbove(let limit): value > limit
                        case nil: false
                        }
                    guard (then != now) == isClaimed else {
                        Issue.record(
                            "seed \(seed): \(score) at \(value), claimed \(String(describing: claim)): \(evidence)"
                        )
                        return
                    }
                }
            }
        }
    }
}
