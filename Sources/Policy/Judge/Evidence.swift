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
    /// What a device's labels say. `notUsed` where the server measured the pixels itself.
    package var labels: LabelEvidence

    package enum Area: String, Sendable, Hashable { case attention, objectness }

    package init(
        sharpness: Double? = nil,
        attentionArea: Double? = nil,
        objectnessArea: Double? = nil,
        range: Double? = nil,
        texture: Double? = nil,
        coarse: CoarseCategory? = nil,
        ownWatermark: Bool? = nil,
        absentAreas: Set<Area> = [],
        labels: LabelEvidence = .notUsed
    ) {
        self.sharpness = sharpness
        self.attentionArea = attentionArea
        self.objectnessArea = objectnessArea
        self.range = range
        self.texture = texture
        self.coarse = coarse
        self.ownWatermark = ownWatermark
        self.absentAreas = absentAreas
        self.labels = labels
    }
}
