import Documents
import Policy

/// Scores and labels of a report as the judge reads them.
struct DeviceEvidence: Sendable {
    let evidence: Evidence
    let isUnusable: Bool

    private static let scoreNames = ["sharpness", "attentionArea", "objectnessArea", "ownWatermark"]

    init(_ object: AliasedObject, scoreSpace: String?, notes: inout DeviceNotes) throws(Problem) {
        let space = scoreSpace ?? ""
        let scores = try object["scores"].map { node throws(Problem) in
            try AliasedObject(node, known: Set(Self.scoreNames + ["heatMap", "salientObjects"]))
        }
        var numbers: [DeviceNumber] = []
        for name in Self.scoreNames {
            let (number, repairs) = DeviceNumber.read(scores?[name])
            for repair in repairs { notes.note(repair.rawValue) }
            if number == .unusable { notes.warn("unusable_\(name)") }
            numbers.append(number)
        }
        let group = numbers.shares()
        if group.scaledPercent { notes.note("scaled_percent") }
        if !group.isUsable { notes.warn("scores_out_of_range") }
        for (index, name) in Self.scoreNames.enumerated() where group.isUsable {
            if case .value = numbers[index], group.values[index] == nil { notes.warn("unusable_\(name)") }
        }
        var evidence = Evidence()
        evidence.sharpness = group.values[0]
        evidence.attentionArea = group.values[1]
        evidence.objectnessArea = group.values[2]
        evidence.ownWatermark = group.values[3].map { $0 >= 0.5 }
        evidence.absentAreas = Self.absentAreas(space)
        evidence.labels = try Self.labels(object["labels"], space: space, notes: &notes)
        self.evidence = evidence
        let isAnyScoreThere = numbers.contains { $0 != .missing }
        let isAnyScoreUsable = group.values.contains { $0 != nil }
        isUnusable = isAnyScoreThere && !isAnyScoreUsable
    }

    /// ML Kit has no attention map at all: absent is not missing.
    private static func absentAreas(_ space: String) -> Set<Evidence.Area> {
        space.hasPrefix("ml-kit/") || space.hasPrefix("ml-kit-gms/") ? [.attention] : []
    }

    private static func labels(
        _ node: DocumentNode?,
        space: String,
        notes: inout DeviceNotes
    ) throws(Problem) -> LabelEvidence {
        guard let map = LabelMap.map(scoreSpace: space) else { return .notUsed }
        guard let items = node?.array else { return .unusable }
        var texts: [String] = []
        var confidences: [DeviceNumber] = []
        for item in items {
            if let text = item.string {
                texts.append(text)
                confidences.append(.missing)
                continue
            }
            let label = try AliasedObject(
                item,
                known: [
                    "id", "text", "label", "identifier", "name", "confidence", "score", "probability", "index",
                    "meetsPrecision",
                ]
            )
            guard let text = ["id", "text", "label", "identifier", "name"].lazy.compactMap({ label[$0]?.string }).first
            else { continue }
            let confidence = ["confidence", "score", "probability"].lazy.compactMap { label[$0] }.first
            let (number, repairs) = DeviceNumber.read(confidence)
            for repair in repairs { notes.note(repair.rawValue) }
            texts.append(text)
            confidences.append(number)
        }
        let group = confidences.shares()
        if group.scaledPercent { notes.note("scaled_percent") }
        guard group.isUsable else {
            notes.warn("labels_out_of_range")
            return .unusable
        }
        let evidence = map.evidence(of: zip(texts, group.values).map { LabelMap.Label(text: $0, confidence: $1) })
        if evidence == .unusable { notes.warn("labels_unusable") }
        return evidence
    }
}
