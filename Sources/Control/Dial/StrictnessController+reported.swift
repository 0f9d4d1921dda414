package import Policy

/// Uploads that devices judged themselves, by a policy some hours old.
extension StrictnessController {
    /// Takes in what a device made of one upload. Only the slow loop learns from it: distributions, ceilings, pace, and so the
    /// thresholds that are given out next. Nothing is owed for a decision that was made elsewhere, so credit stays as it is.
    ///
    /// - Parameters:
    ///   - isAudit: Whether the device rejected it and drew it to be sent all the same.
    ///   - propensity: The probability of that draw; nil for a send.
    package mutating func observe(
        _ upload: ControlUpload,
        verdict: Verdict,
        isAudit: Bool,
        propensity: Double?
    ) -> ControlDecision {
        if isLookDue(at: upload.time) { look(at: upload.time) }
        return take(upload, verdict: verdict, isAudit: isAudit, propensity: propensity)
    }

    /// As `observe`, whether or not a look is due.
    package mutating func take(
        _ upload: ControlUpload,
        verdict: Verdict,
        isAudit: Bool,
        propensity: Double?
    ) -> ControlDecision {
        sinceTick += 1
        let decision = ControlDecision(
            number: judged,
            verdict: verdict,
            isAudit: isAudit,
            propensity: propensity,
            theta: theta,
            thresholds: thresholdsInForce,
            state: state,
            isClamped: false
        )
        judged += 1
        if decision.isSent { sent += 1 }
        keep(upload, isSent: decision.isSent)
        return decision
    }

    /// The share of recent uploads below which two thresholds are as good as one: devices need not fetch another.
    private static let deadBand = 0.0025

    /// The thresholds to give out to devices: those in force, or the ones given out last where the share that is sent would
    /// hardly change. What is above a ceiling is never given out again.
    package func thresholds(after last: Thresholds?) -> Thresholds {
        let now = thresholdsInForce
        guard let last, last != now, !isAlarmed, approved == nil,
            last.sharpness <= limits.sharpness.ceiling, last.saliencyArea <= limits.area.ceiling,
            let old = sendRate(at: last), let new = sendRate(at: now), abs(old - new) <= Self.deadBand
        else { return now }
        return last
    }
}
