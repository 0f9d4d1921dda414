import Policy
import Testing

@testable import Control

/// A dial that proposes instead of acting, and what it writes down.
@Suite("Proposals")
struct ProposalTests {
    private static func controller() -> StrictnessController {
        var settings = ControlSettings(
            target: 0.5,
            auditShare: 0,
            falseRejectMax: 0.000_18,
            confidence: 0.95,
            limits: .none
        )
        settings.isClamped = false
        return StrictnessController(settings, phase: .hold)
    }

    /// Sharpness evenly over 0...1, nothing else to judge.
    private static func feed(_ controller: inout StrictnessController, _ count: Int) -> [ControlDecision] {
        (0..<count).map { index in
            let sharpness = (Double(index % 997) + 0.5) / 997
            return controller.decide(
                on: ControlUpload(
                    time: Int64(controller.judged) * 1000,
                    scores: GateScores(sharpness: sharpness, area: nil, isOwn: false),
                    hash: UInt64(index),
                    client: nil,
                    randomness: .max,
                    cost: 0,
                    revenue: 0
                )
            )
        }
    }

    @Test func judgesByWhatWasApprovedAndOwesNothing() throws {
        var controller = Self.controller()
        let start = Thresholds(sharpness: 0.2, saliencyArea: 0)
        controller.approve(start)
        let decisions = Self.feed(&controller, 3000)
        #expect(decisions.allSatisfy { $0.thresholds == start })
        #expect(controller.credit == Credit())
        #expect(abs(try #require(controller.sendRate(at: start)) - 0.8) < 0.005)

        // It would send half.
        let proposal = controller.proposal
        #expect(abs(try #require(controller.sendRate(at: proposal)) - 0.5) < 0.01)
        controller.approve(proposal, at: 3_000_000)
        let after = Self.feed(&controller, 1000)
        #expect(after.allSatisfy { $0.thresholds == proposal })
        let approval = try #require(controller.takeAdjustments().first { $0.reason == .approval })
        #expect(approval.after.thresholds == proposal)
        #expect(approval.time == 3_000_000)
    }

    @Test func actsOnceItMay() {
        var controller = Self.controller()
        controller.approve(Thresholds(sharpness: 0, saliencyArea: 0))
        let before = Self.feed(&controller, 3000)
        #expect(before.allSatisfy { $0.isSent })
        controller.approve(nil)
        let sent = Self.feed(&controller, 4000).count { $0.isSent }
        #expect(abs(sent - 2000) <= 61)
    }

    @Test func writesDownWhatTheTrafficMadeOfIt() throws {
        var controller = Self.controller()
        _ = Self.feed(&controller, 5000)
        let lines = controller.takeAdjustments()
        #expect(!lines.isEmpty && lines.count < 100)
        #expect(controller.takeAdjustments().isEmpty)
        for (before, after) in zip(lines, lines.dropFirst()) {
            #expect(after.before == before.after)
            #expect(before.time < after.time)
        }
        // No move of a rank-percent is left unsaid.
        let last = try #require(lines.last)
        #expect(abs(last.after.strictness - controller.standing.strictness) < 0.01)
    }

    /// Rows that are lost count as sent; a gap too wide to tell owes nothing.
    @Test func countsLostRowsAsSent() {
        var controller = Self.controller()
        _ = Self.feed(&controller, 1000)
        let (judged, sent, credit) = (controller.judged, controller.sent, controller.credit.images)
        controller.skip()
        #expect(controller.judged == judged + 1 && controller.sent == sent + 1)
        #expect(controller.credit.images == credit - 0.5)
        controller.jump(to: 5000)
        #expect(controller.judged == 5000 && controller.credit == Credit())
        controller.jump(to: 10)
        #expect(controller.judged == 5000)
    }
}
