package import Economics
package import Ledger
import Platform

/// The API keys that are good now. Reads are from memory; the ledger is read again after every change.
package final class Keyring: Sendable {
    private struct State: Sendable {
        var index: [UInt64: [KeyRecord]]
        /// Readings of the ledger begun, and the latest one taken over.
        var begun = 0
        var taken = 0
        /// The latest use of each key that is not in the ledger yet, by id.
        var uses: [String: Timestamp] = [:]
    }

    /// What a presented key is.
    package enum Standing: Sendable, Hashable {
        case good(KeyRecord)
        case expired(KeyRecord)
        /// Unknown, or revoked.
        case none
    }

    private let state: Locked<State>

    package init(_ keys: [KeyRecord]) { state = Locked(State(index: Self.index(keys))) }

    /// From the next request on these keys count and no others.
    package func replace(with keys: [KeyRecord]) {
        let index = Self.index(keys)
        state.withLock { $0.index = index }
    }

    /// Reads the ledger again, after a change there. Of readings at the same time the one begun last counts: an earlier
    /// one may miss a key, or still hold one that was revoked meanwhile.
    package func refresh(from store: any LedgerStore) async throws(LedgerError) {
        let number = state.withLock { state in
            state.begun += 1
            return state.begun
        }
        let index = Self.index(try await store.keys())
        state.withLock { state in
            guard state.taken < number else { return }
            state.taken = number
            state.index = index
        }
    }

    /// What a key is at a moment; a good one counts as used.
    ///
    /// The time it takes depends on eight bytes of its SHA-256 and on nothing else of it: keys carry 256 random bits, so
    /// these tell nobody a key, and what is left is compared in constant time.
    package func standing(of key: String, at now: Timestamp) -> Standing {
        let hash = Crypto.sha256(Array(key.utf8))
        return state.withLock { state in
            var found: KeyRecord?
            for record in state.index[Self.start(of: hash)] ?? [] where Crypto.equal(record.hash, hash) {
                found = record
            }
            guard let found else { return .none }
            guard found.isGood(at: now) else { return .expired(found) }
            state.uses[found.id] = max(state.uses[found.id] ?? now, now)
            return .good(found)
        }
    }

    /// The names of lines of keys by the id they count under.
    var names: [String: String] {
        let keys = state.withLock { $0.index.values.flatMap { $0 } }
        return Dictionary(keys.map { ($0.client, $0.name) }, uniquingKeysWith: { first, _ in first })
    }

    package var isEmpty: Bool { state.withLock { $0.index.isEmpty } }

    /// Uses since this was last asked, by id of the key.
    func takeUses() -> [String: Timestamp] {
        state.withLock { state in
            defer { state.uses = [:] }
            return state.uses
        }
    }

    /// Keeps uses that could not be written, beside those that came since.
    func putBack(_ uses: [String: Timestamp]) {
        state.withLock { $0.uses.merge(uses) { max($0, $1) } }
    }

    /// Revoked keys are as good as unknown.
    private static func index(_ keys: [KeyRecord]) -> [UInt64: [KeyRecord]] {
        Dictionary(grouping: keys.filter { $0.revokedAt == nil }) { start(of: $0.hash) }
    }

    private static func start(of hash: [UInt8]) -> UInt64 { hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
}
