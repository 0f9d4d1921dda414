import Economics
import Ledger
import Policy

extension Connection {
    /// One more decision in its group. A sum that leaves 64 bits is refused by the strict table.
    func addToRollup(_ decision: DecisionRecord, reason: Reason) throws(LedgerError) {
        try run(
            """
            INSERT INTO decision_rollups (hour, profile, revision, route, verdict, outcome, reason, judged, audit,
                emulated, client, category, model, count, latency, gate, gated, cost, compared, disagreed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET count = count + 1, latency = latency + excluded.latency,
                gate = gate + excluded.gate, gated = gated + excluded.gated, cost = cost + excluded.cost,
                compared = compared + excluded.compared, disagreed = disagreed + excluded.disagreed
            """,
            [
                .integer(decision.hour.microseconds), .text(decision.profile), .integer(decision.revision),
                .text(decision.route.rawValue), .text(decision.verdict?.rawValue ?? ""),
                .text(decision.outcome?.rawValue ?? ""), .text(reason.rawValue), .flag(decision.judged),
                .flag(decision.auditPropensity != nil), .flag(decision.emulated), .text(decision.client),
                .text(decision.category ?? ""), .text(decision.model ?? ""), .integer(decision.latencyMicros),
                .integer(decision.gateMicros ?? 0), .flag(decision.gateMicros != nil), .integer(decision.cost.nanoUSD),
                .flag(decision.donor?.agrees != nil), .flag(decision.donor?.agrees == false),
            ]
        )
    }

    /// One decision less in its group, which goes with its last one.
    func removeFromRollup(_ decision: DecisionRecord) throws(LedgerError) {
        let group: [SQLValue] = [
            .integer(decision.hour.microseconds), .text(decision.profile), .integer(decision.revision),
            .text(decision.route.rawValue), .text(decision.verdict?.rawValue ?? ""),
            .text(decision.outcome?.rawValue ?? ""), .text(decision.reasons[0].rawValue), .flag(decision.judged),
            .flag(decision.auditPropensity != nil), .flag(decision.emulated), .text(decision.client),
            .text(decision.category ?? ""), .text(decision.model ?? ""),
        ]
        let isGroup = """
            WHERE hour = ? AND profile = ? AND revision = ? AND route = ? AND verdict = ? AND outcome = ? AND reason = ?
                AND judged = ? AND audit = ? AND emulated = ? AND client = ? AND category = ? AND model = ?
            """
        if try run("DELETE FROM decision_rollups \(isGroup) AND count = 1", group) == 1 { return }
        try run(
            """
            UPDATE decision_rollups SET count = count - 1, latency = latency - ?, gate = gate - ?, gated = gated - ?,
                cost = cost - ? \(isGroup)
            """,
            [
                .integer(decision.latencyMicros), .integer(decision.gateMicros ?? 0),
                .flag(decision.gateMicros != nil), .integer(decision.cost.nanoUSD),
            ] + group
        )
    }

    /// A bill that came after its decision's row.
    func addToRollup(lateCost cost: Money, decision id: String) throws(LedgerError) {
        try run(
            """
            UPDATE decision_rollups SET cost = cost + ?
            WHERE (hour, profile, revision, route, verdict, outcome, reason, judged, audit, emulated, client, category,
                model) = (
                SELECT hour, profile, revision, route, coalesce(verdict, ''), coalesce(outcome, ''),
                    iif(instr(reasons, ','), substr(reasons, 1, instr(reasons, ',') - 1), reasons),
                    judged, audit_propensity IS NOT NULL, emulated, client, category, coalesce(model, '')
                FROM decisions WHERE id = ?
            )
            """,
            [.integer(cost.nanoUSD), .text(id)]
        )
    }

    /// One more settled attempt in its group, in the hour of its hold.
    func addToRollup(_ settlement: Settlement, hold: HoldRequest) throws(LedgerError) {
        let usage = settlement.usage
        try run(
            """
            INSERT INTO cost_rollups (hour, profile, model, tier, price, result, emulated, attempts, cost, uncertain,
                prompt, cached, candidates, thoughts, tool_use, total, image, latency, saved_resolution, saved_side,
                saved_model, saved_tier)
            VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET attempts = attempts + 1, cost = cost + excluded.cost,
                uncertain = uncertain + excluded.uncertain, prompt = prompt + excluded.prompt,
                cached = cached + excluded.cached, candidates = candidates + excluded.candidates,
                thoughts = thoughts + excluded.thoughts, tool_use = tool_use + excluded.tool_use,
                total = total + excluded.total, image = image + excluded.image, latency = latency + excluded.latency,
                saved_resolution = saved_resolution + excluded.saved_resolution,
                saved_side = saved_side + excluded.saved_side, saved_model = saved_model + excluded.saved_model,
                saved_tier = saved_tier + excluded.saved_tier
            """,
            [
                .integer(hold.hour.microseconds), .text(hold.profile), .text(settlement.modelVersion ?? hold.model),
                .text(hold.tier), .text(settlement.priceID), .text(settlement.result), .flag(settlement.emulated),
                .integer(settlement.cost.nanoUSD), .integer(settlement.uncertain ? settlement.cost.nanoUSD : 0),
                .integer(usage.prompt), .integer(usage.cached), .integer(usage.candidates), .integer(usage.thoughts),
                .integer(usage.toolUse), .integer(usage.total), .integer(usage.image),
                .integer(settlement.latencyMicros), .integer(settlement.cheaper.resolution.nanoUSD),
                .integer(settlement.cheaper.side.nanoUSD), .integer(settlement.cheaper.model.nanoUSD),
                .integer(settlement.cheaper.tier.nanoUSD),
            ]
        )
    }

    /// A settlement that stood for a bill, now that the bill is there. It named no tokens and nothing saved.
    func takeFromRollup(provisional: Settlement, hold: HoldRequest) throws(LedgerError) {
        let group = "hour = ? AND profile = ? AND model = ? AND tier = ? AND price = ? AND result = ? AND emulated = ?"
        let key: [SQLValue] = [
            .integer(hold.hour.microseconds), .text(hold.profile), .text(provisional.modelVersion ?? hold.model),
            .text(hold.tier), .text(provisional.priceID), .text(provisional.result), .flag(provisional.emulated),
        ]
        // A group without attempts is none.
        guard try run("DELETE FROM cost_rollups WHERE \(group) AND attempts = 1", key) == 0 else { return }
        try run(
            """
            UPDATE cost_rollups SET attempts = attempts - 1, cost = cost - ?, uncertain = uncertain - ?
            WHERE \(group)
            """,
            [.integer(provisional.cost.nanoUSD), .integer(provisional.cost.nanoUSD)] + key
        )
    }

    /// In the order of their primary keys: nothing is sorted.
    func rollups(from: Timestamp, to: Timestamp, isDetailed: Bool) throws(LedgerError) -> Rollups {
        let range: [SQLValue] = [.integer(from.microseconds), .integer(to.microseconds)]
        let decisions = try rows(
            isDetailed ? Self.detailedRollups : Self.coarseRollups,
            range
        ) { row throws(LedgerError) in try DecisionRollup(&row) }
        let costs = try rows(
            """
            SELECT hour, profile, model, tier, price, result, emulated, attempts, cost, uncertain, prompt, cached,
                candidates, thoughts, tool_use, total, image, latency, saved_resolution, saved_side, saved_model,
                saved_tier
            FROM cost_rollups WHERE hour >= ? AND hour < ? ORDER BY hour, profile
            """,
            range
        ) { CostRollup(&$0) }
        return Rollups(decisions: decisions, costs: costs, answers: try answerRollups(from: from, to: to))
    }

    private static let detailedRollups = """
        SELECT hour, profile, revision, route, verdict, outcome, reason, judged, audit, emulated, client, category,
            model, count, latency, gate, gated, cost, compared, disagreed
        FROM decision_rollups WHERE hour >= ? AND hour < ? ORDER BY hour, profile
        """
    private static let coarseRollups = """
        SELECT hour, profile, revision, route, verdict, outcome, reason, judged, audit, emulated, '', '', '',
            count, latency, gate, gated, cost, compared, disagreed
        FROM decision_hours WHERE hour >= ? AND hour < ? ORDER BY hour, profile
        """
}

extension DecisionRollup {
    init(_ row: inout Row) throws(LedgerError) {
        let hour = row.timestamp()
        self.init(
            profile: row.text(),
            hour: hour,
            revision: row.count(),
            route: try row.named(DecisionRecord.Route.self),
            verdict: try row.optionalNamed(Verdict.self),
            outcome: try row.optionalNamed(Outcome.self),
            reason: try row.named(Reason.self),
            judged: row.flag(),
            audit: row.flag(),
            emulated: row.flag(),
            client: row.text(),
            category: row.text(),
            model: row.text(),
            count: row.count(),
            latencyMicros: row.integer(),
            gateMicros: row.integer(),
            gated: row.count(),
            cost: row.money(),
            compared: row.count(),
            disagreed: row.count()
        )
    }
}

extension CostRollup {
    init(_ row: inout Row) {
        let hour = row.timestamp()
        self.init(
            profile: row.text(),
            hour: hour,
            model: row.text(),
            tier: row.text(),
            priceID: row.text(),
            result: row.text(),
            emulated: row.flag(),
            attempts: row.count(),
            cost: row.money(),
            uncertain: row.money(),
            usage: TokenUsage(
                prompt: row.count(),
                cached: row.count(),
                candidates: row.count(),
                thoughts: row.count(),
                toolUse: row.count(),
                total: row.count(),
                image: row.count()
            ),
            latencyMicros: row.integer(),
            cheaper: CheaperSends(resolution: row.money(), side: row.money(), model: row.money(), tier: row.money())
        )
    }
}
