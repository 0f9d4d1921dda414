import Economics
import Ledger

extension Connection {
    func add(_ key: KeyRecord) throws(LedgerError) {
        let added = try run(
            """
            INSERT INTO keys (id, client, name, scope, hash, profile, created_at, expires_at, revoked_at, last_used_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            [
                .text(key.id), .text(key.client), .text(key.name), .text(key.scope.rawValue), .blob(key.hash),
                .optional(key.profile), .integer(key.createdAt.microseconds),
                .optional(key.expiresAt?.microseconds), .optional(key.revokedAt?.microseconds),
                .optional(key.lastUsedAt?.microseconds),
            ]
        )
        guard added == 1 else { throw .duplicate(key: key.id) }
    }

    /// In the order they were made.
    func keys() throws(LedgerError) -> [KeyRecord] {
        try rows(
            """
            SELECT id, client, name, scope, hash, profile, created_at, expires_at, revoked_at, last_used_at FROM keys
            ORDER BY created_at, id
            """
        ) { row throws(LedgerError) in
            KeyRecord(
                id: row.text(),
                client: row.text(),
                name: row.text(),
                scope: try row.named(KeyRecord.Scope.self),
                hash: row.blob(),
                profile: row.optional { $0.text() },
                createdAt: row.timestamp(),
                expiresAt: row.optional { $0.timestamp() },
                revokedAt: row.optional { $0.timestamp() },
                lastUsedAt: row.optional { $0.timestamp() }
            )
        }
    }

    func rotate(to key: KeyRecord, until end: Timestamp) throws(LedgerError) {
        let ending = try run(
            "UPDATE keys SET expires_at = min(coalesce(expires_at, ?), ?) WHERE client = ?",
            [.integer(end.microseconds), .integer(end.microseconds), .text(key.client)]
        )
        guard ending > 0 else { throw .noKey(key.client) }
        try add(key)
    }

    /// The first revocation stays.
    func revokeKey(id: String, at: Timestamp) throws(LedgerError) {
        let found = try run(
            "UPDATE keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?",
            [.integer(at.microseconds), .text(id)]
        )
        guard found == 1 else { throw .noKey(id) }
    }

    func noteUses(_ uses: [String: Timestamp]) throws(LedgerError) {
        for (id, at) in uses {
            try run(
                "UPDATE keys SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?",
                [.integer(at.microseconds), .text(id)]
            )
        }
    }
}
