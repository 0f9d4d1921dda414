import Economics

/// Every function checks first and changes last, so that a thrown error leaves no trace.
extension MemoryLedger {
    mutating func reserve(_ request: HoldRequest) throws(LedgerError) -> HoldResult {
        try request.check()
        let key = AttemptKey(decisionID: request.decisionID, attempt: request.attempt)
        guard attempts[key] == nil else { throw .duplicate(attempt: request.attempt, of: request.decisionID) }
        var after = windows
        var raised: [CapAlert] = []
        for cap in request.windows {
            let before = windows[cap.name] ?? .zero
            if let limit = cap.limit, !before.hasRoom(for: request.amount, limit: limit) {
                if request.amount <= limit {
                    raise(CapAlert.exhausted, of: cap, enforced: before.enforced, at: request.at)
                }
                return .refused(
                    CapRefusal(holder: cap.holder, kind: cap.window.kind, limit: limit, enforced: before.enforced)
                )
            }
            let totals = try before.holding(request.amount)
            after[cap.name] = totals
            for threshold in cap.raised(from: before, to: totals) {
                raised.append(CapAlert(threshold, of: cap, enforced: totals.enforced, at: request.at))
            }
        }
        for alert in raised { add(alert) }
        windows = after
        attempts[key] = AttemptRecord(hold: request.canonical, settlement: nil)
        attemptNumbers[request.decisionID, default: []].insert(request.attempt)
        openAttempts.insert(key)
        if positions[request.decisionID] == nil { journeys.insert(request.decisionID) }
        return .held
    }

    mutating func settle(_ settlement: Settlement) throws(LedgerError) {
        try settlement.check()
        let key = AttemptKey(decisionID: settlement.decisionID, attempt: settlement.attempt)
        guard let found = attempts[key] else {
            throw .noHold(attempt: settlement.attempt, of: settlement.decisionID)
        }
        let hold = found.hold
        let earlier = found.settlement
        guard earlier?.isProvisional ?? true, earlier == nil || !settlement.isProvisional else {
            throw .settled(attempt: settlement.attempt, of: settlement.decisionID)
        }
        var after = windows
        for cap in hold.windows {
            let before = windows[cap.name] ?? .zero
            after[cap.name] =
                if let earlier {
                    try before.correcting(earlier, to: settlement)
                } else {
                    try before.settling(hold: hold.amount, cost: settlement.cost, uncertain: settlement.uncertain)
                }
        }
        if let position = positions[settlement.decisionID] {
            let change = Money(nanoUSD: settlement.cost.nanoUSD - (earlier?.cost.nanoUSD ?? 0))
            decisions[position].cost = try Self.sum(decisions[position].cost, change)
        }
        windows = after
        attempts[key] = AttemptRecord(hold: hold, settlement: settlement)
        openAttempts.remove(key)
    }

    func attempts(decisionID: String) -> [AttemptRecord] {
        (attemptNumbers[decisionID] ?? []).sorted().compactMap {
            attempts[AttemptKey(decisionID: decisionID, attempt: $0)]
        }
    }

    static func sum(_ left: Money, _ right: Money) throws(LedgerError) -> Money {
        do {
            return try left.adding(right)
        } catch {
            throw LedgerError(.invariant, "sum refused: \(error.message)")
        }
    }
}
