extension TokenUsage {
    /// Bucket by bucket. Counts are far from the range of `Int`: each is checked when a usage is read.
    package func adding(_ other: TokenUsage) -> TokenUsage {
        TokenUsage(
            prompt: prompt + other.prompt,
            cached: cached + other.cached,
            candidates: candidates + other.candidates,
            thoughts: thoughts + other.thoughts,
            toolUse: toolUse + other.toolUse,
            total: total + other.total,
            image: image + other.image
        )
    }
}
