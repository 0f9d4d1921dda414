package import Economics
package import Ledger
package import SQLiteLedger

/// How long a decision takes to be on disk, with nothing beside it and while old rows are removed.
package enum RetentionBenchmark {
    private static let writers = 4
    private static let rows = 2_000

    /// Writes some thousand decisions twice, the second time while decisions of hours before `horizon` go; removes no more
    /// than the time of that allows. Throws what the store throws.
    package static func run(
        _ store: SQLiteStore,
        horizon: Timestamp,
        now: Timestamp
    ) async throws(LedgerError) -> [LedgerBenchmark.Figure] {
        let quiet = try await writes(store, "q").get()
        let pruning = Task { () -> Result<(removed: Int, seconds: Double), LedgerError> in
            let start = ContinuousClock.now
            var removed = 0
            do throws(LedgerError) {
                while !Task.isCancelled {
                    let gone = try await store.prune(before: horizon, limit: Retention.pruneBatch, now: now)
                    guard gone > 0 else { break }
                    removed += gone
                    try? await Task.sleep(for: Retention.prunePause)  // Cancelled: the loop ends.
                }
                return .success((removed, start.duration(to: .now) / .seconds(1)))
            } catch {
                return .failure(error)
            }
        }
        let beside = await writes(store, "p")
        pruning.cancel()
        let pruned = try await pruning.value.get()
        return figures("alone", quiet) + figures("while rows are removed", try beside.get()) + [
            ("removed beside it: rows a second", Double(pruned.removed) / pruned.seconds)
        ]
    }

    private static func writes(_ store: SQLiteStore, _ prefix: String) async -> Result<BenchmarkLoad, LedgerError> {
        await BenchmarkLoad.run(workers: writers, each: rows / writers) { worker, number throws(LedgerError) in
            var decision = BenchmarkLoad.decision("\(prefix)\(worker)-\(number)")
            decision.idempotency = nil
            try await store.record(decision)
        }
    }

    private static func figures(_ name: String, _ load: BenchmarkLoad) -> [LedgerBenchmark.Figure] {
        [
            ("a decision on disk, \(name): median milliseconds", load.milliseconds(at: 0.5)),
            ("a decision on disk, \(name): 99th percentile", load.milliseconds(at: 0.99)),
        ]
    }
}
