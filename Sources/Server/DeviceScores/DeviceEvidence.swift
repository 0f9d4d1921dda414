import Devices
import Documents
import Policy

/// Scores and labels of a report as the judge reads them.
struct DeviceEvidence: Sendable {
    let evidence: Evidence
    /// Scores came, and not one could be used.
    let isUnusable: Bool

    private static let scoreNames = ["sharpness", "attentionArea", "objectnessArea", "ownWatermark"]
    private static let textKeys = ["id", "text", "label", "identifier", "name"]
    private static let confidenceKeys = ["confidence", "score", "probability"]
    private static let scoreKeys = Set(scoreNames + ["attention", "objectness"])
    private static let labelKeys = Set(textKeys + confidenceKeys + ["index", "meetsPrecision"])

    /// - Parameter space: How the scores are judged; nil when nobody judges them.
    init(
        _ object: AliasedObject,
        space: ScoreSpaceSettings?,
        notes: inout DeviceNotes
    ) throws(Problem) {
        let scores = try object["scores"].map { node throws(Problem) in
            try AliasedObject(node, known: Self.scoreKeys)
        }
        let numbers = Self.scoreNames.map { name in
            let number = DeviceNumber.read(scores?[name], notes: &notes)
            if number == .unusable { notes.warn("unusable_\(name)") }
            return number
        }
        let group = DeviceShares(numbers.map(\.number))
        if group.isScaledPercent { notes.note(.scaledPercent) }
        if !group.isUsable { notes.warn("scores_out_of_range") }
        for (index, name) in Self.scoreNames.enumerated() where group.isUsable {
            if case .value = numbers[index], group.values[index] == nil { notes.warn("unusable_\(name)") }
        }
        let threshold = space?.cellThreshold ?? ProfileDefaults.cellThreshold
        var areas: [DeviceNumber] = []
        for name in ["attention", "objectness"] {
            let area = try SalientArea.read(scores?[name], cellThreshold: threshold, notes: &notes)
            if area == .unusable { notes.warn("unusable_\(name)") }
            areas.append(area)
        }
        var evidence = Evidence()
        evidence.sharpness = group.values[0]
        evidence.attentionArea = group.values[1] ?? areas[0].number
        evidence.objectnessArea = group.values[2] ?? areas[1].number
        evidence.ownWatermark = group.values[3].map { $0 >= 0.5 }
        evidence.absentAreas = space?.absentAreas ?? []
        if let space, let map = space.labels {
            evidence.labels = try Self.labels(object["labels"], map: map, space: space.name, notes: &notes)
        }
        self.evidence = evidence
        let isAnyThere = (numbers + areas).contains { $0 != .missing }
        let isAnyUsable = (group.values + areas.map(\.number)).contains { $0 != nil }
        isUnusable = isAnyThere && !isAnyUsable
    }

    private static func labels(
        _ node: DocumentNode?,
        map: LabelMap,
        space: String,
        notes: inout DeviceNotes
    ) throws(Problem) -> LabelEvidence {
        guard let items = node?.array else { return .unusable }
        let vocabulary = LabelVocabulary.of(scoreSpace: space)
        var labels: [(text: String, meetsPrecision: Bool)] = []
        var confidences: [DeviceNumber] = []
        for item in items {
            if let text = item.string {
                labels.append((text, false))
                confidences.append(.missing)
                continue
            }
            let label = try AliasedObject(item, known: labelKeys)
            let known = label["index"]?.wholeNumber.flatMap { vocabulary.label(index: Int(clamping: $0)) }
            guard let text = known ?? label.first(of: textKeys)?.string else { continue }
            labels.append((text, label["meetsPrecision"]?.bool == true))
            confidences.append(DeviceNumber.read(label.first(of: confidenceKeys), notes: &notes))
        }
        if labels.contains(where: { !$0.text.isEmpty && !vocabulary.knows($0.text) }) { notes.warn("unknown_label") }
        let group = DeviceShares(confidences.map(\.number))
        if group.isScaledPercent { notes.note(.scaledPercent) }
        guard group.isUsable else {
            notes.warn("labels_out_of_range")
            return .unusable
        }
        let evidence = map.evidence(
            of: zip(labels, group.values).map { label, confidence in
                LabelMap.Label(text: label.text, confidence: confidence, meetsPrecision: label.meetsPrecision)
            }
        )
        if evidence == .unusable { notes.warn("labels_unusable") }
        return evidence
    }
}

extension DeviceNumber {
    /// Nil when missing or unusable.
    var number: Double? { if case .value(let value) = self { value } else { nil } }
}
