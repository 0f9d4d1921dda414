import Documents

extension ProfileDecoder {
    private static let labelKinds = BypassLabel.Kind.allCases.map(\.rawValue)
    /// The list of labels that forbid the bypass.
    private static let vetoKey = "never"

    /// `{ "apple-vision/18": {...} }`: one entry for each scorer on devices.
    func scoreSpaces(_ object: ObjectReader) -> [String: ScoreSpaceSettings]? {
        guard let field = object.optional("scoreSpaces") else { return [:] }
        guard let members = field.members("an object with score spaces such as \"apple-vision/18\" as keys") else {
            return nil
        }
        var spaces: [String: ScoreSpaceSettings] = [:]
        var fits = true
        for (member, value) in members {
            guard ScoreSpaceSettings.isName(member.key) else {
                remarks.error(
                    .value,
                    at: member.node,
                    field: value.path,
                    "`\(member.key)` is no scorer and its version such as \"apple-vision/18\""
                )
                fits = false
                continue
            }
            if let space = scoreSpace(named: member.key, value) {
                spaces[member.key] = space
            } else {
                fits = false
            }
        }
        return fits ? spaces : nil
    }

    private func scoreSpace(named name: String, _ field: FieldReader) -> ScoreSpaceSettings? {
        guard let space = field.object() else { return nil }
        let sharpness = space.requiredObject("sharpness")?.required("min")?.number()
        let saliency = space.requiredObject("saliencyArea")
        let area = saliency?.required("min")?.number()
        let cell = saliency?.optional("cellThreshold", default: ProfileDefaults.cellThreshold) { $0.number() }
        let absent = saliency?.optional("needs", default: []) { absentAreas($0) }
        var labels: LabelMap?
        if let field = space.optional("abstract") {
            guard let map = labelMap(field, scoreSpace: name) else { return nil }
            labels = map
        }
        guard let sharpness, let area, let cell, let absent else { return nil }
        return ScoreSpaceSettings(
            name: name,
            thresholds: Thresholds(sharpness: sharpness, saliencyArea: area),
            cellThreshold: cell,
            absentAreas: absent,
            labels: labels
        )
    }

    /// The areas that `needs` leaves out.
    private func absentAreas(_ field: FieldReader) -> Set<Evidence.Area>? {
        guard let items = field.items() else { return nil }
        var absent = Set(ScoreSpaceSettings.areaNames.map(\.area))
        for item in items {
            guard let word = item.word() else { return nil }
            for known in ScoreSpaceSettings.areaNames where known.name == word { absent.remove(known.area) }
        }
        guard absent.count < ScoreSpaceSettings.areaNames.count else {
            field.fail(.value, "a list with at least one area")
            return nil
        }
        return absent
    }

    private func labelMap(_ field: FieldReader, scoreSpace: String) -> LabelMap? {
        guard let section = field.object() else { return nil }
        let minConfidence = section.required("minConfidence")?.share()
        let lists = section.requiredObject("labels")
        guard let minConfidence, let lists else { return nil }
        var kinds: [String: BypassLabel.Kind] = [:]
        var vetoes: Set<String> = []
        for key in Self.labelKinds + [Self.vetoKey] {
            guard let field = lists.optional(key) else { continue }
            guard let items = field.items() else { return nil }
            for item in items {
                guard let text = item.text() else { return nil }
                let label = LabelMap.folded(text)
                guard kinds[label] == nil, !vetoes.contains(label) else {
                    remarks.error(.duplicate, at: item.node, field: item.path, "`\(text)` is listed twice")
                    return nil
                }
                if !LabelVocabulary.of(scoreSpace: scoreSpace).knows(text) {
                    item.warn(.value, "`\(text)` is no label of `\(scoreSpace)`: it will never match")
                }
                if let kind = BypassLabel.Kind(rawValue: key) { kinds[label] = kind } else { vetoes.insert(label) }
            }
        }
        return LabelMap(minConfidence: minConfidence, kinds: kinds, vetoes: vetoes)
    }
}
