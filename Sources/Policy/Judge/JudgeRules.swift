/// The fixed points of the judge that no profile moves: they belong to the measures, not to a platform.
package enum JudgeRules {
    /// `low_saliency` asks for a range below this, in delta-E: among 434 labelled photographs and drawings not one
    /// had both areas below 0.06 and a range below 2.
    package static let flatRange = 2.0
    /// A picture with less range than this, in delta-E, and no texture is blank: every classifier calls a blank picture
    /// abstract, so the bypass must not rescue it.
    package static let blankRange = 1.0
    /// Share of the picture from which fine structure counts as texture. Flat pictures with noise of up to 3 gray levels
    /// measure at most 0.64, the faintest paper texture of the labelled ones 0.74: a blank picture is never rescued.
    package static let textureShare = 0.69
}

/// Whether a rule fires, when some of its inputs may be missing.
enum RuleOutcome: Sendable, Hashable {
    case fires
    case clear
    /// An input is missing that could have decided it.
    case unknown

    init(_ claim: Bool?) {
        switch claim {
        case true: self = .fires
        case false: self = .clear
        default: self = .unknown
        }
    }

    /// All of them: clear as soon as one is clear, whatever is missing elsewhere.
    static func all(_ parts: [RuleOutcome]) -> RuleOutcome {
        if parts.contains(.clear) { return .clear }
        return parts.contains(.unknown) ? .unknown : .fires
    }

    /// Any of them: fires as soon as one fires, whatever is missing elsewhere.
    static func any(_ parts: [RuleOutcome]) -> RuleOutcome {
        if parts.contains(.fires) { return .fires }
        return parts.contains(.unknown) ? .unknown : .clear
    }

    var negated: RuleOutcome {
        switch self {
        case .fires: .clear
        case .clear: .fires
        case .unknown: .unknown
        }
    }
}
