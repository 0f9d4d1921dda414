import Policy
import Testing

@testable import Control

/// Uploads that somebody else judged: the slow loop learns, and nothing else.
@Suite("Reported uploads")
struct ReportedUploadsTests {
    private static func controller(_ phase: ControlPhase = .hold) -> StrictnessController {
        var settings = ControlSettings(
            target: 0.5,
            auditShare: 0,
            falseRejectMax: 0.000_18,
            confidence: 0.95,
            limits: .none
        )
        settings.isClamped = false
        return StrictnessController(settings, phase: phase)
    }

    /// Sharpness evenly over 0...1, judged by devices at `threshold`.
    private static func feed(_ controller: inout StrictnessController, _ count: Int, at threshold: Double) {
        for index in 0..<count {
            let sharpness = (Double(index % 997) + 0.5) / 997
            let verdict: Verdict = sharpness < threshold ? .reject : .send
            _ = controller.observe(
                ControlUpload(
                    time: Int64(controller.judged) * 1000,
                    scores: GateScores(sharpness: sharpness, area: nil, isOwn: false),
                    hash: UInt64(index),
                    client: nil,
                    randomness: 0,
                    cost: 0,
                    revenue: 0
                ),
                verdict: verdict,
                isAudit: verdict == .reject && index % 10 == 0,
                propensity: verdict == .reject ? 0.1 : nil
            )
        }
    }

    /// Whatever devices make of it, the thresholds given out go where the target is, and nothing is owed.
    @Test(arguments: [0, 0.2, 1])
    func movesThresholdsToTheTargetAndOwesNothing(threshold: Double) throws {
        var controller = Self.controller()
        Self.feed(&controller, 8000, at: threshold)
        #expect(controller.judged == 8000)
        #expect(controller.credit == Credit())
        #expect(abs(controller.thresholdsInForce.sharpness - 0.5) < 0.01)
        #expect(abs(try #require(controller.sendRate(at: controller.thresholdsInForce)) - 0.5) < 0.01)
    }

    @Test func countsDrawsAsSends() {
        var controller = Self.controller()
        Self.feed(&controller, 997, at: 0.5)
        // 498 or 499 are below; each tenth of these is drawn.
        let rejects = (0..<997).filter { (Double($0) + 0.5) / 997 < 0.5 }
        #expect(controller.sent == 997 - rejects.count + rejects.count { $0 % 10 == 0 })
    }

    @Test func givesOutNewThresholdsOnlyWhereTheyMatter() throws {
        var controller = Self.controller()
        Self.feed(&controller, 8000, at: 0.5)
        let now = controller.thresholdsInForce
        func moved(_ by: Double) -> Thresholds {
            Thresholds(sharpness: now.sharpness + by, saliencyArea: now.saliencyArea)
        }
        #expect(controller.thresholds(after: nil) == now)
        #expect(controller.thresholds(after: moved(0.002)) == moved(0.002))
        #expect(controller.thresholds(after: moved(-0.002)) == moved(-0.002))
        #expect(controller.thresholds(after: moved(0.004)) == now)
        #expect(controller.thresholds(after: moved(-0.004)) == now)
        // What an alarm has taken back is not given out again, and what an operator approved is at once.
        var approved = controller
        approved.approve(moved(0.001))
        #expect(approved.thresholds(after: now) == moved(0.001))
        controller.raiseAlarm()
        #expect(controller.thresholds(after: moved(0.002)) == controller.thresholdsInForce)
    }

    @Test func neverGivesOutWhatIsAboveACeiling() throws {
        var settings = Self.controller().settings
        settings.isClamped = true
        settings.limits = GateLimits(
            sharpness: GateLimits.Range(floor: 0, ceiling: 0.4),
            area: GateLimits.Range(floor: 0, ceiling: 1)
        )
        var controller = StrictnessController(settings, phase: .hold)
        Self.feed(&controller, 8000, at: 0.5)
        let now = controller.thresholdsInForce
        #expect(now.sharpness == 0.4)
        let above = Thresholds(sharpness: 0.401, saliencyArea: now.saliencyArea)
        #expect(controller.thresholds(after: above) == now)
    }

    @Test func learnsFromAudits() {
        var controller = Self.controller()
        Self.feed(&controller, 1000, at: 0.5)
        let scores = GateScores(sharpness: 0.1, area: nil, isOwn: false)
        controller.learnAudit(isRight: false, of: scores)
        controller.learnAudit(isRight: true, of: scores)
        #expect(controller.audits == 2)
        #expect(controller.falseAudits == 1)
    }
}
