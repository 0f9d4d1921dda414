import Economics

extension MemoryLedger {
    mutating func add(_ key: KeyRecord) throws(LedgerError) {
        guard !keys.contains(where: { $0.id == key.id || $0.hash == key.hash }) else { throw .duplicate(key: key.id) }
        keys.append(key)
    }

    mutating func rotate(to key: KeyRecord, until end: Timestamp) throws(LedgerError) {
        guard keys.contains(where: { $0.client == key.client }) else { throw .noKey(key.client) }
        try add(key)
        for index in keys.indices where keys[index].client == key.client && keys[index].id != key.id {
            keys[index].expiresAt = min(keys[index].expiresAt ?? end, end)
        }
    }

    mutating func revokeKey(id: String, at: Timestamp) throws(LedgerError) {
        guard let index = keys.firstIndex(where: { $0.id == id }) else { throw .noKey(id) }
        // The first revocation stays.
        keys[index].revokedAt = keys[index].revokedAt ?? at
    }

    mutating func noteUses(_ uses: [String: Timestamp]) {
        for index in keys.indices {
            guard let at = uses[keys[index].id] else { continue }
            keys[index].lastUsedAt = max(keys[index].lastUsedAt ?? at, at)
        }
    }
}
