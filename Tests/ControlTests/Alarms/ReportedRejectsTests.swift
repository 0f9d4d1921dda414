import Control
import Testing

struct ReportedRejectsTests {
    /// The most that is allowed, 0.018 %, brings three of a hundred about once in a million weeks, and eleven of 20,000 once
    /// in 788.
    @Test(
        arguments: [
            (0, 0, false), (2, 2, false), (3, 100, true), (3, 20_000, false), (10, 20_000, false), (11, 20_000, true),
            (9, 3, true),
        ] as [(Int, Int, Bool)]
    )
    func areProofWhenChanceIsNoLongerAnExcuse(reported: Int, judged: Int, isProof: Bool) {
        #expect(ReportedRejects.breaks(bound: 0.00018, reported: reported, judged: judged) == isProof)
    }

    /// A second judgement takes back what the first had added.
    @Test func retractingUndoesAFalseReject() {
        for isNear in [true, false] {
            var alarm = RegressionAlarm(bound: 0.00018, rejectShare: 0.5)
            let before = alarm
            let isRaised = alarm.count(isFalseReject: true, isNear: isNear)
            #expect(!isRaised)
            #expect(alarm != before)
            alarm.retract(isNear: isNear)
            #expect(alarm == before)
            alarm.retract(isNear: isNear)
            #expect(alarm == before)
        }
    }
}
