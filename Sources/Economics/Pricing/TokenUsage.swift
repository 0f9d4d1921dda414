/// The tokens of one attempt as the model reported them (`usageMetadata`), every bucket that is billed.
///
/// `prompt` includes `cached`; `candidates` does not include `thoughts`.
package struct TokenUsage: Sendable, Hashable {
    package var prompt: Int
    package var cached: Int
    package var candidates: Int
    package var thoughts: Int
    package var toolUse: Int
    /// What the model said the sum is; 0 when it said nothing.
    package var total: Int
    /// The image share of `prompt`, when reported.
    package var image: Int

    package init(
        prompt: Int = 0,
        cached: Int = 0,
        candidates: Int = 0,
        thoughts: Int = 0,
        toolUse: Int = 0,
        total: Int = 0,
        image: Int = 0
    ) {
        self.prompt = prompt
        self.cached = cached
        self.candidates = candidates
        self.thoughts = thoughts
        self.toolUse = toolUse
        self.total = total
        self.image = image
    }

    package static let zero = TokenUsage()

    /// The sum of the parts; nil past the range of `Int`.
    package var sumOfParts: Int? {
        var sum = 0
        for part in [prompt, candidates, thoughts, toolUse] {
            let (next, overflow) = sum.addingReportingOverflow(part)
            if overflow { return nil }
            sum = next
        }
        return sum
    }

    /// Whether the parts add up to the reported total. When they do not, the cost is flagged.
    package var reconciles: Bool { sumOfParts == total }
}
