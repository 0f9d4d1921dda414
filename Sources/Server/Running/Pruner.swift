import Economics
import Ledger
import Platform

/// Removes rows that are older than the operator keeps them, or that a ledger of its size has no room for. Small batches
/// with pauses: uploads never wait for a clean-up.
struct Pruner: Sendable {
    let store: any LedgerStore
    let rules: KeptRows
    var thumbnails: ThumbnailShelf?
    let clock: WallClock
    let log: Log

    /// Until cancelled.
    func run(every pause: Duration) async {
        while !Task.isCancelled {
            await prune()
            try? await Task.sleep(for: pause)  // Cancelled: the loop ends.
        }
    }

    /// Until nothing is too old and the ledger is small enough.
    func prune() async {
        await thumbnails?.removeOld(at: clock.now())
        var removed = 0
        do throws(LedgerError) {
            while !Task.isCancelled, let before = try await horizon() {
                let gone = try await store.prune(before: before, limit: Retention.pruneBatch, now: clock.now())
                guard gone > 0 else { break }
                removed += gone
                try? await Task.sleep(for: Retention.prunePause)  // Cancelled: the loop ends.
            }
        } catch {
            log.error("rows not pruned", [("cause", .text(error.message))])
        }
        if removed > 0 { log.info("old rows removed, roll-ups kept", [("decisions", .integer(Int64(removed)))]) }
    }

    /// Hours before it go; nil when nothing must.
    private func horizon() async throws(LedgerError) -> Timestamp? {
        let now = clock.now()
        let size = try await store.size()
        guard let oldest = size.oldestHour else { return nil }
        let aged = now.advanced(bySeconds: -rules.seconds)
        if oldest < aged { return aged }
        guard let most = rules.bytes, size.usedBytes > most else { return nil }
        // The oldest hour goes first, then it is measured anew.
        return oldest.advanced(bySeconds: 3_600)
    }
}

/// How long single rows stay. Roll-ups, and so reports, stay for good.
package struct KeptRows: Sendable, Hashable {
    /// At least ``Retention/leastSeconds``.
    package let seconds: Int64
    /// Of the ledger's used pages; nil: as many as there are.
    package let bytes: Int?

    package init(seconds: Int64, bytes: Int? = nil) {
        self.seconds = max(seconds, Retention.leastSeconds)
        self.bytes = bytes
    }

    /// 400 days: a year and what comes after it.
    package static let standard = KeptRows(seconds: 400 * 86_400)
}
