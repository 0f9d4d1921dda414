import Economics
package import Ledger
import Platform

extension KeyRecord {
    /// A new key and its record. The key is 256 random bits; it is shown once and never kept.
    package static func made(name: String, scope: Scope, profile: String?) -> (key: String, record: KeyRecord) {
        let key = "torii_\(scope.rawValue)_" + Encoding.base64URL(Crypto.randomBytes(32))
        let record = KeyRecord(
            id: "key_" + Encoding.hex(Crypto.randomBytes(6)),
            name: name,
            scope: scope,
            hash: Crypto.sha256(Array(key.utf8)),
            profile: profile,
            createdAt: WallClock.system.now(),
            revokedAt: nil
        )
        return (key, record)
    }
}
