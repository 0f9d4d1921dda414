import Economics
import Ledger

extension Connection {
    func add(_ key: KeyRecord) throws(LedgerError) {
        let added = try run(
            """
            INSERT INTO keys (id, name, scope, hash, profile, created_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """,
            [
                .text(key.id), .text(key.name), .text(key.scope.rawValue), .blob(key.hash), .optional(key.profile),
                .integer(key.createdAt.microseconds), .optional(key.revokedAt?.microseconds),
            ]
        )
        guard added == 1 else { throw .duplicate(key: key.id) }
    }

    /// In the order they were made.
    func keys() throws(LedgerError) -> [KeyRecord] {
        try rows(
            "SELECT id, name, scope, hash, profile, created_at, revoked_at FROM keys ORDER BY created_at, id"
        ) { row throws(LedgerError) in
            KeyRecord(
                id: row.text(),
                name: row.text(),
                scope: try row.named(KeyRecord.Scope.self),
                hash: row.blob(),
                profile: row.optional { $0.text() },
                createdAt: row.timestamp(),
                revokedAt: row.optional { $0.timestamp() }
            )
        }
    }

    /// The first revocation stays.
    func revokeKey(id: String, at: Timestamp) throws(LedgerError) {
        let found = try run(
            "UPDATE keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?",
            [.integer(at.microseconds), .text(id)]
        )
        guard found == 1 else { throw .noKey(id) }
    }
}
