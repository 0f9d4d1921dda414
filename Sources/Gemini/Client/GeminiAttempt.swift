package import Economics

/// One attempt, complete: what it came to and what it cost in tokens.
package struct GeminiAttempt: Sendable, Hashable {
    package let outcome: GeminiOutcome
    /// Nil when the answer reported none that can be billed.
    package let usage: TokenUsage?
    /// What the answer says it was, without `models/`: prices follow it.
    package let modelVersion: String?
    package let responseID: String?
    /// Request bytes may have been processed although no usage came back: settle at the full hold, flagged uncertain.
    ///
    /// Set for no answer after dispatch, for an answer of status 499 and for a 2xx answer without a usable usage. Any
    /// other answer without usage was refused or failed, which is documented as not charged.
    package let billingUncertain: Bool
    package let latency: Duration
    /// Set when the answer came from the Torii emulator (header `Torii-Emulator`).
    package let emulated: Bool
    /// What was put right before the classification was accepted; empty unless `outcome` is `ok`.
    package let repairs: [AnswerRepair]
    /// The ratings that say that they blocked. Ratings are often absent, also when something was blocked.
    package let blockedRatings: [SafetyRating]
    /// Where the model is in its life (`STABLE`, `DEPRECATED`, `RETIRED`), when the answer says.
    package let modelStage: String?

    /// Whether the classification is not word for word what the model wrote.
    package var repaired: Bool { !repairs.isEmpty }

    package init(
        outcome: GeminiOutcome,
        usage: TokenUsage?,
        modelVersion: String?,
        responseID: String?,
        billingUncertain: Bool,
        latency: Duration,
        emulated: Bool,
        repairs: [AnswerRepair] = [],
        blockedRatings: [SafetyRating] = [],
        modelStage: String? = nil
    ) {
        self.outcome = outcome
        self.usage = usage
        self.modelVersion = modelVersion
        self.responseID = responseID
        self.billingUncertain = billingUncertain
        self.latency = latency
        self.emulated = emulated
        self.repairs = repairs
        self.blockedRatings = blockedRatings
        self.modelStage = modelStage
    }
}

extension GeminiAttempt {
    /// The attempt that got an answer.
    init(_ answer: AnswerReader, latency: Duration, emulated: Bool) {
        self.init(
            outcome: answer.outcome,
            usage: answer.usage,
            modelVersion: answer.modelVersion,
            responseID: answer.responseID,
            billingUncertain: answer.billingUncertain,
            latency: latency,
            emulated: emulated,
            repairs: answer.repairs,
            blockedRatings: answer.blockedRatings,
            modelStage: answer.modelStage
        )
    }
}
