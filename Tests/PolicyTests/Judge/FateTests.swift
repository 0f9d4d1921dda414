import Testing

@testable import Policy

@Suite("Fate of an upload")
struct FateTests {
    static let reject = GateFinding.judged(Judgement(verdict: .reject, reasons: [.tooBlurry, .lowSaliency]))
    static let send = GateFinding.judged(Judgement(verdict: .send, reasons: [.abstractBypass]))

    @Test(arguments: [
        (GateFinding.disabled, Reason.gateDisabled), (.deadlinePassed, .gateDeadline), (.clientTimedOut, .gateTimedOut),
        (.unknownScoreSpace, .unknownScoreSpace), (.scoresUnusable, .scoresUnusable), (send, .abstractBypass),
    ])
    func sendsWhatTheGateDidNotReject(_ finding: GateFinding, _ reason: Reason) {
        for phase in Phase.allCases {
            for isDrawn in [true, false] {
                let fate = Fate.of(finding, phase: phase, auditShare: 0.05, auditDrawn: isDrawn)
                #expect(fate == Fate(verdict: .send, reasons: [reason], isSent: true, auditPropensity: nil))
            }
            #expect(!Fate.admitsAudit(finding, phase: phase))
        }
    }

    @Test func keepsARejectBackInPhaseEnforce() {
        let fate = Fate.of(Self.reject, phase: .enforce, auditShare: 0.05, auditDrawn: false)
        let expected = Fate(verdict: .reject, reasons: [.tooBlurry, .lowSaliency], isSent: false, auditPropensity: nil)
        #expect(fate == expected)
        #expect(Fate.admitsAudit(Self.reject, phase: .enforce))
    }

    /// Rejecting an own picture is never a false reject: there is nothing to learn from paying for it.
    @Test(arguments: [[Reason.ownWatermark], [.ownWatermark, .tooBlurry]])
    func drawsNoAuditsOfOwnPictures(reasons: [Reason]) {
        let own = GateFinding.judged(Judgement(verdict: .reject, reasons: reasons))
        #expect(!Fate.admitsAudit(own, phase: .enforce))
    }

    @Test func sendsADrawnRejectWithItsPropensity() {
        let fate = Fate.of(Self.reject, phase: .enforce, auditShare: 0.05, auditDrawn: true)
        let expected = Fate(
            verdict: .reject,
            reasons: [.tooBlurry, .lowSaliency, .audit],
            isSent: true,
            auditPropensity: 0.05
        )
        #expect(fate == expected)
    }

    @Test(arguments: [true, false])
    func sendsEveryRejectInPhaseMeasureWithoutAnAudit(isDrawn: Bool) {
        let fate = Fate.of(Self.reject, phase: .measure, auditShare: 0.05, auditDrawn: isDrawn)
        let expected = Fate(
            verdict: .reject,
            reasons: [.tooBlurry, .lowSaliency, .measurePhase],
            isSent: true,
            auditPropensity: nil
        )
        #expect(fate == expected)
        #expect(!Fate.admitsAudit(Self.reject, phase: .measure))
    }
}
