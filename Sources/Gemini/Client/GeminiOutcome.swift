package import Documents
package import Economics

/// What one attempt came to.
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
    /// The key is not accepted.
    case auth(String)
    /// The model does not exist any more.
    case gone(String)
    /// The request was refused as it stands; repeating it is useless.
    case invalidRequest(String)
    case overloaded(status: Int)
    case transport(String)
    /// The deadline passed.
    case deadline

    package enum Throttle: String, Sendable { case minute, day, spend, unknown }
}

/// One attempt, complete: what it came to and what it cost in tokens.
package struct GeminiAttempt: Sendable, Hashable {
    package let outcome: GeminiOutcome
    /// Nil when the answer reported none.
    package let usage: TokenUsage?
    /// What the answer says it was: prices follow it.
    package let modelVersion: String?
    package let responseID: String?
    /// Request bytes may have been processed although no usage came back: settle at the full hold, flagged uncertain.
    package let billingUncertain: Bool
    package let latency: Duration
    /// Set when the answer came from the Torii emulator (header `Torii-Emulator`).
    package let emulated: Bool

    package init(
        outcome: GeminiOutcome,
        usage: TokenUsage?,
        modelVersion: String?,
        responseID: String?,
        billingUncertain: Bool,
        latency: Duration,
        emulated: Bool
    ) {
        self.outcome = outcome
        self.usage = usage
        self.modelVersion = modelVersion
        self.responseID = responseID
        self.billingUncertain = billingUncertain
        self.latency = latency
        self.emulated = emulated
    }
}
