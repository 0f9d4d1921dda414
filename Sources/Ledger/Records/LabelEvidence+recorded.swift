package import Policy

extension LabelEvidence {
    /// Rows keep no labels. What they said is seen in the reasons where the rule came to them; elsewhere it is not
    /// known, and a rule without its inputs does not fire.
    package static func recorded(scoreSpace: String, trace: Int64) -> LabelEvidence {
        guard LabelVocabulary.of(scoreSpace: scoreSpace) != .open else { return .notUsed }
        switch trace {
        case 1: return .usable(bypass: BypassLabel(label: "abstract", kind: .abstract, confidence: 1))
        case 2: return .usable(bypass: nil)
        default: return .unusable
        }
    }
}

extension String {
    /// Whether it is an answer, and more than that it fits nowhere.
    package var isUsefulCategory: Bool { !isEmpty && self != "other" }
}
