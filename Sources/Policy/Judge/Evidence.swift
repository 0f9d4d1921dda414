/// What is known about one upload when it is judged. Nil means missing, and a rule whose inputs are not all there
/// cannot fire.
package struct Evidence: Sendable, Hashable {
    /// 0...1.
    package var sharpness: Double?
    /// Share of the picture, 0...1.
    package var attentionArea: Double?
    /// Share of the picture, 0...1.
    package var objectnessArea: Double?
    /// Robust spread of colour in delta-E. Below `JudgeRules.blankRange` a picture is blank and no bypass rescues it.
    package var range: Double?
    /// 0...1, the share of the picture that carries fine structure.
    package var texture: Double?
    package var coarse: CoarseCategory?
    /// Whether the picture is one of our own; nil when not looked at.
    package var ownWatermark: Bool?
    /// Areas this score space never has; they do not count as missing.
    package var absentAreas: Set<Area>

    package enum Area: String, Sendable, Hashable { case attention, objectness }

    package init(
        sharpness: Double? = nil,
        attentionArea: Double? = nil,
        objectnessArea: Double? = nil,
        range: Double? = nil,
        texture: Double? = nil,
        coarse: CoarseCategory? = nil,
        ownWatermark: Bool? = nil,
        absentAreas: Set<Area> = []
    ) {
        self.sharpness = sharpness
        self.attentionArea = attentionArea
        self.objectnessArea = objectnessArea
        self.range = range
        self.texture = texture
        self.coarse = coarse
        self.ownWatermark = ownWatermark
        self.absentAreas = absentAreas
    }
}

/// A verdict with its reasons, the deciding one first.
package struct Judgement: Sendable, Hashable {
    package let verdict: Verdict
    package let reasons: [Reason]

    package init(verdict: Verdict, reasons: [Reason]) {
        self.verdict = verdict
        self.reasons = reasons
    }
}

/// The thresholds in force for one upload. A score below its threshold rejects; equal sends.
package struct Thresholds: Sendable, Hashable {
    package let sharpness: Double
    package let saliencyArea: Double

    package init(sharpness: Double, saliencyArea: Double) {
        self.sharpness = sharpness
        self.saliencyArea = saliencyArea
    }
}
