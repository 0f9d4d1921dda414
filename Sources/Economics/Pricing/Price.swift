/// What one model costs in one tier during one period. Immutable once in a price book: reports of the past refer to
/// it by `id`.
package struct Price: Sendable, Hashable {
    /// `model/tier/first day`, such as `gemini-3.5-flash-lite/standard/2026-07-21`.
    package let id: String
    package let model: String
    package let tier: String
    /// First moment at which it holds.
    package let from: Timestamp
    /// First moment at which it no longer holds; nil while open.
    package let until: Timestamp?
    /// Nano-USD for a million tokens of each bucket.
    package let inputPerMillion: Int64
    package let cachedPerMillion: Int64
    package let outputPerMillion: Int64

    package init(
        model: String,
        tier: String,
        id: String,
        from: Timestamp,
        until: Timestamp?,
        inputPerMillion: Int64,
        cachedPerMillion: Int64,
        outputPerMillion: Int64
    ) {
        self.id = id
        self.model = model
        self.tier = tier
        self.from = from
        self.until = until
        self.inputPerMillion = inputPerMillion
        self.cachedPerMillion = cachedPerMillion
        self.outputPerMillion = outputPerMillion
    }
}
