/// Which labels of one scorer stand for an abstract picture. No vendor's taxonomy has the word "abstract": each needs its
/// own list, and lists never cross score spaces.
package struct LabelMap: Sendable, Hashable {
    /// One label as a device reports it.
    package struct Label: Sendable, Hashable {
        package let text: String
        /// 0...1, already scaled. Nil proves presence only and never earns the bypass.
        package let confidence: Double?
        /// Whether the device's own precision curve says that the label holds: it then counts whatever its confidence.
        package let meetsPrecision: Bool

        package init(text: String, confidence: Double?, meetsPrecision: Bool = false) {
            self.text = text
            self.confidence = confidence
            self.meetsPrecision = meetsPrecision
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

    /// What `labels` say. A list is unusable when it is empty, when all confidences are 0, or when five or more share
    /// one confidence: such lists come from models that did not run.
    package func evidence(of labels: [Label]) -> LabelEvidence {
        var strongest: [String: (confidence: Double, counts: Bool)] = [:]
        var present = 0
        for label in labels {
            let name = Self.folded(label.text)
            guard !name.isEmpty else { continue }
            present += 1
            guard let confidence = label.confidence, confidence.isFinite else { continue }
            let earlier = strongest[name]
            strongest[name] = (
                max(earlier?.confidence ?? 0, confidence),
                label.meetsPrecision || confidence >= minConfidence || earlier?.counts == true
            )
        }
        guard present > 0 else { return .unusable }
        let first = strongest.first?.value.confidence
        let isEven = strongest.values.allSatisfy { $0.confidence == first }
        if isEven, first == 0 || strongest.count >= Self.degenerateCount { return .unusable }

        let kept = strongest.sorted { ($0.value.confidence, $1.key) > ($1.value.confidence, $0.key) }
            .prefix(Self.keptLabels)
        let counting = kept.filter(\.value.counts)
        if counting.contains(where: { vetoes.contains($0.key) }) { return .usable(bypass: nil) }
        for (name, strength) in counting {
            guard let kind = kinds[name] else { continue }
            return .usable(bypass: BypassLabel(label: name, kind: kind, confidence: strength.confidence))
        }
        return .usable(bypass: nil)
    }

    /// Lower case, runs of spaces, `-` and `_` made one `_`, trimmed: `Fast food` and `fast_food` are one.
    package static func folded(_ text: String) -> String {
        if isFolded(text) { return text }
        return text.lowercased()
            .split { $0.isWhitespace || $0 == "-" || $0 == "_" }
            .joined(separator: "_")
    }

    /// Whether folding changes nothing, as with every identifier of Apple's: whole taxonomies come in one request.
    private static func isFolded(_ text: String) -> Bool {
        var last = UInt8(ascii: "_")
        for byte in text.utf8 {
            switch byte {
            case 97...122, 48...57: break
            case UInt8(ascii: "_"): if last == byte { return false }
            default: return false
            }
            last = byte
        }
        return last != UInt8(ascii: "_")
    }
}
