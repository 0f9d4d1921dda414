import Policy
import Testing

@testable import Control

/// What nobody has judged a second time is told apart, and raises no alarm.
struct AuditFindingTests {
    private static let scores = GateScores(sharpness: 0.1, area: nil, isOwn: false)

    private static var settings: ControlSettings {
        ControlSettings(
            target: 0.5,
            auditShare: 0.05,
            falseRejectMax: 0.000_18,
            confidence: 0.95,
            limits: GateLimits(sharpness: .init(floor: 0, ceiling: 1), area: .init(floor: 0, ceiling: 1))
        )
    }

    private static func controller() -> StrictnessController { StrictnessController(settings, phase: .hold) }

    private static func counts(_ controller: StrictnessController) -> [Int] {
        [controller.audits, controller.falseAudits, controller.waitingAudits]
    }

    @Test func raisesNoAlarmOverWhatNobodyHasJudged() {
        var controller = Self.controller()
        for _ in 0..<1_000 { controller.learnAudit(isRight: true, of: Self.scores, isJudged: false) }
        #expect(Self.counts(controller) == [1_000, 0, 1_000])
        #expect(!controller.isAlarmed)
        #expect(controller.phase == .hold)
        // The same once somebody has judged them: six are too many.
        for _ in 0..<6 {
            controller.correct(from: .waiting, to: .falseReject, of: Self.scores, theta: controller.theta)
        }
        #expect(Self.counts(controller) == [1_000, 6, 994])
        #expect(controller.isAlarmed)
        #expect(controller.phase == .conservative)
    }

    @Test func raisesTheAlarmAtOnceOverWhatIsKnown() {
        var controller = Self.controller()
        for _ in 0..<6 { controller.learnAudit(isRight: true, of: Self.scores) }
        #expect(Self.counts(controller) == [6, 6, 0])
        #expect(controller.isAlarmed)
    }

    @Test(
        arguments: [
            ([.waiting], [1, 0, 1]), ([.waiting, .falseReject], [1, 1, 0]), ([.waiting, .rightReject], [1, 0, 0]),
            ([.waiting, .falseReject, .rightReject], [1, 0, 0]), ([.waiting, .rightReject, .falseReject], [1, 1, 0]),
            ([.waiting, .falseReject, .waiting], [1, 0, 1]), ([.waiting, .rightReject, .waiting], [1, 0, 1]),
            ([.waiting, .falseReject, .falseReject], [1, 1, 0]), ([.rightReject], [1, 0, 0]),
        ] as [([AuditFinding], [Int])]
    )
    func countsEachAuditOnce(words: [AuditFinding], counts: [Int]) {
        var controller = Self.controller()
        controller.learnAudit(isRight: words[0] == .waiting, of: Self.scores, isJudged: false)
        for (earlier, later) in zip(words, words.dropFirst()) {
            controller.correct(from: earlier, to: later, of: Self.scores, theta: controller.theta)
        }
        #expect(Self.counts(controller) == counts)
    }

    /// However often a word is taken back and said again, it is one false reject to the alarm.
    @Test func isNotAlarmedByOneWordSaidAgainAndAgain() {
        var controller = Self.controller()
        controller.learnAudit(isRight: true, of: Self.scores, isJudged: false)
        for _ in 0..<100 {
            controller.correct(from: .waiting, to: .falseReject, of: Self.scores, theta: controller.theta)
            controller.correct(from: .falseReject, to: .waiting, of: Self.scores, theta: controller.theta)
        }
        #expect(Self.counts(controller) == [1, 0, 1])
        #expect(!controller.isAlarmed)
    }

    @Test func isRemembered() throws {
        var controller = Self.controller()
        controller.learnAudit(isRight: true, of: Self.scores, isJudged: false)
        controller.learnAudit(isRight: true, of: Self.scores)
        let resumed = try #require(StrictnessController(Self.settings, memory: controller.memory))
        #expect(Self.counts(resumed) == [2, 1, 1])
    }

    /// A memory of before has six counts: what waited then stands among the false rejects, and leaves them once judged.
    @Test func readsMemoriesOfBefore() throws {
        var controller = Self.controller()
        for _ in 0..<3 { controller.learnAudit(isRight: true, of: Self.scores) }
        func bytes(_ numbers: [Int]) -> [UInt8] {
            numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        }
        let now = bytes([7, 0, 0, 0, 3, 3, 0, 0])
        let memory = controller.memory
        let place = try #require(memory.firstRange(of: now))
        let earlier =
            bytes([2]) + memory[8..<place.lowerBound] + bytes([6, 0, 0, 0, 3, 3, 0]) + memory[place.upperBound...]
        var resumed = try #require(StrictnessController(Self.settings, memory: earlier))
        #expect(Self.counts(resumed) == [3, 3, 0])
        resumed.correct(from: .waiting, to: .rightReject, of: Self.scores, theta: resumed.theta)
        #expect(Self.counts(resumed) == [3, 2, 0])
    }
}
