package import Documents

/// What one attempt came to. Texts of others in it are cut short and hold neither key nor picture.
package enum GeminiOutcome: Sendable, Hashable {
    /// A valid classification, in contract order.
    case ok(JSON)
    /// Blocked before an answer: the block reason as sent.
    case promptBlocked(reason: String)
    /// The model refused: the finish reason as sent (SAFETY, RECITATION, unknown values survive).
    case refused(reason: String)
    case truncated(byThinking: Bool)
    case empty
    /// Not an answer of the contract: says which field and why.
    case malformed(String)
    /// `retryAfter`: what the server asked for.
    case throttled(Throttle, retryAfter: Duration?)
    case noCredit
    /// The key is not accepted, or the account may not use the API.
    case auth(String)
    /// The model does not exist any more.
    case gone(String)
    /// The request was refused as it stands; repeating it is useless. `fault` says what of it may be left out.
    case invalidRequest(String, fault: RequestFault)
    case overloaded(status: Int)
    case transport(String)
    /// The deadline passed.
    case deadline

    package enum Throttle: String, Sendable { case minute, day, spend, unknown }

    /// The finish reason of an account that is limited for breaking the provider's policies.
    static let policyLimitReason = "PUP_LIMITED_DISABLED"

    /// Whether the account is limited for breaking the provider's policies: whoever runs it must act, and nothing more
    /// may be sent.
    package var isPolicyLimited: Bool { self == .refused(reason: Self.policyLimitReason) }
}
