extension ProfileDecoder {
    func gate(_ object: ObjectReader) -> GateSettings? {
        guard let gate = object.requiredObject("gate") else { return nil }
        let enabled = gate.optional("enabled", default: ProfileDefaults.gateEnabled) { $0.bool() }
        let sharpness = threshold(gate, "sharpness")
        let saliencyArea = threshold(gate, "saliencyArea")
        let bypass = gate.optional("abstractBypass", default: ProfileDefaults.abstractBypass) { $0.bool() }
        let watermark = gate.optional("ownWatermark", default: ProfileDefaults.ownWatermark) { $0.bool() }
        let background = gate.optional("background", default: ProfileDefaults.background) { $0.color() }
        let deadline = gate.optional("deadline", default: ProfileDefaults.gateDeadline) {
            $0.duration()
        }
        let onDeadline = gate.optional("onDeadline", default: ProfileDefaults.onDeadline) { $0.choice() }
        let onOverload = gate.optional("onOverload", default: ProfileDefaults.onOverload) { $0.choice() }
        guard let enabled, let sharpness, let saliencyArea, let bypass, let watermark, let background, let deadline,
            let onDeadline, let onOverload
        else { return nil }
        return GateSettings(
            enabled: enabled,
            sharpness: sharpness,
            saliencyArea: saliencyArea,
            abstractBypass: bypass,
            ownWatermark: watermark,
            background: background,
            deadline: deadline,
            onDeadline: onDeadline,
            onOverload: onOverload
        )
    }

    /// `{ min, floor, ceiling }` with floor <= min <= ceiling.
    private func threshold(_ gate: ObjectReader, _ key: String) -> GateSettings.Range? {
        guard let object = gate.requiredObject(key) else { return nil }
        let minField = object.required("min")
        let min = minField?.number()
        let floor = object.optional("floor").map { field in (field, field.number()) }
        let ceiling = object.optional("ceiling").map { field in (field, field.number()) }
        guard let min else { return nil }
        var fits = true
        if let (field, floor) = floor {
            guard let floor else { return nil }
            if floor > min {
                field.fail(.conflict, "at most \(object.field("min")), \(min)")
                fits = false
            }
        }
        if let (field, ceiling) = ceiling {
            guard let ceiling else { return nil }
            if ceiling < min {
                field.fail(.conflict, "at least \(object.field("min")), \(min)")
                fits = false
            }
        }
        guard fits else { return nil }
        return GateSettings.Range(
            min: min,
            floor: floor.flatMap(\.1) ?? min,
            ceiling: ceiling.flatMap(\.1) ?? min
        )
    }

    func target(_ object: ObjectReader) -> TargetSettings? {
        guard let target = object.requiredObject("target") else { return nil }
        let sendRate = target.required("sendRate")?.share()
        let mode: TargetSettings.Mode? = target.optional("mode", default: ProfileDefaults.targetMode) { $0.choice() }
        guard let sendRate, let mode else { return nil }
        return TargetSettings(sendRate: sendRate, mode: mode)
    }

    mutating func falseRejects(_ object: ObjectReader) -> FalseRejectSettings? {
        guard let field = object.optional("falseRejects") else {
            return FalseRejectSettings(
                max: ProfileDefaults.falseRejectMax,
                goal: ProfileDefaults.falseRejectGoal,
                confidence: ProfileDefaults.confidence,
                auditShare: ProfileDefaults.auditShare
            )
        }
        guard let section = field.object() else { return nil }
        let max = section.optional("max", default: ProfileDefaults.falseRejectMax) { $0.share() }
        let goal = section.optional("goal", default: Swift.min(ProfileDefaults.falseRejectGoal, max ?? 1)) {
            $0.share()
        }
        let confidence = section.optional("confidence", default: ProfileDefaults.confidence) {
            $0.number(hint: $0.node.double == 95 ? "a share, not a percentage: 0.95" : nil)
        }
        let auditShare = section.optional("auditShare", default: ProfileDefaults.auditShare) { field in
            let share = field.share()
            if share == 0 {
                field.warn(
                    .noAudit,
                    "falseRejects.auditShare is 0: no reject is ever checked, false rejects stay unknown"
                )
            }
            return share
        }
        let secondModel = another(section.optional("secondModel"), as: .secondJudge)
        guard let max, let goal, let confidence, let auditShare, let secondModel else { return nil }
        guard goal <= max else {
            section.optional("goal")?.fail(.conflict, "at most falseRejects.max, \(max)")
            return nil
        }
        return FalseRejectSettings(
            max: max,
            goal: goal,
            confidence: confidence,
            auditShare: auditShare,
            secondModel: secondModel
        )
    }
}
