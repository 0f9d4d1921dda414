import Economics

extension MemoryLedger {
    mutating func record(_ decision: DecisionRecord) throws(LedgerError) {
        try decision.check()
        guard positions[decision.id] == nil else { throw .duplicate(decision: decision.id) }
        let expired = decision.at.advanced(bySeconds: -Retention.idempotencySeconds)
        if let key = decision.idempotency {
            if let bound = idempotency[key], bound.at > expired { throw .usedKey() }
            idempotency[key] = (decision.at, decisions.count)
            let old = idempotency.filter { $0.value.at <= expired }.sorted { $0.value.at < $1.value.at }
            for (key, _) in old.prefix(Retention.purgedPerRecord) { idempotency[key] = nil }
        }
        positions[decision.id] = decisions.count
        decisions.append(decision)
        journeys.remove(decision.id)
    }

    func decision(id: String) -> DecisionRecord? { positions[id].map { decisions[$0] } }

    func recentDecisions(limit: Int, profile: String?) -> [DecisionRecord] {
        decisions.reversed().lazy.filter { profile == nil || $0.profile == profile }.prefix(max(0, limit)).map {
            var decision = $0
            decision.answer = []
            return decision
        }
    }

    func decision(for key: DecisionRecord.Idempotency) -> DecisionRecord? {
        idempotency[key].map { decisions[$0.position] }
    }

    mutating func recover(at: Timestamp) throws(LedgerError) -> Recovery {
        var copy = self
        let waiting = decisionsInBatches
        // A job's answer is still to come; that to a picture asked for alone is lost, whatever its decision waits for.
        let open = openAttempts.compactMap { attempts[$0] }
            .filter { !$0.hold.isOfBatch || !waiting.contains($0.hold.decisionID) }
        for attempt in open { try copy.settle(attempt.hold.unknownBill(at: at)) }
        var completed = 0
        for id in journeys.subtracting(waiting).sorted() {
            guard let decision = try DecisionRecord.interrupted(copy.attempts(decisionID: id)) else { continue }
            try copy.record(decision)
            completed += 1
        }
        self = copy
        return Recovery(holdsSettled: open.count, decisionsCompleted: completed)
    }
}
