/// How the scores of one on-device scorer are judged. Thresholds and labels never cross score spaces.
package struct ScoreSpaceSettings: Sendable, Hashable {
    /// Scorer and version: `apple-vision/18`.
    package let name: String
    package let thresholds: Thresholds
    /// Value from which a cell of a heat map counts as salient, 0...1.
    package let cellThreshold: Double
    /// Areas this scorer never measures; they do not count as missing.
    package let absentAreas: Set<Evidence.Area>
    /// Which labels stand for an abstract picture. Nil: the scorer has no labels.
    package let labels: LabelMap?

    package init(
        name: String,
        thresholds: Thresholds,
        cellThreshold: Double = ProfileDefaults.cellThreshold,
        absentAreas: Set<Evidence.Area> = [],
        labels: LabelMap? = nil
    ) {
        self.name = name
        self.thresholds = thresholds
        self.cellThreshold = cellThreshold
        self.absentAreas = absentAreas
        self.labels = labels
    }

    /// The same scorer, judged by other thresholds.
    package func judging(by thresholds: Thresholds) -> ScoreSpaceSettings {
        ScoreSpaceSettings(
            name: name,
            thresholds: thresholds,
            cellThreshold: cellThreshold,
            absentAreas: absentAreas,
            labels: labels
        )
    }

    /// Areas as documents and reports name them.
    package static let areaNames: [(name: String, area: Evidence.Area)] = [
        ("attentionArea", .attention), ("objectnessArea", .objectness),
    ]

    /// Whether `text` is a scorer and its version: `[a-z0-9-]{1,32}/[0-9]{1,5}`.
    package static func isName(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count == 2
            && (1...32).contains(parts[0].count) && parts[0].allSatisfy(isScorerByte)
            && (1...5).contains(parts[1].count) && parts[1].allSatisfy { (48...57).contains($0) }
    }

    private static func isScorerByte(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-")
    }
}

extension Profile {
    /// How scores of `name` are judged: as the profile says for that space, or by the gate's own thresholds when it is
    /// the gate's own space. Nil for any other: nothing is borrowed from a neighbour.
    package func scoreSpace(named name: String) -> ScoreSpaceSettings? {
        if let settings = scoreSpaces[name] { return settings }
        guard name == scoreSpace else { return nil }
        return ScoreSpaceSettings(
            name: name,
            thresholds: Thresholds(sharpness: gate.sharpness.min, saliencyArea: gate.saliencyArea.min)
        )
    }
}
