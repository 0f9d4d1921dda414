import Ledger
import Platform

/// Writes in the order they came. Those that arrive while a transaction is being committed form the next one: groups
/// grow with the load and nobody waits for a timer.
final class CommitQueue: Sendable {
    private struct State {
        var waiting: [PendingWrite] = []
        var isDraining = false
        var isClosed = false
    }

    enum Admission: Sendable {
        /// Queued, and nobody is draining: the caller must start that.
        case first
        case queued
        case refused(LedgerError)
    }

    /// Writes waiting beyond this are refused: a disk that slow has failed, and memory must not grow behind it.
    static let limit = 65_536
    /// Writes in one transaction.
    private static let batchLimit = 1_024

    private let state = Locked(State())

    func add(_ write: PendingWrite) -> Admission {
        state.withLock { state in
            if state.isClosed { return .refused(.closed) }
            if state.waiting.count >= Self.limit {
                return .refused(LedgerError(.storage, "\(Self.limit) writes wait for the disk"))
            }
            state.waiting.append(write)
            if state.isDraining { return .queued }
            state.isDraining = true
            return .first
        }
    }

    /// The next group; empty when nothing waits, which ends draining.
    func next() -> [PendingWrite] {
        state.withLock { state in
            let batch = Array(state.waiting.prefix(Self.batchLimit))
            state.waiting.removeFirst(batch.count)
            if batch.isEmpty { state.isDraining = false }
            return batch
        }
    }

    var count: Int { state.withLock { $0.waiting.count } }

    /// Refuses what comes from now on.
    func close() { state.withLock { $0.isClosed = true } }
}
