import Economics

/// Every function checks first and changes last, so that a thrown error leaves no trace.
extension MemoryLedger {
    mutating func reserve(_ request: HoldRequest) throws(LedgerError) -> HoldResult {
        try request.check()
        let key = AttemptKey(decisionID: request.decisionID, attempt: request.attempt)
        guard attempts[key] == nil else { throw .duplicate(attempt: request.attempt, of: request.decisionID) }
        var after = windows
        for cap in request.windows {
            let window = WindowName(profile: request.profile, kind: cap.window.kind, id: cap.window.id)
            let before = windows[window] ?? .zero
            if let limit = cap.limit, !before.hasRoom(for: request.amount, limit: limit) {
                return .refused(kind: cap.window.kind, limit: limit, enforced: before.enforced)
            }
            after[window] = try before.holding(request.amount)
        }
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
        guard found.settlement == nil else { throw .settled(attempt: settlement.attempt, of: settlement.decisionID) }
        let hold = found.hold
        var after = windows
        for cap in hold.windows {
            let window = WindowName(profile: hold.profile, kind: cap.window.kind, id: cap.window.id)
            after[window] = try (windows[window] ?? .zero)
                .settling(hold: hold.amount, cost: settlement.cost, uncertain: settlement.uncertain)
        }
        if let position = positions[settlement.decisionID] {
            decisions[position].cost = try Self.sum(decisions[position].cost, settlement.cost)
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
