package import Ledger
import Platform

/// The API keys that are good now. Reads are from memory; the ledger is read again after every change.
package final class Keyring: Sendable {
    private let byHash: Locked<[[UInt8]: KeyRecord]>

    package init(_ keys: [KeyRecord]) { byHash = Locked(Self.index(keys)) }

    package func replace(with keys: [KeyRecord]) {
        let index = Self.index(keys)
        byHash.withLock { $0 = index }
    }

    /// The record of a presented key, unless it is unknown or revoked.
    ///
    /// Keys carry 256 random bits, so looking their hash up in a table tells a caller nothing.
    package func record(of key: String) -> KeyRecord? {
        let hash = Crypto.sha256(Array(key.utf8))
        return byHash.withLock { $0[hash] }
    }

    package var isEmpty: Bool { byHash.withLock { $0.isEmpty } }

    private static func index(_ keys: [KeyRecord]) -> [[UInt8]: KeyRecord] {
        Dictionary(keys.filter { $0.revokedAt == nil }.map { ($0.hash, $0) }, uniquingKeysWith: { first, _ in first })
    }
}
