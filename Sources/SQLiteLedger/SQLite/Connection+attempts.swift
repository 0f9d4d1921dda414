import Economics
import Ledger

extension Connection {
    static let selectAttempts = """
        SELECT decision, attempt, profile, revision, model, tier, price, amount, at, hour,
            owner, expires, cost, prompt, cached, candidates, thoughts, tool_use, total, image,
            model_version, settled_price, response, result, uncertain, emulated, latency, settled_at,
            saved_resolution, saved_side, saved_model, saved_tier, schema, media, repaired, estimated_input,
            estimated_image
        FROM attempts
        """

    func attempts(decisionID: String) throws(LedgerError) -> [AttemptRecord] {
        let blocks = try blocks(decisionID: decisionID)
        return try attempts("WHERE decision = ? ORDER BY attempt", [.text(decisionID)]).map { record in
            var record = record
            if let found = blocks[record.hold.attempt] { record.settlement?.facts?.blocks = found }
            return record
        }
    }

    /// Attempts whose bill is not known yet, by the partial index: never a full scan.
    func openAttempts() throws(LedgerError) -> [AttemptRecord] {
        try attempts("WHERE cost IS NULL ORDER BY decision, attempt")
    }

    /// Whole attempts but for what was blocked.
    func attempts(_ clause: String, _ arguments: [SQLValue] = []) throws(LedgerError) -> [AttemptRecord] {
        var records = try rows("\(Self.selectAttempts) \(clause)", arguments) { AttemptRecord(&$0) }
        for index in records.indices {
            let hold = records[index].hold
            records[index].hold.windows = try windows(decisionID: hold.decisionID, attempt: hold.attempt)
        }
        return records
    }

    func insert(_ hold: HoldRequest) throws(LedgerError) {
        let values: [SQLValue] = [
            .text(hold.decisionID), .integer(hold.attempt), .text(hold.profile), .integer(hold.revision),
            .text(hold.model), .text(hold.tier), .text(hold.priceID), .integer(hold.amount.nanoUSD),
            .integer(hold.at.microseconds), .integer(hold.hour.microseconds), .text(hold.owner),
            .optional(hold.expiresAt?.microseconds),
        ]
        let windows = Self.expression(hold.canonical.windows)
        try run(
            """
            INSERT INTO attempts (decision, attempt, profile, revision, model, tier, price, amount, at, hour, owner,
                expires, windows)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, \(windows.sql))
            """,
            values + windows.arguments
        )
    }

    func update(_ settlement: Settlement, hold: HoldRequest) throws(LedgerError) {
        let usage = settlement.usage
        try run(
            """
            UPDATE attempts SET cost = ?, prompt = ?, cached = ?, candidates = ?, thoughts = ?, tool_use = ?, total = ?,
                image = ?, model_version = ?, settled_price = ?, response = ?, result = ?, uncertain = ?, emulated = ?,
                latency = ?, settled_at = ?, above_hold = ?, saved_resolution = ?, saved_side = ?, saved_model = ?,
                saved_tier = ?
            WHERE decision = ? AND attempt = ?
            """,
            [
                .integer(settlement.cost.nanoUSD), .integer(usage.prompt), .integer(usage.cached),
                .integer(usage.candidates), .integer(usage.thoughts), .integer(usage.toolUse), .integer(usage.total),
                .integer(usage.image), .optional(settlement.modelVersion), .text(settlement.priceID),
                .optional(settlement.responseID), .text(settlement.result), .flag(settlement.uncertain),
                .flag(settlement.emulated), .integer(settlement.latencyMicros), .integer(settlement.at.microseconds),
                .flag(settlement.cost > hold.amount), .integer(settlement.cheaper.resolution.nanoUSD),
                .integer(settlement.cheaper.side.nanoUSD), .integer(settlement.cheaper.model.nanoUSD),
                .integer(settlement.cheaper.tier.nanoUSD), .text(settlement.decisionID), .integer(settlement.attempt),
            ]
        )
    }
}

extension AttemptRecord {
    /// Reads the columns of `Connection.selectAttempts`; its windows are another query's.
    init(_ row: inout Row) {
        let decisionID = row.text()
        let attempt = row.count()
        let profile = row.text()
        let revision = row.count()
        let model = row.text()
        let tier = row.text()
        let price = row.text()
        let amount = row.money()
        let at = row.timestamp()
        let hour = row.timestamp()
        let owner = row.text()
        let expires = row.optional { $0.timestamp() }
        let hold = HoldRequest(
            decisionID: decisionID,
            attempt: attempt,
            profile: profile,
            revision: revision,
            model: model,
            tier: tier,
            priceID: price,
            amount: amount,
            windows: [],
            at: at,
            hour: hour,
            owner: owner,
            expiresAt: expires
        )
        self.init(hold: hold, settlement: nil)
        guard let cost = row.optional({ $0.money() }) else { return }
        let usage = TokenUsage(
            prompt: row.count(),
            cached: row.count(),
            candidates: row.count(),
            thoughts: row.count(),
            toolUse: row.count(),
            total: row.count(),
            image: row.count()
        )
        settlement = Settlement(
            decisionID: decisionID,
            attempt: attempt,
            cost: cost,
            usage: usage,
            modelVersion: row.optional { $0.text() },
            priceID: row.text(),
            responseID: row.optional { $0.text() },
            result: row.text(),
            uncertain: row.flag(),
            emulated: row.flag(),
            latencyMicros: row.integer(),
            at: row.timestamp(),
            cheaper: CheaperSends(resolution: row.money(), side: row.money(), model: row.money(), tier: row.money())
        )
        guard let schema = row.optional({ $0.text() }) else { return }
        settlement?.facts = AnswerFacts(
            schema: schema,
            mediaResolution: row.text(),
            repaired: row.flag(),
            estimatedInput: row.count(),
            estimatedImage: row.count()
        )
    }
}
