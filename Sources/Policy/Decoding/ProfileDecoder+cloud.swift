extension ProfileDecoder {
    mutating func cloud(_ object: ObjectReader) -> CloudSettings? {
        guard let cloud = object.requiredObject("cloud") else { return nil }
        let modelField = cloud.required("model")
        let model = modelField?.text()
        let cheaperModel = another(cloud.optional("cheaperModel"), as: .cheaper)
        let resolution = cloud.optional("mediaResolution", default: ProfileDefaults.mediaResolution) { $0.choice() }
        let maxTokens = cloud.optional("maxOutputTokens", default: ProfileDefaults.maxOutputTokens) {
            $0.integer()
        }
        let deadline = cloud.optional("deadline", default: ProfileDefaults.cloudDeadline) {
            $0.duration()
        }
        let tier = cloud.optional("tier", default: ProfileDefaults.tier) { $0.choice() }
        let image = image(cloud)
        let contractField = cloud.required("contract")
        let contract = contractField?.name()
        let languageField = cloud.optional("language")
        let language = cloud.optional("language", default: ProfileDefaults.language) { $0.text() }
        let hintField = cloud.optional("hint")
        let hint = cloud.optional("hint", default: ProfileDefaults.hint) { $0.bool() }
        let safety = safety(cloud)

        if let modelField, let model { draft.models.append(.init(role: .wanted, name: model, field: modelField)) }
        if let resolution {
            draft.mediaResolution = (cloud.optional("mediaResolution") ?? modelField).map {
                .init(value: resolution, field: $0)
            }
        }
        if let contractField, let contract { draft.contract = .init(value: contract, field: contractField) }
        if let language { draft.language = (language, languageField) }
        if let hintField, let hint { draft.hint = .init(value: hint, field: hintField) }
        draft.tier = tier
        guard let model, let cheaperModel, let resolution, let maxTokens, let deadline, let tier, let image,
            let contract, let language,
            let hint, let safety
        else { return nil }
        return CloudSettings(
            model: model,
            cheaperModel: cheaperModel,
            mediaResolution: resolution,
            maxOutputTokens: maxTokens,
            deadline: deadline,
            tier: tier,
            imageMaxSide: image.maxSide,
            imageQuality: image.quality,
            contract: contract,
            language: language,
            safety: safety,
            hint: hint
        )
    }

    /// A model that is asked beside the profile's own; nil where its key is wrong, and nil inside where it is not there.
    mutating func another(_ field: FieldReader?, as role: ProfileDraft.Model.Role) -> String?? {
        guard let field else { return .some(nil) }
        guard let name = field.text() else { return nil }
        draft.models.append(.init(role: role, name: name, field: field))
        return name
    }

    private func image(_ cloud: ObjectReader) -> (maxSide: Int, quality: Double)? {
        guard let field = cloud.optional("image") else {
            return (ProfileDefaults.imageMaxSide, ProfileDefaults.imageQuality)
        }
        guard let image = field.object() else { return nil }
        let side = image.optional("maxSide", default: ProfileDefaults.imageMaxSide) { $0.integer() }
        let quality = image.optional("quality", default: ProfileDefaults.imageQuality) { field in
            let value = field.node.double ?? 0
            let hint = value > 1 && value <= 100 ? "a share, not a percentage" : nil
            return field.number(hint: hint)
        }
        guard let side, let quality else { return nil }
        return (side, quality)
    }

    private func safety(_ cloud: ObjectReader) -> [CloudSettings.HarmCategory: CloudSettings.SafetyThreshold]? {
        guard let field = cloud.optional("safety") else { return [:] }
        guard let safety = field.object() else { return nil }
        var settings: [CloudSettings.HarmCategory: CloudSettings.SafetyThreshold] = [:]
        var isWhole = true
        for category in CloudSettings.HarmCategory.allCases {
            guard let field = safety.optional(category.rawValue) else { continue }
            guard let threshold: CloudSettings.SafetyThreshold = field.choice() else {
                isWhole = false
                continue
            }
            settings[category] = threshold
        }
        return isWhole ? settings : nil
    }
}
