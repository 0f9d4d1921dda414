/// How survivors are classified.
package struct CloudSettings: Sendable, Hashable {
    package enum MediaResolution: String, Sendable, CaseIterable { case low, medium, high, unspecified = "default" }
    package enum Tier: String, Sendable, CaseIterable {
        case standard, flex, priority
        /// Pictures nobody waits for: `torii batch submit` sends them together, at half the price, after the gate.
        case batch

        /// Of a picture that is asked for alone: a batch has no such tier.
        package var online: Tier { self == .batch ? .standard : self }
    }

    package enum HarmCategory: String, Sendable, CaseIterable {
        case harassment, hateSpeech, sexuallyExplicit, dangerousContent
    }

    package enum SafetyThreshold: String, Sendable, CaseIterable {
        case off, blockNone, blockOnlyHigh, blockMediumAndAbove, blockLowAndAbove
    }

    package let model: String
    /// Asked instead while the day's pace may not be kept by rejecting more; nil: none.
    package let cheaperModel: String?
    package let mediaResolution: MediaResolution
    package let maxOutputTokens: Int
    /// For all attempts together, from the moment the body is complete.
    package let deadline: Duration
    package let tier: Tier
    /// Longer side of what the model sees, 224...1024 pixels; never enlarged.
    package let imageMaxSide: Int
    /// JPEG quality, 0.3...1.
    package let imageQuality: Double
    /// Name of a contract document.
    package let contract: String
    package let language: String
    package let safety: [HarmCategory: SafetyThreshold]
    /// Whether the prompt says, as a hint, what the gate took the picture for.
    package let hint: Bool

    package init(
        model: String,
        cheaperModel: String? = nil,
        mediaResolution: MediaResolution,
        maxOutputTokens: Int,
        deadline: Duration,
        tier: Tier,
        imageMaxSide: Int,
        imageQuality: Double,
        contract: String,
        language: String,
        safety: [HarmCategory: SafetyThreshold],
        hint: Bool = ProfileDefaults.hint
    ) {
        self.model = model
        self.cheaperModel = cheaperModel
        self.mediaResolution = mediaResolution
        self.maxOutputTokens = maxOutputTokens
        self.deadline = deadline
        self.tier = tier
        self.imageMaxSide = imageMaxSide
        self.imageQuality = imageQuality
        self.contract = contract
        self.language = language
        self.safety = safety
        self.hint = hint
    }
}
