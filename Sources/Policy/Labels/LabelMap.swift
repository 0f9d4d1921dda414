/// Which labels of one scorer family stand for an abstract picture. No vendor's taxonomy has the word "abstract": each
/// family needs its own list, and lists never cross families.
package struct LabelMap: Sendable, Hashable {
    /// One label as a device reports it.
    package struct Label: Sendable, Hashable {
        package let text: String
        /// 0...1, already scaled. Nil proves presence only and never earns the bypass.
        package let confidence: Double?

        package init(text: String, confidence: Double?) {
            self.text = text
            self.confidence = confidence
        }
    }

    /// Labels past this many, by falling confidence, are left out.
    package static let keptLabels = 64
    /// From this many labels on, one equal confidence for all means that the model did not run.
    package static let degenerateCount = 5

    /// Confidence from which a label counts, 0...1.
    package let minConfidence: Double
    /// By folded label.
    package let kinds: [String: BypassLabel.Kind]
    /// Folded labels that forbid the bypass: screenshots and documents are never art.
    package let vetoes: Set<String>

    package init(minConfidence: Double, kinds: [String: BypassLabel.Kind], vetoes: Set<String>) {
        self.minConfidence = minConfidence
        self.kinds = kinds
        self.vetoes = vetoes
    }

    /// The map of a score space by its scorer's name (`apple-vision/18`: `apple-vision`), or nil.
    package static func map(scoreSpace: String) -> LabelMap? {
        switch scoreSpace.prefix(while: { $0 != "/" }) {
        case "apple-vision": appleVision
        case "ml-kit", "ml-kit-gms": mlKit
        default: nil
        }
    }

    /// What `labels` say. A list is unusable when it is empty, when all confidences are 0, or when five or more share
    /// one confidence: such lists come from models that did not run.
    package func evidence(of labels: [Label]) -> LabelEvidence {
        var strongest: [String: Double] = [:]
        var present = 0
        for label in labels {
            let name = Self.folded(label.text)
            guard !name.isEmpty else { continue }
            present += 1
            guard let confidence = label.confidence, confidence.isFinite else { continue }
            strongest[name] = max(strongest[name] ?? 0, confidence)
        }
        guard present > 0 else { return .unusable }
        let values = Set(strongest.values)
        if !strongest.isEmpty, values.allSatisfy({ $0 == 0 }) { return .unusable }
        if strongest.count >= Self.degenerateCount, values.count == 1 { return .unusable }

        let kept = strongest.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(Self.keptLabels)
        let counting = kept.filter { $0.value >= minConfidence }
        if counting.contains(where: { vetoes.contains($0.key) }) { return .usable(bypass: nil) }
        for (name, confidence) in counting {
            guard let kind = kinds[name] else { continue }
            return .usable(bypass: BypassLabel(label: name, kind: kind, confidence: confidence))
        }
        return .usable(bypass: nil)
    }

    /// Lower case, runs of spaces, `-` and `_` made one `_`, trimmed: `Fast food` and `fast_food` are one.
    package static func folded(_ text: String) -> String {
        text.lowercased()
            .split { $0.isWhitespace || $0 == "-" || $0 == "_" }
            .joined(separator: "_")
    }
}
