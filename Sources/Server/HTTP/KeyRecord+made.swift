package import Economics
package import Ledger
import Platform

extension KeyRecord {
    /// A new key and its record. The key is 256 random bits; it is shown once and never kept.
    package static func made(
        name: String,
        scope: Scope,
        profile: String?,
        at now: Timestamp = WallClock.system.now(),
        expiresAt: Timestamp? = nil
    ) -> (key: String, record: KeyRecord) {
        made(client: nil, name: name, scope: scope, profile: profile, at: now, expiresAt: expiresAt)
    }

    /// A new key of the same line: another secret, and nothing else.
    package func follower(at now: Timestamp) -> (key: String, record: KeyRecord) {
        Self.made(client: client, name: name, scope: scope, profile: profile, at: now, expiresAt: nil)
    }

    private static func made(
        client: String?,
        name: String,
        scope: Scope,
        profile: String?,
        at now: Timestamp,
        expiresAt: Timestamp?
    ) -> (key: String, record: KeyRecord) {
        let key = "torii_\(scope.rawValue)_" + Encoding.base64URL(Crypto.randomBytes(32))
        let record = KeyRecord(
            id: "key_" + Encoding.hex(Crypto.randomBytes(6)),
            client: client,
            name: name,
            scope: scope,
            hash: Crypto.sha256(Array(key.utf8)),
            profile: profile,
            createdAt: now,
            expiresAt: expiresAt
        )
        return (key, record)
    }
}
