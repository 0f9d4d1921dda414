import TestSupport
import Testing

@testable import Control

@Suite("Alarms")
struct AlarmTests {
    private static let bound = 0.00018
    private static let auditsADay = 495

    /// Days until the alarm, or nil within `days`: false rejects of `rate` of the uploads, `nearShare` of them next to the
    /// threshold, where `concentration` of the audits are.
    private func days(
        rate: Double,
        nearShare: Double,
        days: Int,
        random: inout SeededGenerator
    ) -> Int? {
        let rejects = 0.534
        var alarm = RegressionAlarm(bound: Self.bound, rejectShare: rejects)
        let near = AuditPlan.propensity(share: 0.05, isNear: true) * AuditPlan.nearShare
        let far = AuditPlan.propensity(share: 0.05, isNear: false) * (1 - AuditPlan.nearShare)
        let nearRate = rate / rejects * nearShare / AuditPlan.nearShare
        let farRate = rate / rejects * (1 - nearShare) / (1 - AuditPlan.nearShare)
        for day in 1...days {
            for _ in 0..<Self.auditsADay {
                let isNear = Double.random(in: 0..<1, using: &random) < near / (near + far)
                let isWrong = Double.random(in: 0..<1, using: &random) < (isNear ? nearRate : farRate)
                if alarm.count(isFalseReject: isWrong, isNear: isNear) { return day }
            }
        }
        return nil
    }

    @Test func noticesFourTimesTheHealthyRateWithinDays() {
        var random = SeededGenerator(seed: 41)
        let found = (0..<101).map { _ in days(rate: 0.00036, nearShare: 1, days: 200, random: &random) ?? 200 }.sorted()
        #expect(found[50] <= 6, "median \(found[50]) days")
    }

    /// Twelve healthy years, half the bound, half of it next to the threshold.
    @Test func staysQuietInHealthyYears() {
        var random = SeededGenerator(seed: 43)
        let alarms = (0..<12).count { _ in days(rate: 0.00009, nearShare: 0.5, days: 365, random: &random) != nil }
        #expect(alarms <= 6, "\(alarms) of 12 years")
    }

    @Test(arguments: [0.01, 0.05, 0.1, 0.5, 1.0])
    func auditsAsManyAsTheProfileWants(_ share: Double) {
        let near = AuditPlan.propensity(share: share, isNear: true)
        let far = AuditPlan.propensity(share: share, isNear: false)
        #expect(abs(near * AuditPlan.nearShare + far * (1 - AuditPlan.nearShare) - share) < 1e-12)
        #expect(near >= far && far >= 0.005)
    }

    @Test func auditsNothingWhenTheProfileWantsNone() {
        #expect(AuditPlan.propensity(share: 0, isNear: true) == 0)
        #expect(AuditPlan.propensity(share: 0, isNear: false) == 0)
    }

    private func watch(_ scores: [Double]) -> (DriftWatch, ScoreHistogram) {
        var histogram = ScoreHistogram(halfLife: 1_000_000)
        for score in scores { histogram.add(bin: ScoreScale.place(of: score).bin) }
        var watch = DriftWatch()
        watch.set(histogram, pile: 0)
        return (watch, histogram)
    }

    @Test func seesNoDriftInTheSameTraffic() {
        var random = SeededGenerator(seed: 3)
        let scores = (0..<20_000).map { _ in Double.random(in: 0...1, using: &random) }
        var (watch, histogram) = watch(scores)
        #expect(abs(watch.index(of: histogram)) < 1e-9)
        for score in scores.prefix(1000) { watch.add(bin: ScoreScale.place(of: score).bin, score: score) }
        #expect(!watch.isOtherScorer)
    }

    @Test func knowsAnotherScorerByItsScores() {
        var random = SeededGenerator(seed: 3)
        var (watch, _) = watch((0..<20_000).map { _ in Double.random(in: 0...1, using: &random) })
        for _ in 0..<400 {
            let score = Double.random(in: 0...0.3, using: &random)
            watch.add(bin: ScoreScale.place(of: score).bin, score: score)
        }
        #expect(watch.isOtherScorer)
    }

    @Test(arguments: [(11, false), (12, true)])
    func knowsABrokenScorerByAPile(_ piled: Int, _ isOther: Bool) {
        var random = SeededGenerator(seed: 3)
        var (watch, _) = watch((0..<20_000).map { _ in Double.random(in: 0.001...0.999, using: &random) })
        for number in 0..<400 {
            let score = number < piled ? 1 : Double.random(in: 0.001...0.999, using: &random)
            watch.add(bin: ScoreScale.place(of: score).bin, score: score)
        }
        #expect(watch.isOtherScorer == isOther)
    }

    @Test func tightensOneGateByOnePercentADay() {
        let gate = Certificate.Gate(ceiling: 0.3, ceilingRank: 0.07, floor: 0.1, conservative: 0.05)
        let certificate = Certificate(
            pathWeight: 0.75,
            sharpness: gate,
            area: gate,
            uploads: 63_000,
            falseRejects: 0,
            bound: 0.0001,
            confidence: 0.95,
            from: 0,
            to: 1
        )
        var tightening = Tightening()
        var ranks: [[Double]] = []
        var done: [Bool] = []
        for day in [3, 3, 4, 4, 5, 6, 7] as [Int64] {
            done.append(tightening.advance(day: day, to: certificate))
            ranks.append([tightening.sharpness, tightening.area].map { ($0 * 1000).rounded() })
        }
        #expect(ranks == [[50, 50], [50, 50], [60, 50], [60, 50], [60, 60], [70, 60], [70, 70]])
        #expect(done == [false, false, false, false, false, false, true])
    }
}
