package import Economics
package import Policy

/// Decisions of one hour that are alike in everything reports group by.
package struct DecisionRollup: Sendable, Hashable {
    package let profile: String
    /// Start of the hour in the profile's zone.
    package let hour: Timestamp
    package let revision: Int
    package let route: DecisionRecord.Route
    package let verdict: Verdict?
    package let outcome: Outcome?
    /// The deciding reason.
    package let reason: Reason
    package let judged: Bool
    package let audit: Bool
    package let emulated: Bool
    /// Id of the API key; empty for none, and in coarse roll-ups.
    package let client: String
    /// Primary category; empty for none, and in coarse roll-ups.
    package let category: String
    /// The model that answered or was asked last; empty for none, and in coarse roll-ups.
    package let model: String
    package let count: Int
    package let latencyMicros: Int64
    package let gateMicros: Int64
    /// Of `count`, those that were measured.
    package let gated: Int
    /// Settled cost of all their attempts.
    package let cost: Money
    /// Of `count`, those sent although a near duplicate had an answer, and answered by the cloud.
    package let compared: Int
    /// Of these, those for which the cloud named another category.
    package let disagreed: Int

    package init(
        profile: String,
        hour: Timestamp,
        revision: Int,
        route: DecisionRecord.Route,
        verdict: Verdict?,
        outcome: Outcome?,
        reason: Reason,
        judged: Bool,
        audit: Bool,
        emulated: Bool,
        client: String = "",
        category: String = "",
        model: String = "",
        count: Int,
        latencyMicros: Int64,
        gateMicros: Int64,
        gated: Int,
        cost: Money = .zero,
        compared: Int = 0,
        disagreed: Int = 0
    ) {
        self.profile = profile
        self.hour = hour
        self.revision = revision
        self.route = route
        self.verdict = verdict
        self.outcome = outcome
        self.reason = reason
        self.judged = judged
        self.audit = audit
        self.emulated = emulated
        self.client = client
        self.category = category
        self.model = model
        self.count = count
        self.latencyMicros = latencyMicros
        self.gateMicros = gateMicros
        self.gated = gated
        self.cost = cost
        self.compared = compared
        self.disagreed = disagreed
    }
}

/// Settled attempts of one hour that are alike in everything money is grouped by.
package struct CostRollup: Sendable, Hashable {
    package let profile: String
    package let hour: Timestamp
    /// The model that answered, else the one asked.
    package let model: String
    package let tier: String
    package let priceID: String
    package let result: String
    package let emulated: Bool
    package let attempts: Int
    package let cost: Money
    /// Of `cost`, what is uncertain.
    package let uncertain: Money
    package let usage: TokenUsage
    package let latencyMicros: Int64
    /// By how much resolution, side, model and tier made them cheaper.
    package let cheaper: CheaperSends

    package init(
        profile: String,
        hour: Timestamp,
        model: String,
        tier: String,
        priceID: String,
        result: String,
        emulated: Bool,
        attempts: Int,
        cost: Money,
        uncertain: Money,
        usage: TokenUsage,
        latencyMicros: Int64,
        cheaper: CheaperSends = .none
    ) {
        self.profile = profile
        self.hour = hour
        self.model = model
        self.tier = tier
        self.priceID = priceID
        self.result = result
        self.emulated = emulated
        self.attempts = attempts
        self.cost = cost
        self.uncertain = uncertain
        self.usage = usage
        self.latencyMicros = latencyMicros
        self.cheaper = cheaper
    }
}

/// Roll-ups read in one consistent snapshot.
package struct Rollups: Sendable, Hashable {
    package let decisions: [DecisionRollup]
    package let costs: [CostRollup]
    package let answers: [AnswerRollup]

    package init(decisions: [DecisionRollup], costs: [CostRollup], answers: [AnswerRollup]) {
        self.decisions = decisions
        self.costs = costs
        self.answers = answers
    }
}
