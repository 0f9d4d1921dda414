import Policy
import TestSupport
import Testing

@testable import Control

@Suite("Measure phase")
struct MeasureWeekTests {
    /// Uploads even in 0..<1 by both scores; those below `junk`, or three quarters of it in area, are never right, others always.
    private func week(_ count: Int, junk: Double, alsoRight: [Double] = []) -> MeasureWeek {
        var random = SeededGenerator(seed: 4)
        var week = MeasureWeek()
        for number in 0..<count {
            let score = Double.random(in: 0..<1, using: &random)
            let area = Double.random(in: 0..<1, using: &random)
            let isRight = score >= junk && area >= junk * 0.75
            week.add(
                .init(scores: GateScores(sharpness: score, area: area, isOwn: false), isRight: isRight),
                at: Int64(number)
            )
        }
        for score in alsoRight {
            week.add(.init(scores: GateScores(sharpness: score, area: 0.9, isOwn: false), isRight: true), at: 0)
        }
        return week
    }

    @Test func certifiesUpToTheFirstRightAnswers() throws {
        let certificate = try #require(week(63_000, junk: 0.4).certificate(target: 0.6, max: 0.00018, confidence: 0.95))
        #expect(certificate.falseRejects <= 5)
        #expect(certificate.bound <= 0.00018)
        #expect(certificate.uploads == 63_000)
        #expect((0.37...0.41).contains(certificate.sharpness.ceiling))
        #expect(certificate.sharpness.floor <= certificate.sharpness.ceiling)
        #expect((0.27...0.31).contains(certificate.area.ceiling))
        #expect((0.045...0.055).contains(certificate.sharpness.conservative))
    }

    @Test func stopsAtTheSixthRightAnswer() throws {
        // Six right answers at the very bottom: no strictness that rejects them holds.
        #expect(
            week(63_000, junk: 0.4, alsoRight: [1, 2, 3, 4, 5, 6].map { 0.001 * $0 })
                .certificate(target: 0.6, max: 0.00018, confidence: 0.95) == nil
        )
    }

    @Test(arguments: [0, 5000, 16_000])
    func certifiesNothingFromTooFewUploads(_ count: Int) {
        #expect(week(count, junk: 0.4).certificate(target: 0.6, max: 0.00018, confidence: 0.95) == nil)
    }

    @Test func ownPicturesAreNoFalseRejects() throws {
        var week = week(63_000, junk: 0.4)
        for _ in 0..<500 {
            week.add(.init(scores: GateScores(sharpness: 0.01, area: 0.01, isOwn: true), isRight: true), at: 0)
        }
        let certificate = try #require(week.certificate(target: 0.6, max: 0.00018, confidence: 0.95))
        #expect(certificate.falseRejects <= 5)
        #expect(certificate.sharpness.ceiling > 0.37)
    }
}
