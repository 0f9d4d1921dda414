/// The words a scorer can say at all. A label that is none of them was translated, misspelt, or comes from another scorer.
package enum LabelVocabulary: Sendable, Hashable {
    /// Identifiers such as `sunset_sunrise`, which the engine never translates.
    case appleVision
    /// English words. Indexes mean the same words in the model that is bundled with apps only.
    case mlKit(isBundled: Bool)
    /// A scorer of its own kind: any word may be one of its labels.
    case open

    /// The vocabulary of a score space by its scorer's name.
    package static func of(scoreSpace: String) -> LabelVocabulary {
        switch scoreSpace.prefix(while: { $0 != "/" }) {
        case "apple-vision": .appleVision
        case "ml-kit": .mlKit(isBundled: scoreSpace == "ml-kit/17")
        case "ml-kit-gms": .mlKit(isBundled: false)
        default: .open
        }
    }

    /// Whether the scorer can have said `text`, in whatever case and with whatever between its words.
    package func knows(_ text: String) -> Bool {
        switch self {
        case .appleVision:
            !text.isEmpty
                && LabelMap.folded(text).utf8.allSatisfy { byte in
                    (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "_")
                }
        case .mlKit: Self.mlKitNames.contains(LabelMap.folded(text))
        case .open: true
        }
    }

    /// The folded label with this index, for scorers whose indexes are known.
    package func label(index: Int) -> String? {
        guard case .mlKit(isBundled: true) = self, Self.mlKitLabels.indices.contains(index) else { return nil }
        let label = Self.mlKitLabels[index]
        return label.isEmpty ? nil : label
    }
}
