import Economics
import Policy

/// Sums that leave 64 bits are refused, never wrapped.
private func sum(_ left: Int64, _ right: Int64) throws(LedgerError) -> Int64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    guard !overflow else { throw LedgerError(.invariant, "a roll-up left the range of 64-bit integers") }
    return sum
}

private func sum(_ left: Int, _ right: Int) throws(LedgerError) -> Int { Int(try sum(Int64(left), Int64(right))) }

private func sum(_ left: Money, _ right: Money) throws(LedgerError) -> Money {
    Money(nanoUSD: try sum(left.nanoUSD, right.nanoUSD))
}

extension DecisionRollup {
    /// What its decisions have in common.
    package struct Group: Hashable, Sendable {
        let profile: String
        let hour: Timestamp
        let revision: Int
        let route: DecisionRecord.Route
        let verdict: Verdict?
        let outcome: Outcome?
        let reason: Reason
        let judged: Bool
        let audit: Bool
        let emulated: Bool
        let client: String
        let category: String
        let model: String
    }

    /// The roll-up of one decision, which has a reason.
    package init(of decision: DecisionRecord) {
        self.init(
            profile: decision.profile,
            hour: decision.hour,
            revision: decision.revision,
            route: decision.route,
            verdict: decision.verdict,
            outcome: decision.outcome,
            reason: decision.reasons[0],
            judged: decision.judged,
            audit: decision.auditPropensity != nil,
            emulated: decision.emulated,
            client: decision.client,
            category: decision.category ?? "",
            model: decision.model ?? "",
            count: 1,
            latencyMicros: decision.latencyMicros,
            gateMicros: decision.gateMicros ?? 0,
            gated: decision.gateMicros == nil ? 0 : 1,
            cost: decision.cost,
            compared: decision.donor?.agrees == nil ? 0 : 1,
            disagreed: decision.donor?.agrees == false ? 1 : 0
        )
    }

    package var group: Group {
        Group(
            profile: profile,
            hour: hour,
            revision: revision,
            route: route,
            verdict: verdict,
            outcome: outcome,
            reason: reason,
            judged: judged,
            audit: audit,
            emulated: emulated,
            client: client,
            category: category,
            model: model
        )
    }

    /// The same without what only detailed reports tell apart.
    package var coarse: DecisionRollup {
        DecisionRollup(
            profile: profile,
            hour: hour,
            revision: revision,
            route: route,
            verdict: verdict,
            outcome: outcome,
            reason: reason,
            judged: judged,
            audit: audit,
            emulated: emulated,
            count: count,
            latencyMicros: latencyMicros,
            gateMicros: gateMicros,
            gated: gated,
            cost: cost,
            compared: compared,
            disagreed: disagreed
        )
    }

    package func adding(_ other: DecisionRollup) throws(LedgerError) -> DecisionRollup {
        DecisionRollup(
            profile: profile,
            hour: hour,
            revision: revision,
            route: route,
            verdict: verdict,
            outcome: outcome,
            reason: reason,
            judged: judged,
            audit: audit,
            emulated: emulated,
            client: client,
            category: category,
            model: model,
            count: try sum(count, other.count),
            latencyMicros: try sum(latencyMicros, other.latencyMicros),
            gateMicros: try sum(gateMicros, other.gateMicros),
            gated: try sum(gated, other.gated),
            cost: try sum(cost, other.cost),
            compared: try sum(compared, other.compared),
            disagreed: try sum(disagreed, other.disagreed)
        )
    }
}

extension CostRollup {
    /// What its attempts have in common.
    package struct Group: Hashable, Sendable {
        let profile: String
        let hour: Timestamp
        let model: String
        let tier: String
        let priceID: String
        let result: String
        let emulated: Bool
    }

    /// The roll-up of one settled attempt.
    package init(of settlement: Settlement, hold: HoldRequest) {
        self.init(
            profile: hold.profile,
            hour: hold.hour,
            model: settlement.modelVersion ?? hold.model,
            tier: hold.tier,
            priceID: settlement.priceID,
            result: settlement.result,
            emulated: settlement.emulated,
            attempts: 1,
            cost: settlement.cost,
            uncertain: settlement.uncertain ? settlement.cost : .zero,
            usage: settlement.usage,
            latencyMicros: settlement.latencyMicros,
            cheaper: settlement.cheaper
        )
    }

    package var group: Group {
        Group(
            profile: profile,
            hour: hour,
            model: model,
            tier: tier,
            priceID: priceID,
            result: result,
            emulated: emulated
        )
    }

    package func adding(_ other: CostRollup) throws(LedgerError) -> CostRollup {
        CostRollup(
            profile: profile,
            hour: hour,
            model: model,
            tier: tier,
            priceID: priceID,
            result: result,
            emulated: emulated,
            attempts: try sum(attempts, other.attempts),
            cost: try sum(cost, other.cost),
            uncertain: try sum(uncertain, other.uncertain),
            usage: TokenUsage(
                prompt: try sum(usage.prompt, other.usage.prompt),
                cached: try sum(usage.cached, other.usage.cached),
                candidates: try sum(usage.candidates, other.usage.candidates),
                thoughts: try sum(usage.thoughts, other.usage.thoughts),
                toolUse: try sum(usage.toolUse, other.usage.toolUse),
                total: try sum(usage.total, other.usage.total),
                image: try sum(usage.image, other.usage.image)
            ),
            latencyMicros: try sum(latencyMicros, other.latencyMicros),
            cheaper: CheaperSends(
                resolution: try sum(cheaper.resolution, other.cheaper.resolution),
                side: try sum(cheaper.side, other.cheaper.side),
                model: try sum(cheaper.model, other.cheaper.model),
                tier: try sum(cheaper.tier, other.cheaper.tier)
            )
        )
    }
}
