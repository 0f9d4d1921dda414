import Economics
import Ledger
import Policy

extension Connection {
    func record(_ decision: DecisionRecord) throws(LedgerError) {
        try decision.check()
        guard try insert(decision) else { throw .duplicate(decision: decision.id) }
        if let device = decision.device { try insert(device, hour: decision.hour) }
        if let idempotency = decision.idempotency { try bind(idempotency, at: decision.at) }
        try addToRollup(decision, reason: decision.reasons[0])
        try run("DELETE FROM journeys WHERE decision = ?", [.text(decision.id)])
    }

    /// Binds a key to the decision just inserted; a key that expired is free again.
    private func bind(_ idempotency: DecisionRecord.Idempotency, at: Timestamp) throws(LedgerError) {
        let expired = at.advanced(bySeconds: -Retention.idempotencySeconds)
        let bound = try run(
            """
            INSERT INTO idempotency (scope, key, at, decision) VALUES (?, ?, ?, last_insert_rowid())
            ON CONFLICT DO UPDATE SET at = excluded.at, decision = excluded.decision WHERE idempotency.at <= ?
            """,
            [
                .text(idempotency.scope), .text(idempotency.key), .integer(at.microseconds),
                .integer(expired.microseconds),
            ]
        )
        guard bound == 1 else { throw .usedKey() }
        try run(
            """
            DELETE FROM idempotency WHERE (scope, key) IN
                (SELECT scope, key FROM idempotency WHERE at <= ? ORDER BY at LIMIT ?)
            """,
            [.integer(expired.microseconds), .integer(Retention.purgedPerRecord)]
        )
    }

    func decision(id: String) throws(LedgerError) -> DecisionRecord? {
        try first("\(Self.selectDecisions) WHERE id = ?", [.text(id)]) { row throws(LedgerError) in
            try DecisionRecord(&row)
        }
    }

    func decision(scope: String, idempotencyKey: String) throws(LedgerError) -> DecisionRecord? {
        try first(
            "\(Self.selectDecisions) WHERE number = (SELECT decision FROM idempotency WHERE scope = ? AND key = ?)",
            [.text(scope), .text(idempotencyKey)]
        ) { row throws(LedgerError) in try DecisionRecord(&row) }
    }

    func recentDecisions(limit: Int, profile: String?) throws(LedgerError) -> [DecisionRecord] {
        var arguments: [SQLValue] = [.integer(max(0, limit))]
        if let profile { arguments.insert(.text(profile), at: 0) }
        return try rows(
            "\(Self.listDecisions)\(profile == nil ? "" : " WHERE profile = ?") ORDER BY number DESC LIMIT ?",
            arguments
        ) { row throws(LedgerError) in try DecisionRecord(&row) }
    }

    private static let columns = """
        id, route, profile, revision, at, hour, verdict, outcome, source, reasons, judged, audit_propensity, score_space,
        sharpness, attention, objectness, range, texture, coarse, own_watermark, absent, sharpness_threshold,
        saliency_threshold, sha256, bytes, format, width, height, cost, model, emulated, latency, gate, scope,
        idempotency_key, answer_status, answer, client, category, control_number, strictness, control_state,
        propensity, control_cost, control_area, donor, donor_distance, donor_agrees
        """
    private static let selectDecisions = """
        SELECT \(columns), \(deviceColumns) FROM decisions LEFT JOIN device_scores USING (number)
        """
    /// The answer's pages are never read: it is the longest column by far, and the last but a few.
    static let listDecisions = selectDecisions.replacing("answer_status, answer,", with: "answer_status, x'',")
    private static let insertDecision = """
        INSERT INTO decisions (\(columns))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
            ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO NOTHING
        """

    /// False when the id has a row already.
    func insert(_ decision: DecisionRecord) throws(LedgerError) -> Bool {
        let image = decision.image
        var values: [SQLValue] = [
            .text(decision.id), .text(decision.route.rawValue), .text(decision.profile), .integer(decision.revision),
            .integer(decision.at.microseconds), .integer(decision.hour.microseconds),
            .optional(decision.verdict?.rawValue), .optional(decision.outcome?.rawValue),
            .optional(decision.source?.rawValue), .text(decision.reasons.map(\.rawValue).joined(separator: ",")),
            .flag(decision.judged), .optional(decision.auditPropensity), .text(decision.scoreSpace),
        ]
        values += decision.evidence.values
        values += [
            .optional(decision.thresholds?.sharpness), .optional(decision.thresholds?.saliencyArea),
        ]
        values += [
            .optional(image?.sha256), .optional(image.map { Int64($0.bytes) }), .optional(image?.format),
            .optional(image.map { Int64($0.width) }), .optional(image.map { Int64($0.height) }),
        ]
        values += [
            .integer(decision.cost.nanoUSD), .optional(decision.model), .flag(decision.emulated),
            .integer(decision.latencyMicros), .optional(decision.gateMicros), .optional(decision.idempotency?.scope),
            .optional(decision.idempotency?.key), .integer(decision.answerStatus), .blob(decision.answer),
            .text(decision.client), .text(decision.category ?? ""),
        ]
        let control = decision.control
        values += [
            .optional(control?.number), .optional(control?.strictness), .optional(control?.state),
            .optional(control?.propensity), .optional(control?.cost), .optional(control?.hasArea),
        ]
        let donor = decision.donor
        values += [
            .optional(donor?.decisionID), .optional(donor?.distance.map { Int64($0) }), .optional(donor?.agrees),
        ]
        return try run(Self.insertDecision, values) == 1
    }
}

extension DecisionRecord {
    /// Reads the columns of `Connection.selectDecisions`.
    init(_ row: inout Row) throws(LedgerError) {
        self.init(
            id: row.text(),
            route: try row.named(Route.self),
            profile: row.text(),
            revision: row.count(),
            at: row.timestamp(),
            hour: row.timestamp(),
            verdict: try row.optionalNamed(Verdict.self),
            outcome: try row.optionalNamed(Outcome.self),
            source: try row.optionalNamed(Source.self),
            reasons: try row.names(Reason.self),
            judged: row.flag(),
            auditPropensity: row.optional { $0.real() },
            scoreSpace: row.text(),
            evidence: try Evidence(&row),
            thresholds: Thresholds(&row),
            image: Image(&row),
            cost: row.money(),
            model: row.optional { $0.text() },
            emulated: row.flag(),
            latencyMicros: row.integer(),
            gateMicros: row.optional { $0.integer() },
            idempotency: Idempotency(&row),
            answer: [],
            answerStatus: row.count()
        )
        answer = row.blob()
        client = row.text()
        let category = row.text()
        self.category = category.isEmpty ? nil : category
        control = ControlMark(&row)
        donor = Donor(&row)
        device = try DeviceScores(&row)
    }
}

extension Donor {
    fileprivate init?(_ row: inout Row) {
        let decisionID = row.optional { $0.text() }
        let distance = row.optional { $0.count() }
        let agrees = row.optional { $0.flag() }
        guard let decisionID else { return nil }
        self.init(decisionID: decisionID, distance: distance, agrees: agrees)
    }
}

extension ControlMark {
    fileprivate init?(_ row: inout Row) {
        let number = row.optional { $0.integer() }
        let strictness = row.real()
        let state = row.text()
        let propensity = row.optional { $0.real() }
        let cost = row.integer()
        let hasArea = row.flag()
        guard let number else { return nil }
        self.init(
            number: number,
            strictness: strictness,
            state: state,
            propensity: propensity,
            cost: cost,
            hasArea: hasArea
        )
    }
}

extension Evidence {
    /// In the order of their columns.
    var values: [SQLValue] {
        [
            .optional(sharpness), .optional(attentionArea), .optional(objectnessArea), .optional(range),
            .optional(texture), .optional(coarse?.rawValue), .optional(ownWatermark),
            .text(absentAreas.map(\.rawValue).sorted().joined(separator: ",")),
        ]
    }

    init(_ row: inout Row) throws(LedgerError) {
        self.init(
            sharpness: row.optional { $0.real() },
            attentionArea: row.optional { $0.real() },
            objectnessArea: row.optional { $0.real() },
            range: row.optional { $0.real() },
            texture: row.optional { $0.real() },
            coarse: try row.optionalNamed(CoarseCategory.self),
            ownWatermark: row.optional { $0.flag() },
            absentAreas: Set(try row.names(Area.self))
        )
    }
}

extension Thresholds {
    init?(_ row: inout Row) {
        let sharpness = row.optional { $0.real() }
        let saliencyArea = row.optional { $0.real() }
        guard let sharpness, let saliencyArea else { return nil }
        self.init(sharpness: sharpness, saliencyArea: saliencyArea)
    }
}

extension DecisionRecord.Image {
    fileprivate init?(_ row: inout Row) {
        let sha256 = row.optional { $0.blob() }
        let bytes = row.count()
        let format = row.text()
        let width = row.count()
        let height = row.count()
        guard let sha256 else { return nil }
        self.init(sha256: sha256, bytes: bytes, format: format, width: width, height: height)
    }
}

extension DecisionRecord.Idempotency {
    fileprivate init?(_ row: inout Row) {
        let scope = row.optional { $0.text() }
        let key = row.optional { $0.text() }
        guard let scope, let key else { return nil }
        self.init(scope: scope, key: key)
    }
}

extension Row {
    /// Values of a closed set, joined by commas.
    mutating func names<Value: RawRepresentable>(
        _ type: Value.Type
    ) throws(LedgerError) -> [Value] where Value.RawValue == String {
        var values: [Value] = []
        for name in text().split(separator: ",") { values.append(try Row.value(String(name), of: type)) }
        return values
    }
}
