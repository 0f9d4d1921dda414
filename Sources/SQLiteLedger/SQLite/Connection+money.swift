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

        var after: [(CapWindow, WindowTotals)] = []
        for cap in request.windows {
            let before = try totals(request.profile, cap.window.kind, cap.window.id)
            if let limit = cap.limit, !before.hasRoom(for: request.amount, limit: limit) {
                // A refusal leaves no row behind.
                return .refused(kind: cap.window.kind, limit: limit, enforced: before.enforced)
            }
            after.append((cap, try before.holding(request.amount)))
        }
        for (cap, totals) in after { try write(totals, request.profile, cap.window.kind, cap.window.id) }
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
        let found = try first(
            "\(Self.selectAttempts) WHERE decision = ? AND attempt = ?",
            [.text(settlement.decisionID), .integer(settlement.attempt)]
        ) { row throws(LedgerError) in AttemptRecord(&row) }
        guard let found else { throw .noHold(attempt: settlement.attempt, of: settlement.decisionID) }
        guard found.settlement == nil else { throw .settled(attempt: settlement.attempt, of: settlement.decisionID) }
        let hold = found.hold

        // The windows of the attempt's own time, whenever its bill comes.
        for cap in hold.windows {
            let after = try totals(hold.profile, cap.window.kind, cap.window.id)
                .settling(hold: hold.amount, cost: settlement.cost, uncertain: settlement.uncertain)
            try write(after, hold.profile, cap.window.kind, cap.window.id)
        }
        try update(settlement, hold: hold)
        try addToRollup(settlement, hold: hold)
        if let facts = settlement.facts { try insert(facts, of: settlement, hold: hold) }
        // A bill that comes after the answer: the decision's cost is the sum of its attempts all the same.
        let late = try run(
            "UPDATE decisions SET cost = cost + ? WHERE id = ?",
            [.integer(settlement.cost.nanoUSD), .text(settlement.decisionID)]
        )
        if late > 0 { try addToRollup(lateCost: settlement.cost, decision: settlement.decisionID) }
    }

    func totals(
        _ profile: String,
        _ kind: BudgetWindow.Kind,
        _ id: String
    ) throws(LedgerError) -> WindowTotals {
        try first(
            "SELECT settled, held, uncertain FROM windows WHERE profile = ? AND kind = ? AND id = ?",
            [.text(profile), .text(kind.rawValue), .text(id)]
        ) { WindowTotals(settled: $0.money(), held: $0.money(), uncertain: $0.money()) } ?? .zero
    }

    private func write(
        _ totals: WindowTotals,
        _ profile: String,
        _ kind: BudgetWindow.Kind,
        _ id: String
    ) throws(LedgerError) {
        try run(
            """
            INSERT INTO windows (profile, kind, id, settled, held, uncertain, enforced) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET settled = excluded.settled, held = excluded.held,
                uncertain = excluded.uncertain, enforced = excluded.enforced
            """,
            [
                .text(profile), .text(kind.rawValue), .text(id), .integer(totals.settled.nanoUSD),
                .integer(totals.held.nanoUSD), .integer(totals.uncertain.nanoUSD), .integer(totals.enforced.nanoUSD),
            ]
        )
    }
}
