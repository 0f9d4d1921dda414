import Ledger
import Platform

/// Idempotency keys whose first request is still running: a twin is told to wait.
final class KeysInProgress: Sendable {
    private let keys = Locked<Set<DecisionRecord.Idempotency>>([])

    /// Whether the key is now ours. A claim that succeeded must be released.
    func claim(_ key: DecisionRecord.Idempotency) -> Bool { keys.withLock { $0.insert(key).inserted } }

    func release(_ key: DecisionRecord.Idempotency) { _ = keys.withLock { $0.remove(key) } }
}
