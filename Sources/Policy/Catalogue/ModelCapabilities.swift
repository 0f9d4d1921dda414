package import Economics

/// What one model family accepts, from `models.json5`. Matched by the longest `prefix` of the model id.
package struct ModelCapabilities: Sendable, Hashable {
    package enum Thinking: String, Sendable, CaseIterable {
        /// `thinkingConfig.thinkingBudget: 0`.
        case budgetZero
        /// `thinkingConfig.thinkingLevel: MINIMAL`.
        case levelMinimal
        /// `thinkingConfig.thinkingLevel: LOW`: the least the family allows.
        case levelLow
    }

    package enum ImageTokens: String, Sendable, CaseIterable {
        /// 258 a tile (2.x).
        case tiles
        /// A grid inside a budget by media resolution (3.x and later).
        case grid
    }

    package enum Schema: String, Sendable, CaseIterable {
        /// Everything a contract says.
        case full
        /// Without `minItems` and `maxItems`, to which the family answers 400. The answer is checked for them all the same.
        case reduced
    }

    package let prefix: String
    package let thinking: Thinking
    /// Whether temperature and topP may be sent.
    package let sampling: Bool
    package let imageTokens: ImageTokens
    /// Media resolutions the family takes.
    package let mediaResolutions: [CloudSettings.MediaResolution]
    /// How much of a contract's schema the family takes.
    package let schema: Schema
    /// When the model stops, if announced.
    package let retires: Timestamp?
    /// What to use instead.
    package let fallback: String?

    package init(
        prefix: String,
        thinking: Thinking,
        sampling: Bool,
        imageTokens: ImageTokens,
        mediaResolutions: [CloudSettings.MediaResolution],
        schema: Schema = .full,
        retires: Timestamp?,
        fallback: String?
    ) {
        self.prefix = prefix
        self.thinking = thinking
        self.sampling = sampling
        self.imageTokens = imageTokens
        self.mediaResolutions = mediaResolutions
        self.schema = schema
        self.retires = retires
        self.fallback = fallback
    }
}
