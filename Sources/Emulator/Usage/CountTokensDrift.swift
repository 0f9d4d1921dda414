/// How `countTokens` disagrees with the bill.
struct CountTokensDrift: Sendable, Hashable {
    /// Of the true count.
    var factor = 1.0
    /// Leaves `promptTokensDetails` out.
    var hidesDetails = false
}
