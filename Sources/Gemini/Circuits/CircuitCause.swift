/// Why calls are kept from the API: the label of metrics.
package enum CircuitCause: String, Sendable, CaseIterable {
    /// The model's quota of the day; over at midnight Pacific.
    case dayQuota = "day_quota"
    /// The account's spend limit over ten minutes.
    case spendLimit = "spend_limit"
    case noCredit = "no_credit"
    case keyRefused = "key_refused"
    /// The model does not exist.
    case gone
    /// The model does not take the contract's schema, not even with the least in it.
    case schemaRefused = "schema_refused"
    /// The model is overloaded or does not answer.
    case overloaded
    /// The model's quota of the minute, or a throttle that says nothing.
    case throttled

    /// For people.
    package var text: String {
        switch self {
        case .dayQuota: "the model's quota of the day is used up"
        case .spendLimit: "the account's spend limit is reached"
        case .noCredit: "the account has no credit"
        case .keyRefused: "the API does not take the key"
        case .gone: "the model does not exist any more"
        case .schemaRefused: "the model does not take the contract's schema"
        case .overloaded: "the model is overloaded or does not answer"
        case .throttled: "the API asks for a pause"
        }
    }
}
