import Economics
import Ledger

extension Connection {
    /// How a settled attempt was asked, and what was blocked. Inside the settlement's transaction.
    func insert(_ facts: AnswerFacts, of settlement: Settlement, hold: HoldRequest) throws(LedgerError) {
        guard let rollup = AnswerRollup(of: settlement, hold: hold) else { return }
        try note(facts, of: settlement)
        try add(rollup)
        for (position, block) in facts.blocks.enumerated() {
            try run(
                """
                INSERT INTO blocks (decision, attempt, position, hour, profile, model, stage, reason, category, rating,
                    threshold, emulated)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .text(settlement.decisionID), .integer(settlement.attempt), .integer(position),
                    .integer(hold.hour.microseconds), .text(hold.profile), .text(rollup.model),
                    .text(block.stage.rawValue), .text(block.reason), .text(block.category), .text(block.rating),
                    .text(block.threshold), .flag(settlement.emulated),
                ]
            )
        }
    }

    /// On the attempt's row alone.
    func note(_ facts: AnswerFacts, of settlement: Settlement) throws(LedgerError) {
        try run(
            """
            UPDATE attempts SET schema = ?, media = ?, repaired = ?, estimated_input = ?, estimated_image = ?
            WHERE decision = ? AND attempt = ?
            """,
            [
                .text(facts.schema), .text(facts.mediaResolution), .flag(facts.repaired),
                .integer(facts.estimatedInput), .integer(facts.estimatedImage), .text(settlement.decisionID),
                .integer(settlement.attempt),
            ]
        )
    }

    private func add(_ rollup: AnswerRollup) throws(LedgerError) {
        try run(
            """
            INSERT INTO answer_rollups (hour, profile, model, schema, media, result, emulated, attempts, repaired,
                mismatched, above_hold, metered, estimated_input, input, imaged, estimated_image, image)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET attempts = attempts + 1, repaired = repaired + excluded.repaired,
                mismatched = mismatched + excluded.mismatched, above_hold = above_hold + excluded.above_hold,
                metered = metered + excluded.metered, estimated_input = estimated_input + excluded.estimated_input,
                input = input + excluded.input, imaged = imaged + excluded.imaged,
                estimated_image = estimated_image + excluded.estimated_image, image = image + excluded.image
            """,
            [
                .integer(rollup.hour.microseconds), .text(rollup.profile), .text(rollup.model), .text(rollup.schema),
                .text(rollup.mediaResolution), .text(rollup.result), .flag(rollup.emulated),
                .integer(rollup.attempts), .integer(rollup.repaired), .integer(rollup.mismatched),
                .integer(rollup.aboveHold), .integer(rollup.metered), .integer(rollup.estimatedInput),
                .integer(rollup.input), .integer(rollup.imaged), .integer(rollup.estimatedImage),
                .integer(rollup.image),
            ]
        )
    }

    func answerRollups(from: Timestamp, to: Timestamp) throws(LedgerError) -> [AnswerRollup] {
        try rows(
            "SELECT * FROM answer_rollups WHERE hour >= ? AND hour < ? ORDER BY hour, profile",
            [.integer(from.microseconds), .integer(to.microseconds)]
        ) { AnswerRollup(&$0) }
    }

    func blocks(decisionID: String) throws(LedgerError) -> [Int: [SafetyBlock]] {
        let found = try rows(
            """
            SELECT attempt, stage, reason, category, rating, threshold FROM blocks WHERE decision = ?
            ORDER BY attempt, position
            """,
            [.text(decisionID)]
        ) { row throws(LedgerError) in (row.count(), try SafetyBlock(&row)) }
        return Dictionary(grouping: found, by: \.0).mapValues { $0.map(\.1) }
    }

    func blockCounts(from: Timestamp, to: Timestamp) throws(LedgerError) -> [BlockCount] {
        try rows(
            """
            SELECT profile, model, emulated, count(*), stage, reason, category, rating, threshold FROM blocks
            WHERE hour >= ? AND hour < ? GROUP BY 1, 2, 3, 5, 6, 7, 8, 9 ORDER BY 1, 2, 3, 5, 6, 7, 8, 9
            """,
            [.integer(from.microseconds), .integer(to.microseconds)]
        ) { row throws(LedgerError) in
            let profile = row.text()
            let model = row.text()
            let emulated = row.flag()
            let count = row.count()
            return BlockCount(
                profile: profile,
                model: model,
                block: try SafetyBlock(&row),
                emulated: emulated,
                count: count
            )
        }
    }
}

extension SafetyBlock {
    init(_ row: inout Row) throws(LedgerError) {
        self.init(
            stage: try row.named(Stage.self),
            reason: row.text(),
            category: row.text(),
            rating: row.text(),
            threshold: row.text()
        )
    }
}

extension AnswerRollup {
    init(_ row: inout Row) {
        let hour = row.timestamp()
        self.init(
            profile: row.text(),
            hour: hour,
            model: row.text(),
            schema: row.text(),
            mediaResolution: row.text(),
            result: row.text(),
            emulated: row.flag()
        )
        attempts = row.count()
        repaired = row.count()
        mismatched = row.count()
        aboveHold = row.count()
        metered = row.count()
        estimatedInput = row.count()
        input = row.count()
        imaged = row.count()
        estimatedImage = row.count()
        image = row.count()
    }
}
