import Economics
import Ledger
import Policy

extension Connection {
    /// Their columns, in the order ``DeviceScores/init(_:)`` reads them.
    static let deviceColumns = """
        device_space, device_sharpness, device_attention, device_objectness, device_verdict, device_reasons, device_claim,
        device_client, device_simulated, device_notes
        """

    /// Beside the decision just inserted.
    func insert(_ scores: DeviceScores, hour: Timestamp) throws(LedgerError) {
        try run(
            """
            INSERT INTO device_scores (number, device_hour, \(Self.deviceColumns))
            VALUES (last_insert_rowid(), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(hour.microseconds), .text(scores.space), .optional(scores.sharpness),
                .optional(scores.attentionArea), .optional(scores.objectnessArea),
                .optional(scores.verdict?.rawValue), .text(scores.reasons.map(\.rawValue).joined(separator: ",")),
                .optional(scores.claim?.rawValue), .text(scores.clientVersion), .flag(scores.isSimulated),
                .text(scores.notes.joined(separator: ",")),
            ]
        )
    }

    /// Newest first.
    func scoredTwice(_ query: ScoredTwiceQuery) throws(LedgerError) -> [ScoredTwice] {
        var arguments: [SQLValue] = [
            .integer(query.hours.from.microseconds), .integer(query.hours.to.microseconds),
            .integer(max(0, query.limit)),
        ]
        if let profile = query.profile { arguments.insert(.text(profile), at: 2) }
        return try rows(
            """
            SELECT profile, at, sharpness, attention, objectness, verdict, iif(outcome = 'sent', category, ''),
                \(Self.deviceColumns)
            FROM device_scores JOIN decisions USING (number)
            WHERE device_hour >= ? AND device_hour < ?\(query.profile == nil ? "" : " AND profile = ?")
            ORDER BY number DESC LIMIT ?
            """,
            arguments
        ) { row throws(LedgerError) in
            let profile = row.text()
            let at = row.timestamp()
            let evidence = Evidence(
                sharpness: row.optional { $0.real() },
                attentionArea: row.optional { $0.real() },
                objectnessArea: row.optional { $0.real() }
            )
            let verdict = try row.optionalNamed(Verdict.self)
            let category = row.text()
            guard let device = try DeviceScores(&row) else {
                throw LedgerError(.invariant, "device scores without a scorer")
            }
            return ScoredTwice(
                profile: profile,
                at: at,
                device: device,
                evidence: evidence,
                verdict: verdict,
                category: category.isEmpty ? nil : category
            )
        }
    }
}

extension DeviceScores {
    /// Reads `Connection.deviceColumns`; nil where there are none.
    init?(_ row: inout Row) throws(LedgerError) {
        let space = row.optional { $0.text() }
        let sharpness = row.optional { $0.real() }
        let attention = row.optional { $0.real() }
        let objectness = row.optional { $0.real() }
        let verdict = try row.optionalNamed(Verdict.self)
        let reasons = try row.names(Reason.self)
        let claim = try row.optionalNamed(Verdict.self)
        let clientVersion = row.text()
        let isSimulated = row.flag()
        let notes = row.text()
        guard let space else { return nil }
        self.init(
            space: space,
            sharpness: sharpness,
            attentionArea: attention,
            objectnessArea: objectness,
            verdict: verdict,
            reasons: reasons,
            claim: claim,
            clientVersion: clientVersion,
            isSimulated: isSimulated,
            notes: notes.split(separator: ",").map(String.init)
        )
    }
}
