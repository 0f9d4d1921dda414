package import Ledger
import Platform

/// The API keys that are good now. Reads are from memory; the ledger is read again after every change.
package final class Keyring: Sendable {
    private struct Good: Sendable {
        var byHash: [[UInt8]: KeyRecord]
        /// Readings of the ledger begun, and the latest one taken over.
        var begun = 0
        var taken = 0
    }

    private let good: Locked<Good>

    package init(_ keys: [KeyRecord]) { good = Locked(Good(byHash: Self.index(keys))) }

    /// From the next request on these keys count and no others.
    package func replace(with keys: [KeyRecord]) {
        let index = Self.index(keys)
        good.withLock { $0.byHash = index }
    }

    /// Reads the ledger again, after a change there. Of readings at the same time the one begun last counts: an earlier
    /// one may miss a key, or still hold one that was revoked meanwhile.
    package func refresh(from store: any LedgerStore) async throws(LedgerError) {
        let number = good.withLock { good in
            good.begun += 1
            return good.begun
        }
        let index = Self.index(try await store.keys())
        good.withLock { good in
            guard good.taken < number else { return }
            good.taken = number
            good.byHash = index
        }
    }

    /// The record of a presented key, unless it is unknown or revoked.
    ///
    /// Keys carry 256 random bits, so looking their hash up in a table tells a caller nothing.
    package func record(of key: String) -> KeyRecord? {
        let hash = Crypto.sha256(Array(key.utf8))
        return good.withLock { $0.byHash[hash] }
    }

    package var isEmpty: Bool { good.withLock { $0.byHash.isEmpty } }

    private static func index(_ keys: [KeyRecord]) -> [[UInt8]: KeyRecord] {
        Dictionary(keys.filter { $0.revokedAt == nil }.map { ($0.hash, $0) }, uniquingKeysWith: { first, _ in first })
    }
}
