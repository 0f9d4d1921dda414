import Ledger

/// One comparison of stored figures with the rows they come from.
///
/// The query answers only what may differ, one row a group: its name, then stored and recomputed value of each figure.
struct VerificationCheck: Sendable {
    let subject: String
    let figures: [String]
    let sql: String

    static let all = [
        windows, decisionRollups, decisionHours, costRollups, answerRollups, decisionCosts, orphans, twins,
    ]

    /// Hours from here on have all their rows.
    private static let horizon = "(SELECT coalesce(max(before), 0) FROM pruned)"
    /// Windows that begin after this day have all their rows, whatever their zone.
    private static let horizonDay =
        "(SELECT coalesce(date(max(before) / 1000000, 'unixepoch', '+1 day'), '') FROM pruned)"

    private static let windows = VerificationCheck(
        subject: "window",
        figures: ["settled", "held", "uncertain", "enforced"],
        sql: """
            WITH counted AS (
                SELECT json_extract(w.value, '$[0]') AS holder, json_extract(w.value, '$[1]') AS kind,
                    json_extract(w.value, '$[2]') AS id, sum(coalesce(cost, 0)) AS settled,
                    sum(iif(cost IS NULL, amount, 0)) AS held, sum(iif(uncertain, cost, 0)) AS uncertain
                FROM attempts, json_each(attempts.windows) w GROUP BY 1, 2, 3
            )
            SELECT holder || ' ' || kind || ' ' || id,
                coalesce(w.settled, 0), coalesce(c.settled, 0), coalesce(w.held, 0), coalesce(c.held, 0),
                coalesce(w.uncertain, 0), coalesce(c.uncertain, 0),
                coalesce(w.enforced, 0), coalesce(c.settled + c.held, 0)
            FROM windows w FULL JOIN counted c USING (holder, kind, id)
            WHERE iif(kind = 'month', id || '-01', id) > \(horizonDay)
            """
    )

    private static let decisionRollups = VerificationCheck(
        subject: "decision roll-up",
        figures: ["count", "latency", "gate", "gated", "cost", "compared", "disagreed"],
        sql: """
            WITH counted AS (\(Recount.decisions("hour >= \(horizon)")))
            SELECT profile || ' ' || hour || ' r' || revision || ' ' || route || ' ' || verdict || '/' || outcome
                    || '/' || reason || iif(judged, ' judged', '') || iif(audit, ' audit', '')
                    || iif(emulated, ' emulated', '') || iif(client = '', '', ' key ' || client)
                    || iif(category = '', '', ' ' || category) || iif(model = '', '', ' ' || model),
                coalesce(s.count, 0), coalesce(c.count, 0), coalesce(s.latency, 0), coalesce(c.latency, 0),
                coalesce(s.gate, 0), coalesce(c.gate, 0), coalesce(s.gated, 0), coalesce(c.gated, 0),
                coalesce(s.cost, 0), coalesce(c.cost, 0), coalesce(s.compared, 0), coalesce(c.compared, 0),
                coalesce(s.disagreed, 0), coalesce(c.disagreed, 0)
            FROM (SELECT * FROM decision_rollups WHERE hour >= \(horizon)) s FULL JOIN counted c
                USING (hour, profile, revision, route, verdict, outcome, reason, judged, audit, emulated, client, category,
                    model)
            """
    )

    /// Against the roll-ups that tell more, which stay as long.
    private static let decisionHours = VerificationCheck(
        subject: "decision hour",
        figures: ["count", "latency", "gate", "gated", "cost", "compared", "disagreed"],
        sql: """
            WITH counted AS (\(Recount.hours))
            SELECT profile || ' ' || hour || ' r' || revision || ' ' || route || ' ' || verdict || '/' || outcome
                    || '/' || reason || iif(judged, ' judged', '') || iif(audit, ' audit', '')
                    || iif(emulated, ' emulated', ''),
                coalesce(s.count, 0), coalesce(c.count, 0), coalesce(s.latency, 0), coalesce(c.latency, 0),
                coalesce(s.gate, 0), coalesce(c.gate, 0), coalesce(s.gated, 0), coalesce(c.gated, 0),
                coalesce(s.cost, 0), coalesce(c.cost, 0), coalesce(s.compared, 0), coalesce(c.compared, 0),
                coalesce(s.disagreed, 0), coalesce(c.disagreed, 0)
            FROM decision_hours s FULL JOIN counted c
                USING (hour, profile, revision, route, verdict, outcome, reason, judged, audit, emulated)
            """
    )

    private static let costRollups = VerificationCheck(
        subject: "cost roll-up",
        figures: [
            "attempts", "cost", "uncertain", "prompt", "cached", "candidates", "thoughts", "tool_use", "total",
            "image", "latency", "saved by resolution", "saved by side", "saved by model", "saved by tier",
        ],
        sql: """
            WITH counted AS (\(Recount.costs("hour >= \(horizon)")))
            SELECT profile || ' ' || hour || ' ' || model || ' ' || tier || ' ' || price || ' ' || result
                    || iif(emulated, ' emulated', ''),
                coalesce(s.attempts, 0), coalesce(c.attempts, 0), coalesce(s.cost, 0), coalesce(c.cost, 0),
                coalesce(s.uncertain, 0), coalesce(c.uncertain, 0), coalesce(s.prompt, 0), coalesce(c.prompt, 0),
                coalesce(s.cached, 0), coalesce(c.cached, 0), coalesce(s.candidates, 0), coalesce(c.candidates, 0),
                coalesce(s.thoughts, 0), coalesce(c.thoughts, 0), coalesce(s.tool_use, 0), coalesce(c.tool_use, 0),
                coalesce(s.total, 0), coalesce(c.total, 0), coalesce(s.image, 0), coalesce(c.image, 0),
                coalesce(s.latency, 0), coalesce(c.latency, 0),
                coalesce(s.saved_resolution, 0), coalesce(c.saved_resolution, 0),
                coalesce(s.saved_side, 0), coalesce(c.saved_side, 0),
                coalesce(s.saved_model, 0), coalesce(c.saved_model, 0),
                coalesce(s.saved_tier, 0), coalesce(c.saved_tier, 0)
            FROM (SELECT * FROM cost_rollups WHERE hour >= \(horizon)) s FULL JOIN counted c USING (hour, profile, model, tier, price, result, emulated)
            """
    )

    private static let answerRollups = VerificationCheck(
        subject: "answer roll-up",
        figures: [
            "attempts", "repaired", "mismatched", "above_hold", "metered", "estimated_input", "input", "imaged",
            "estimated_image", "image",
        ],
        sql: """
            WITH counted AS (\(Recount.answers("hour >= \(horizon)")))
            SELECT profile || ' ' || hour || ' ' || model || ' ' || schema || ' ' || media || ' ' || result
                    || iif(emulated, ' emulated', ''),
                coalesce(s.attempts, 0), coalesce(c.attempts, 0), coalesce(s.repaired, 0), coalesce(c.repaired, 0),
                coalesce(s.mismatched, 0), coalesce(c.mismatched, 0),
                coalesce(s.above_hold, 0), coalesce(c.above_hold, 0), coalesce(s.metered, 0), coalesce(c.metered, 0),
                coalesce(s.estimated_input, 0), coalesce(c.estimated_input, 0),
                coalesce(s.input, 0), coalesce(c.input, 0), coalesce(s.imaged, 0), coalesce(c.imaged, 0),
                coalesce(s.estimated_image, 0), coalesce(c.estimated_image, 0),
                coalesce(s.image, 0), coalesce(c.image, 0)
            FROM (SELECT * FROM answer_rollups WHERE hour >= \(horizon)) s FULL JOIN counted c
                USING (hour, profile, model, schema, media, result, emulated)
            """
    )

    private static let decisionCosts = VerificationCheck(
        subject: "decision",
        figures: ["cost"],
        sql: """
            SELECT d.id, d.cost, coalesce(a.cost, 0)
            FROM decisions d LEFT JOIN (
                SELECT decision, sum(coalesce(cost, 0)) AS cost FROM attempts GROUP BY decision
            ) a ON a.decision = d.id
            WHERE d.cost <> coalesce(a.cost, 0)
            """
    )

    /// Attempts of a journey still under way are no difference.
    private static let orphans = VerificationCheck(
        subject: "attempts of",
        figures: ["decisions"],
        sql: """
            SELECT DISTINCT decision, 0, 1 FROM attempts
            WHERE decision NOT IN (SELECT id FROM decisions) AND decision NOT IN (SELECT decision FROM journeys)
            """
    )

    /// `+id` keeps the unique index out of it: a broken index is one way to have twins.
    private static let twins = VerificationCheck(
        subject: "decision",
        figures: ["rows"],
        sql: "SELECT +id, count(*), 1 FROM decisions NOT INDEXED GROUP BY +id HAVING count(*) > 1"
    )

    /// A line for each figure that differs, at most `Verification.namedPerCheck` and the count of the others.
    func differences(_ connection: Connection) throws(LedgerError) -> [String] {
        var lines: [String] = []
        var unnamed = 0
        _ = try connection.rows(sql) { row in
            let name = row.text()
            for figure in figures {
                let stored = row.integer()
                let rows = row.integer()
                guard stored != rows else { continue }
                guard lines.count < Verification.namedPerCheck else {
                    unnamed += 1
                    continue
                }
                lines.append(Verification.difference("\(subject) \(name)", figure, stored: stored, rows: rows))
            }
        }
        if unnamed > 0 { lines.append("\(subject): \(unnamed) more figures differ") }
        return lines
    }
}
