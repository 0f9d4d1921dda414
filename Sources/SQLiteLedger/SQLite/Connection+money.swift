import Economics
import Ledger

/// Holds and settlements. Each runs inside a transaction of the caller's and leaves it unchanged when it throws only
/// if the caller rolls back to where it began.
extension Connection {
    func reserve(_ request: HoldRequest) throws(LedgerError) -> HoldResult {
        try request.check()
        let known = try first(
            "SELECT 1 FROM attempts WHERE decision = ? AND attempt = ?",
            [.text(request.decisionID), .integer(request.attempt)]
        ) { $0.integer() }
        guard known == nil else { throw .duplicate(attempt: request.attempt, of: request.decisionID) }

        var after: [(cap: CapWindow, before: WindowTotals, totals: WindowTotals)] = []
        for cap in request.windows {
            let before = try totals(cap.name)
            if let limit = cap.limit, !before.hasRoom(for: request.amount, limit: limit) {
                // A refusal changes no total; the first of a window is told of. What no window has room for says nothing
                // of this one.
                if request.amount <= limit {
                    try raise(CapAlert.exhausted, of: cap, limit: limit, enforced: before.enforced, at: request.at)
                }
                return .refused(
                    CapRefusal(holder: cap.holder, kind: cap.window.kind, limit: limit, enforced: before.enforced)
                )
            }
            after.append((cap, before, try before.holding(request.amount)))
        }
        for (cap, before, totals) in after {
            try write(totals, cap.name)
            for threshold in cap.raised(from: before, to: totals) {
                try raise(
                    threshold,
                    of: cap,
                    limit: cap.limit ?? .zero,
                    enforced: totals.enforced,
                    at: request.at
                )
            }
        }
        try insert(request)
        try run(
            """
            INSERT INTO journeys (decision) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM decisions WHERE id = ?)
            ON CONFLICT DO NOTHING
            """,
            [.text(request.decisionID), .text(request.decisionID)]
        )
        return .held
    }

    func settle(_ settlement: Settlement) throws(LedgerError) {
        try settlement.check()
        let found = try attempts(
            "WHERE decision = ? AND attempt = ?",
            [.text(settlement.decisionID), .integer(settlement.attempt)]
        ).first
        guard let found else { throw .noHold(attempt: settlement.attempt, of: settlement.decisionID) }
        let hold = found.hold
        let earlier = found.settlement
        guard earlier?.isProvisional ?? true, earlier == nil || !settlement.isProvisional else {
            throw .settled(attempt: settlement.attempt, of: settlement.decisionID)
        }

        // The windows of the attempt's own time, whenever its bill comes.
        for cap in hold.windows {
            let before = try totals(cap.name)
            let after =
                if let earlier {
                    try before.correcting(earlier, to: settlement)
                } else {
                    try before.settling(hold: hold.amount, cost: settlement.cost, uncertain: settlement.uncertain)
                }
            try write(after, cap.name)
        }
        if let earlier { try takeFromRollup(provisional: earlier, hold: hold) }
        try update(settlement, hold: hold)
        try addToRollup(settlement, hold: hold)
        if let facts = settlement.facts { try insert(facts, of: settlement, hold: hold) }
        // A bill that comes after the answer: the decision's cost is the sum of its attempts all the same.
        let change = Money(nanoUSD: settlement.cost.nanoUSD - (earlier?.cost.nanoUSD ?? 0))
        let late = try run(
            "UPDATE decisions SET cost = cost + ? WHERE id = ?",
            [.integer(change.nanoUSD), .text(settlement.decisionID)]
        )
        if late > 0 { try addToRollup(lateCost: change, decision: settlement.decisionID) }
    }
}
