import Economics
import Ledger
import Policy

extension Connection {
    func add(_ batch: BatchRecord) throws(LedgerError) {
        let known = try first("SELECT 1 FROM batches WHERE id = ?", [.text(batch.id)]) { $0.integer() }
        guard known == nil else { throw .duplicate(batch: batch.id) }
        try run(
            """
            INSERT INTO batches (id, profile, revision, model, created_at, deadline, state, remote)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(batch.id), .text(batch.profile), .integer(batch.revision), .text(batch.model),
                .integer(batch.createdAt.microseconds), .integer(batch.deadline.microseconds),
                .text(batch.state.rawValue), .optional(batch.remote),
            ]
        )
        for (position, item) in batch.items.enumerated() {
            try run(
                """
                INSERT INTO batch_items (batch, position, \(Self.itemColumns))
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [.text(batch.id), .integer(position)] + item.values
            )
            try run("UPDATE deferred SET batch = ? WHERE decision = ?", [.text(batch.id), .text(item.decisionID)])
        }
    }

    func advance(batch id: String, to state: BatchRecord.State, remote: String?) throws(LedgerError) {
        let known = try first("SELECT 1 FROM batches WHERE id = ?", [.text(id)]) { $0.integer() }
        guard known != nil else { throw .noBatch(id) }
        try run(
            "UPDATE batches SET state = ?, remote = coalesce(?, remote) WHERE id = ?",
            [.text(state.rawValue), .optional(remote), .text(id)]
        )
    }

    func batches(open: Bool) throws(LedgerError) -> [BatchRecord] {
        var items: [String: [BatchRecord.Item]] = [:]
        let filter = open ? "WHERE state <> 'done'" : ""
        _ = try rows(
            """
            SELECT batch, \(Self.itemColumns) FROM batch_items
            WHERE batch IN (SELECT id FROM batches \(filter)) ORDER BY batch, position
            """
        ) { row throws(LedgerError) in
            let batch = row.text()
            items[batch, default: []].append(try BatchRecord.Item(&row))
        }
        return try rows(
            """
            SELECT id, profile, revision, model, created_at, deadline, state, remote FROM batches \(filter)
            ORDER BY created_at, id
            """
        ) { row throws(LedgerError) in
            let id = row.text()
            return BatchRecord(
                id: id,
                profile: row.text(),
                revision: row.count(),
                model: row.text(),
                createdAt: row.timestamp(),
                deadline: row.timestamp(),
                state: try row.named(BatchRecord.State.self),
                remote: row.optional { $0.text() },
                items: items[id] ?? []
            )
        }
    }

    private static let itemColumns = """
        decision, path, sha256, bytes, format, width, height, verdict, reasons, audit_propensity, sharpness, attention,
        objectness, range, texture, coarse, own_watermark, absent, sharpness_threshold, saliency_threshold, gate
        """
}

extension BatchRecord.Item {
    fileprivate var values: [SQLValue] {
        let evidence = gate?.evidence ?? Evidence()
        return [
            .text(decisionID), .text(path), .blob(sha256), .integer(bytes), .text(format), .integer(width),
            .integer(height), .optional(gate?.verdict.rawValue),
            .optional(gate?.reasons.map(\.rawValue).joined(separator: ",")), .optional(gate?.auditPropensity),
        ] + evidence.values + [
            .optional(gate?.thresholds?.sharpness), .optional(gate?.thresholds?.saliencyArea),
            .optional(gate?.micros),
        ]
    }

    fileprivate init(_ row: inout Row) throws(LedgerError) {
        self.init(
            decisionID: row.text(),
            path: row.text(),
            sha256: row.blob(),
            bytes: row.count(),
            format: row.text(),
            width: row.count(),
            height: row.count()
        )
        let verdict = try row.optionalNamed(Verdict.self)
        let reasons = try row.names(Reason.self)
        let propensity = row.optional { $0.real() }
        let evidence = try Evidence(&row)
        let thresholds = Thresholds(&row)
        let micros = row.optional { $0.integer() }
        guard let verdict, !reasons.isEmpty else { return }
        gate = BatchRecord.Gate(
            verdict: verdict,
            reasons: reasons,
            auditPropensity: propensity,
            evidence: evidence,
            thresholds: thresholds,
            micros: micros
        )
    }
}
