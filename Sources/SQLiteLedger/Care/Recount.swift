/// Roll-ups as the rows say them, in the columns of their tables. `filter`: a condition on the rows.
enum Recount {
    static let decisionColumns = """
        hour, profile, revision, route, verdict, outcome, reason, judged, audit, emulated, client, category, model,
        count, latency, gate, gated, cost, compared, disagreed
        """

    static func decisions(_ filter: String) -> String {
        """
        SELECT hour, profile, revision, route, coalesce(verdict, '') AS verdict, coalesce(outcome, '') AS outcome,
            iif(instr(reasons, ','), substr(reasons, 1, instr(reasons, ',') - 1), reasons) AS reason,
            judged, audit_propensity IS NOT NULL AS audit, emulated, client, category, coalesce(model, '') AS model,
            count(*) AS count, sum(latency) AS latency, sum(coalesce(gate, 0)) AS gate, count(gate) AS gated,
            sum(cost) AS cost, count(donor_agrees) AS compared, sum(coalesce(donor_agrees = 0, 0)) AS disagreed
        FROM decisions WHERE \(filter) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
        """
    }

    /// Of the roll-ups that tell key, category and model.
    static let hours = """
        SELECT hour, profile, revision, route, verdict, outcome, reason, judged, audit, emulated, sum(count) AS count,
            sum(latency) AS latency, sum(gate) AS gate, sum(gated) AS gated, sum(cost) AS cost,
            sum(compared) AS compared, sum(disagreed) AS disagreed
        FROM decision_rollups GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
        """

    static let costColumns = """
        hour, profile, model, tier, price, result, emulated, attempts, cost, uncertain, prompt, cached, candidates,
        thoughts, tool_use, total, image, latency, saved_resolution, saved_side, saved_model, saved_tier
        """

    static func costs(_ filter: String) -> String {
        """
        SELECT hour, profile, coalesce(model_version, model) AS model, tier, settled_price AS price, result, emulated,
            count(*) AS attempts, sum(cost) AS cost, sum(iif(uncertain, cost, 0)) AS uncertain, sum(prompt) AS prompt,
            sum(cached) AS cached, sum(candidates) AS candidates, sum(thoughts) AS thoughts,
            sum(tool_use) AS tool_use, sum(total) AS total, sum(image) AS image, sum(latency) AS latency,
            sum(saved_resolution) AS saved_resolution, sum(saved_side) AS saved_side, sum(saved_model) AS saved_model,
            sum(saved_tier) AS saved_tier
        FROM attempts WHERE cost IS NOT NULL AND \(filter) GROUP BY 1, 2, 3, 4, 5, 6, 7
        """
    }

    static let answerColumns = """
        hour, profile, model, schema, media, result, emulated, attempts, repaired, mismatched, above_hold, metered,
        estimated_input, input, imaged, estimated_image, image
        """

    /// Attempts that say how they were asked. A usage that does not add up is one whose parts are not its total.
    static func answers(_ filter: String) -> String {
        """
        SELECT hour, profile, coalesce(model_version, model) AS model, schema, media, result, emulated,
            count(*) AS attempts, sum(repaired) AS repaired,
            sum(prompt > 0 AND prompt + candidates + thoughts + tool_use <> total) AS mismatched,
            sum(above_hold) AS above_hold, sum(prompt > 0) AS metered,
            sum(iif(prompt > 0, estimated_input, 0)) AS estimated_input, sum(prompt) AS input,
            sum(prompt > 0 AND image > 0) AS imaged,
            sum(iif(prompt > 0 AND image > 0, estimated_image, 0)) AS estimated_image,
            sum(iif(prompt > 0, image, 0)) AS image
        FROM attempts WHERE schema IS NOT NULL AND \(filter) GROUP BY 1, 2, 3, 4, 5, 6, 7
        """
    }
}
