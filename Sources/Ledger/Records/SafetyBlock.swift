/// One category that blocked a prompt or an answer, as the API said it and as the profile had asked.
package struct SafetyBlock: Sendable, Hashable {
    /// What was blocked.
    package enum Stage: String, Sendable, CaseIterable { case prompt, answer }

    package let stage: Stage
    /// Block or finish reason as sent: `SAFETY`, `PROHIBITED_CONTENT`, `RECITATION` …
    package let reason: String
    /// `HARM_CATEGORY_…` as sent; empty when the answer names none, as it does for filters that cannot be set.
    package let category: String
    /// `LOW`, `MEDIUM`, `HIGH` as sent; empty when none was.
    package let rating: String
    /// What the profile had asked for this category: `blockOnlyHigh`; empty when nothing.
    package let threshold: String

    package init(stage: Stage, reason: String, category: String, rating: String, threshold: String) {
        self.stage = stage
        self.reason = reason
        self.category = category
        self.rating = rating
        self.threshold = threshold
    }
}

/// Blocks that are alike, counted.
package struct BlockCount: Sendable, Hashable {
    package let profile: String
    /// The model that answered, else the one asked.
    package let model: String
    package let block: SafetyBlock
    package let emulated: Bool
    package let count: Int

    package init(profile: String, model: String, block: SafetyBlock, emulated: Bool, count: Int) {
        self.profile = profile
        self.model = model
        self.block = block
        self.emulated = emulated
        self.count = count
    }
}
