import Control
import Ledger
import Policy

/// A picture that was rejected by its device's scores and drawn to be sent all the same, before it came.
package struct DeviceAudit: Sendable {
    /// The scorer whose scores rejected it.
    let space: String
    /// As its device saw them.
    let scores: GateScores
    /// Of the draw, 0...1.
    let propensity: Double
    /// The question at `/v1/gate` that was drawn here; nil where its device has drawn it.
    var question: AuditQuestion?

    /// The dial that rejected it.
    var source: DialName.Source { question == nil ? .reported : .devices }
    var reason: Reason { question == nil ? .deviceAudit : .askedAudit }
}

extension DeviceAudit {
    /// Of a question whose picture has come; nil for one that no scores of a known scorer came with.
    init?(following question: AuditQuestion, of profile: Profile) {
        let decision = question.decision
        guard let propensity = decision.auditPropensity, profile.scoreSpace(named: decision.scoreSpace) != nil else {
            return nil
        }
        self.init(
            space: decision.scoreSpace,
            scores: GateScores(decision) ?? GateScores(decision.evidence, settings: profile.gate),
            propensity: propensity,
            question: question
        )
    }
}

extension DeviceScores {
    /// What a device said when it asked, for the row of the picture that followed.
    init(asked decision: DecisionRecord) {
        self.init(
            space: decision.scoreSpace,
            sharpness: decision.evidence.sharpness,
            attentionArea: decision.evidence.attentionArea,
            objectnessArea: decision.evidence.objectnessArea,
            verdict: decision.verdict,
            reasons: decision.reasons.filter { $0 != .audit },
            claim: nil,
            clientVersion: "",
            isSimulated: false,
            notes: []
        )
    }
}
