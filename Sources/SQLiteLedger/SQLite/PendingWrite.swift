import Ledger

/// A write that waits for the next transaction.
struct PendingWrite: Sendable {
    /// Runs on the writer's thread, inside the transaction; returns what tells its caller once that is on disk.
    let run: @Sendable (Connection) throws(LedgerError) -> @Sendable () -> Void
    /// Tells its caller that nothing was written.
    let refuse: @Sendable (LedgerError) -> Void
}
