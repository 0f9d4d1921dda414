extension MemoryLedger {
    mutating func put(_ decision: DecisionRecord, deferring send: DeferredSend) throws(LedgerError) {
        try decision.check(deferring: send)
        try record(decision)
        deferred[send.decisionID] = send
    }

    mutating func resolve(_ decision: DecisionRecord) throws(LedgerError) {
        try decision.checkResolved()
        guard let position = positions[decision.id], deferred[decision.id] != nil else {
            throw .notDeferred(decision.id)
        }
        decisions[position].verdict = decision.verdict
        decisions[position].outcome = decision.outcome
        decisions[position].source = decision.source
        decisions[position].reasons = decision.reasons
        decisions[position].judged = decision.judged
        decisions[position].model = decision.model
        decisions[position].emulated = decision.emulated
        decisions[position].category = decision.category
        decisions[position].answerStatus = decision.answerStatus
        decisions[position].answer = decision.answer
        decisions[position].donor = decision.donor
        deferred[decision.id] = nil
    }

    /// The longest waiting first.
    func deferredSends() -> [DeferredSend] {
        deferred.values.sorted { ($0.queuedAt, $0.decisionID) < ($1.queuedAt, $1.decisionID) }
    }
}
