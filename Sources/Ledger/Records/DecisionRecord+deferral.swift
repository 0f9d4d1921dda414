import Policy

extension DecisionRecord {
    /// Throws `invariant` for a decision that is not the one to be sent later.
    package func check(deferring send: DeferredSend) throws(LedgerError) {
        guard outcome == .deferred, id == send.decisionID, send.batch == nil else {
            throw LedgerError(.invariant, "decision `\(id)` is not what is deferred as `\(send.decisionID)`")
        }
    }

    /// Throws `invariant` for a decision without its end.
    package func checkResolved() throws(LedgerError) {
        try check()
        guard let outcome, outcome != .deferred else {
            throw LedgerError(.invariant, "decision `\(id)` is resolved by an outcome that is none")
        }
    }
}
