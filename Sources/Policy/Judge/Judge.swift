/// The gate's opinion of one upload. Pure: the same evidence, settings and thresholds give the same judgement.
package enum Judge {
    /// Judges by three rules, in this order: `too_blurry`, `low_saliency`, `own_watermark`. All that fire are named, the
    /// first decides. A score equal to its threshold sends. A rule with a missing input that could have decided it
    /// cannot fire.
    ///
    /// A send says why: `abstract_bypass` (low saliency but for the bypass), `insufficient_evidence` (sharpness or
    /// saliency could not be judged to the end), else `gate_passed`. A mark that nobody looked for is no missing
    /// evidence.
    ///
    /// Whether the gate is enabled, in time and in force is `Fate`'s matter.
    package static func judgement(
        of evidence: Evidence,
        settings: GateSettings,
        thresholds: Thresholds
    ) -> Judgement {
        let blur = tooBlurry(evidence, thresholds)
        let bare = lowAreas(evidence, thresholds)
        let bypass = bypass(evidence, settings)
        let saliency = RuleOutcome.all([bare, bypass.negated])

        var rejects: [Reason] = []
        if blur == .fires { rejects.append(.tooBlurry) }
        if saliency == .fires { rejects.append(.lowSaliency) }
        if settings.ownWatermark, evidence.ownWatermark == true { rejects.append(.ownWatermark) }
        if !rejects.isEmpty { return Judgement(verdict: .reject, reasons: rejects) }

        var sends: [Reason] = []
        if bare == .fires, bypass == .fires { sends.append(.abstractBypass) }
        if blur == .unknown || saliency == .unknown { sends.append(.insufficientEvidence) }
        return Judgement(verdict: .send, reasons: sends.isEmpty ? [.gatePassed] : sends)
    }

    private static func tooBlurry(_ evidence: Evidence, _ thresholds: Thresholds) -> RuleOutcome {
        RuleOutcome(evidence.sharpness.finite.map { $0 < thresholds.sharpness })
    }

    /// `low_saliency` without the bypass: both areas small, and the picture flat. A space with labels has no range; there
    /// a usable list is asked for instead.
    private static func lowAreas(_ evidence: Evidence, _ thresholds: Thresholds) -> RuleOutcome {
        var parts: [RuleOutcome] = []
        if !evidence.absentAreas.contains(.attention) {
            parts.append(RuleOutcome(evidence.attentionArea.finite.map { $0 < thresholds.saliencyArea }))
        }
        if !evidence.absentAreas.contains(.objectness) {
            parts.append(RuleOutcome(evidence.objectnessArea.finite.map { $0 < thresholds.saliencyArea }))
        }
        // A space without any area has no such rule; that is no missing evidence.
        guard !parts.isEmpty else { return .clear }

        switch evidence.labels {
        case .notUsed: parts.append(RuleOutcome(evidence.range.finite.map { $0 < JudgeRules.flatRange }))
        case .unusable: parts.append(.unknown)
        case .usable: break
        }
        return .all(parts)
    }

    /// Whether the picture is abstract on purpose: it has texture, or it is called abstract and is not blank. Where labels
    /// are used, they alone say so.
    private static func bypass(_ evidence: Evidence, _ settings: GateSettings) -> RuleOutcome {
        guard settings.abstractBypass else { return .clear }
        switch evidence.labels {
        case .notUsed:
            let texture = RuleOutcome(evidence.texture.finite.map { $0 >= JudgeRules.textureShare })
            let abstract = RuleOutcome(evidence.coarse.map { $0 == .abstract })
            let notBlank = RuleOutcome(evidence.range.finite.map { $0 >= JudgeRules.blankRange })
            return .any([texture, .all([abstract, notBlank])])
        case .unusable: return .unknown
        case .usable(let label): return label == nil ? .clear : .fires
        }
    }
}

extension Double? {
    /// Nil for what is no number: a broken measure is a missing one.
    fileprivate var finite: Double? { flatMap { $0.isFinite ? $0 : nil } }
}
