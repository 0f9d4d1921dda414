/// Limits of the project; nil where there is none.
struct Quotas: Sendable, Hashable {
    /// Of each model, in a minute of the clock.
    var requestsPerMinute: Int?
    /// Input tokens of each model, in a minute of the clock.
    var tokensPerMinute: Int?
    /// Of each model, from midnight Pacific on.
    var requestsPerDay: Int?
    /// Of all models, in the last ten minutes.
    var nanoUSDPerTenMinutes: Int64?
}
