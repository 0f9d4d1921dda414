import Economics
import Ledger

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
                INSERT INTO batch_items (batch, position, decision, path, sha256, bytes, format, width, height)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .text(batch.id), .integer(position), .text(item.decisionID), .text(item.path), .blob(item.sha256),
                    .integer(item.bytes), .text(item.format), .integer(item.width), .integer(item.height),
                ]
            )
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
            SELECT batch, decision, path, sha256, bytes, format, width, height FROM batch_items
            WHERE batch IN (SELECT id FROM batches \(filter)) ORDER BY batch, position
            """
        ) { row in
            let batch = row.text()
            items[batch, default: []].append(
                BatchRecord.Item(
                    decisionID: row.text(),
                    path: row.text(),
                    sha256: row.blob(),
                    bytes: row.count(),
                    format: row.text(),
                    width: row.count(),
                    height: row.count()
                )
            )
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
}
