package import Policy

/// What the two gates look at in one upload: a score is missing where its gate cannot reject the upload at any
/// threshold.
package struct GateScores: Sendable, Hashable {
    /// 0...1.
    package let sharpness: Double?
    /// The larger of the saliency areas, 0...1: both are below a threshold exactly when this one is.
    package let area: Double?
    /// One of our own pictures: rejected at any threshold.
    package let isOwn: Bool

    package init(sharpness: Double?, area: Double?, isOwn: Bool) {
        self.sharpness = sharpness
        self.area = area
        self.isOwn = isOwn
    }

    /// Of an upload the judge is about to see: bypassed, incomplete and busy pictures have no area that could reject them.
    package init(_ evidence: Evidence, settings: GateSettings) {
        // Asked of the judge itself, so that the two cannot disagree: what would it reject at thresholds above every score?
        let strict = Thresholds(sharpness: 1.0.nextUp, saliencyArea: 1.0.nextUp)
        let reasons = Judge.judgement(of: evidence, settings: settings, thresholds: strict).reasons
        sharpness = reasons.contains(.tooBlurry) ? evidence.sharpness : nil
        var area: Double?
        if reasons.contains(.lowSaliency) {
            for (kind, value) in [
                (Evidence.Area.attention, evidence.attentionArea), (.objectness, evidence.objectnessArea),
            ] {
                guard !evidence.absentAreas.contains(kind), let value else { continue }
                area = max(area ?? value, value)
            }
        }
        self.area = area
        isOwn = reasons.contains(.ownWatermark)
    }

    /// Whether a gate at these thresholds rejects it.
    package func isRejected(by thresholds: Thresholds) -> Bool {
        if isOwn { return true }
        if let sharpness, sharpness < thresholds.sharpness { return true }
        if let area, area < thresholds.saliencyArea { return true }
        return false
    }
}
