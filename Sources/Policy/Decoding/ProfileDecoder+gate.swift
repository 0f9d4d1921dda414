extension ProfileDecoder {
    func gate(_ object: ObjectReader) -> GateSettings? {
        let keys = [
            "enabled", "sharpness", "saliencyArea", "abstractBypass", "ownWatermark", "background", "deadline",
            "onDeadline",
        ]
        guard let gate = object.requiredObject("gate", keys: keys) else { return nil }
        let enabled = gate.optional("enabled", default: ProfileDefaults.gateEnabled) { $0.bool() }
        let sharpness = threshold(gate, "sharpness")
        let saliencyArea = threshold(gate, "saliencyArea")
        let bypass = gate.optional("abstractBypass", default: ProfileDefaults.abstractBypass) { $0.bool() }
        let watermark = gate.optional("ownWatermark", default: ProfileDefaults.ownWatermark) { $0.bool() }
        let background = gate.optional("background", default: ProfileDefaults.background) { $0.color() }
        let deadline = gate.optional("deadline", default: ProfileDefaults.gateDeadline) {
            $0.duration(in: .milliseconds(50) ... .seconds(30))
        }
        let onDeadline = gate.optional("onDeadline", default: ProfileDefaults.onDeadline) { $0.choice() }
        guard let enabled, let sharpness, let saliencyArea, let bypass, let watermark, let background, let deadline,
            let onDeadline
        else { return nil }
        return GateSettings(
            enabled: enabled,
            sharpness: sharpness,
            saliencyArea: saliencyArea,
            abstractBypass: bypass,
            ownWatermark: watermark,
            background: background,
            deadline: deadline,
            onDeadline: onDeadline
        )
    }

    /// `{ min, floor, ceiling }` with floor <= min <= ceiling.
    private func threshold(_ gate: ObjectReader, _ key: String) -> GateSettings.Range? {
        guard let object = gate.requiredObject(key, keys: ["min", "floor", "ceiling"]) else { return nil }
        let minField = object.required("min")
        let min = minField?.number(in: 0...1)
        let floor = object.optional("floor").map { field in (field, field.number(in: 0...1)) }
        let ceiling = object.optional("ceiling").map { field in (field, field.number(in: 0...1)) }
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
        guard let target = object.requiredObject("target", keys: ["sendRate", "mode"]) else { return nil }
        let sendRate = target.required("sendRate")?.share()
        let mode = target.optional("mode", default: ProfileDefaults.targetMode) { field in
            let mode: TargetSettings.Mode? = field.choice()
            if let mode, mode != .off {
                field.warn(
                    .notYet,
                    "target.mode `\(mode.rawValue)` has no effect in this version: thresholds stay at their `min`",
                    hint: "write \"off\" to say so"
                )
            }
            return mode
        }
        guard let sendRate, let mode else { return nil }
        return TargetSettings(sendRate: sendRate, mode: mode)
    }

    func falseRejects(_ object: ObjectReader) -> FalseRejectSettings? {
        let keys = ["max", "goal", "confidence", "auditShare"]
        guard let field = object.optional("falseRejects") else {
            return FalseRejectSettings(
                max: ProfileDefaults.falseRejectMax,
                goal: ProfileDefaults.falseRejectGoal,
                confidence: ProfileDefaults.confidence,
                auditShare: ProfileDefaults.auditShare
            )
        }
        guard let section = ObjectReader(field.node, path: field.path, keys: keys, remarks: remarks) else { return nil }
        let max = section.optional("max", default: ProfileDefaults.falseRejectMax) { $0.share() }
        let goal = section.optional("goal", default: Swift.min(ProfileDefaults.falseRejectGoal, max ?? 1)) {
            $0.share()
        }
        let confidence = section.optional("confidence", default: ProfileDefaults.confidence) {
            $0.number(in: 0.5...0.9999, hint: $0.node.double == 95 ? "a share, not a percentage: 0.95" : nil)
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
        guard let max, let goal, let confidence, let auditShare else { return nil }
        guard goal <= max else {
            section.optional("goal")?.fail(.conflict, "at most falseRejects.max, \(max)")
            return nil
        }
        return FalseRejectSettings(max: max, goal: goal, confidence: confidence, auditShare: auditShare)
    }
}
