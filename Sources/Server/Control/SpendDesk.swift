package import Ledger
package import Platform

/// Where spending is stopped and resumed: in the ledger, so that a restart keeps it. The same for a running server and
/// for a command that holds the data folder's lock.
package struct SpendDesk: Sendable {
    let store: any LedgerStore
    let clock: WallClock

    package init(store: any LedgerStore, clock: WallClock) {
        self.store = store
        self.clock = clock
    }

    /// Stops or resumes all spending. Answers what holds now, and whether that is new.
    package func set(
        frozen: Bool,
        by: String,
        from: String,
        reason: String
    ) async throws(LedgerError) -> (record: FreezeRecord?, isNew: Bool) {
        let latest = try await store.latestFreeze()
        guard frozen != (latest?.isFrozen ?? false) else { return (latest, false) }
        let record = FreezeRecord(isFrozen: frozen, at: clock.now(), by: by, from: from, reason: reason)
        try await store.append(record)
        return (record, true)
    }
}
