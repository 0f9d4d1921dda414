/// What a device's label list says about the low-saliency rule. Spaces that see labels instead of pixels have neither
/// range, texture nor coarse category: the labels stand in for them, and none of the three is looked at.
package enum LabelEvidence: Sendable, Hashable {
    /// The score space has no labels: range, texture and coarse category guard the rule.
    case notUsed
    /// The space has labels, but no usable list came: `low_saliency` cannot fire.
    case unusable
    /// A usable list; `bypass` is its strongest label that stands for an abstract picture, if any.
    case usable(bypass: BypassLabel?)
}

/// A label that says a picture is abstract on purpose, so that little saliency is no reason to reject it.
package struct BypassLabel: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable { case abstract, pattern, texture }

    /// Folded: lower case, words joined by `_`.
    package let label: String
    package let kind: Kind
    /// 0...1.
    package let confidence: Double

    package init(label: String, kind: Kind, confidence: Double) {
        self.label = label
        self.kind = kind
        self.confidence = confidence
    }
}
