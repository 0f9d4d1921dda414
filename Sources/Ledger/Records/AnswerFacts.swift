/// What an attempt was asked with and what was odd about its answer: for reports of quality, drift and safety.
package struct AnswerFacts: Sendable, Hashable {
    /// Contract name and version, and the form of the schema when it was not sent whole: `wallpaper/1`,
    /// `wallpaper/1 reduced`.
    package let schema: String
    /// As asked: `low`, `medium`, `high`, `default`.
    package let mediaResolution: String
    /// Whether the classification is not word for word what the model wrote.
    package let repaired: Bool
    /// Input tokens expected before the call.
    package let estimatedInput: Int
    /// Of them, the picture's.
    package let estimatedImage: Int
    /// Empty unless something was blocked.
    package var blocks: [SafetyBlock]

    package init(
        schema: String,
        mediaResolution: String,
        repaired: Bool,
        estimatedInput: Int,
        estimatedImage: Int,
        blocks: [SafetyBlock] = []
    ) {
        self.schema = schema
        self.mediaResolution = mediaResolution
        self.repaired = repaired
        self.estimatedInput = estimatedInput
        self.estimatedImage = estimatedImage
        self.blocks = blocks
    }
}
