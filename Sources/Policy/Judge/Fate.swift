/// What the gate came to know about one upload, before phase and audits.
package enum GateFinding: Sendable, Hashable {
    /// The profile has switched the gate off.
    case disabled
    /// Our own measuring did not end in time.
    case deadlinePassed
    /// The device says its measuring did not end in time.
    case clientTimedOut
    /// No thresholds for this scorer: none are borrowed from another.
    case unknownScoreSpace
    /// Scores came, but not one of them can be read without guessing.
    case scoresUnusable
    /// The scores were judged.
    case judged(Judgement)
}

/// What happens next to one upload: the verdict, whether it is sent, and why.
package struct Fate: Sendable, Hashable {
    package let verdict: Verdict
    /// First the reasons of the verdict, the deciding one first; last, where there is one, the reason why a reject is sent
    /// all the same: `measure_phase` or `audit`.
    package let reasons: [Reason]
    /// Whether the upload goes on to the cloud (or its cache), budget permitting.
    package let isSent: Bool
    /// The probability with which a reject was drawn to be sent: set only on a drawn one, 0...1.
    package let auditPropensity: Double?

    package init(verdict: Verdict, reasons: [Reason], isSent: Bool, auditPropensity: Double?) {
        self.verdict = verdict
        self.reasons = reasons
        self.isSent = isSent
        self.auditPropensity = auditPropensity
    }

    /// Only a judged reject in phase `enforce` that is not drawn for an audit stays behind: everything else is sent.
    ///
    /// - Parameters:
    ///   - auditShare: The profile's probability of an audit, known before the draw.
    ///   - auditDrawn: Whether this upload was drawn with that probability. Read only where an audit is possible.
    package static func of(
        _ finding: GateFinding,
        phase: Phase,
        auditShare: Double,
        auditDrawn: Bool
    ) -> Fate {
        let judgement = judgement(of: finding)
        guard judgement.verdict == .reject else {
            return Fate(verdict: .send, reasons: judgement.reasons, isSent: true, auditPropensity: nil)
        }
        switch (phase, auditDrawn) {
        case (.measure, _):
            return Fate(
                verdict: .reject,
                reasons: judgement.reasons + [.measurePhase],
                isSent: true,
                auditPropensity: nil
            )
        case (.enforce, true):
            return Fate(
                verdict: .reject,
                reasons: judgement.reasons + [.audit],
                isSent: true,
                auditPropensity: auditShare
            )
        case (.enforce, false):
            return Fate(verdict: .reject, reasons: judgement.reasons, isSent: false, auditPropensity: nil)
        }
    }

    /// Of a picture its device rejected and drew to be sent all the same: it is sent whatever the gate here makes of it, or the
    /// draw would be no draw. An own picture is never asked about.
    ///
    /// - Parameters:
    ///   - propensity: Of the draw.
    ///   - reason: Who has drawn it.
    package static func ofDeviceAudit(
        _ finding: GateFinding,
        propensity: Double,
        reason: Reason = .deviceAudit
    ) -> Fate? {
        let judgement = judgement(of: finding)
        guard judgement.reasons.first != .ownWatermark else { return nil }
        return Fate(
            verdict: judgement.verdict,
            reasons: judgement.reasons + [reason],
            isSent: true,
            auditPropensity: propensity
        )
    }

    /// Whether `finding` in `phase` is one that an audit may be drawn for, so that no randomness is spent elsewhere. An
    /// own picture is none: rejecting it is never a false reject, so asking about it would buy nothing.
    package static func admitsAudit(_ finding: GateFinding, phase: Phase) -> Bool {
        let judgement = judgement(of: finding)
        return phase == .enforce && judgement.verdict == .reject && judgement.reasons.first != .ownWatermark
    }

    private static func judgement(of finding: GateFinding) -> Judgement {
        switch finding {
        case .disabled: Judgement(verdict: .send, reasons: [.gateDisabled])
        case .deadlinePassed: Judgement(verdict: .send, reasons: [.gateDeadline])
        case .clientTimedOut: Judgement(verdict: .send, reasons: [.gateTimedOut])
        case .unknownScoreSpace: Judgement(verdict: .send, reasons: [.unknownScoreSpace])
        case .scoresUnusable: Judgement(verdict: .send, reasons: [.scoresUnusable])
        case .judged(let judgement): judgement
        }
    }
}
