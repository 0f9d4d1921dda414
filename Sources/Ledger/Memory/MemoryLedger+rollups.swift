import Economics

extension MemoryLedger {
    func rollups(from: Timestamp, to: Timestamp, isDetailed: Bool) throws(LedgerError) -> Rollups {
        var counted: [DecisionRollup.Group: DecisionRollup] = [:]
        for decision in decisions where decision.hour >= from && decision.hour < to {
            let detailed = DecisionRollup(of: decision)
            let one = isDetailed ? detailed : detailed.coarse
            counted[one.group] = try counted[one.group]?.adding(one) ?? one
        }
        var spent: [CostRollup.Group: CostRollup] = [:]
        for attempt in attempts.values where attempt.hold.hour >= from && attempt.hold.hour < to {
            guard let settlement = attempt.settlement else { continue }
            let one = CostRollup(of: settlement, hold: attempt.hold)
            spent[one.group] = try spent[one.group]?.adding(one) ?? one
        }
        return Rollups(
            decisions: counted.values.sorted { ($0.hour, $0.profile) < ($1.hour, $1.profile) },
            costs: spent.values.sorted { ($0.hour, $0.profile) < ($1.hour, $1.profile) },
            answers: answerRollups(from: from, to: to)
        )
    }

    /// Windows against attempts, decisions against attempts; roll-ups are not stored here.
    func verification() throws(LedgerError) -> Verification {
        var recounted: [WindowName: WindowTotals] = [:]
        var costs: [String: Money] = [:]
        var settled = Money.zero
        var emulated = Money.zero
        var held = Money.zero
        for attempt in attempts.values {
            let hold = attempt.hold
            for cap in hold.windows {
                let key = cap.name
                var totals = try (recounted[key] ?? .zero).holding(hold.amount)
                if let bill = attempt.settlement {
                    totals = try totals.settling(hold: hold.amount, cost: bill.cost, uncertain: bill.uncertain)
                }
                recounted[key] = totals
            }
            let cost = attempt.settlement?.cost ?? .zero
            costs[hold.decisionID] = try Self.sum(costs[hold.decisionID] ?? .zero, cost)
            settled = try Self.sum(settled, cost)
            if attempt.settlement?.emulated == true { emulated = try Self.sum(emulated, cost) }
            if attempt.settlement == nil { held = try Self.sum(held, hold.amount) }
        }
        var differences: [String] = []
        for (key, stored) in windows {
            let rows = recounted[key] ?? .zero
            let subject = "window \(key.holder.text) \(key.kind.rawValue) \(key.id)"
            for (figure, stored, rows) in [
                ("settled", stored.settled, rows.settled), ("held", stored.held, rows.held),
                ("uncertain", stored.uncertain, rows.uncertain),
            ] where stored != rows {
                differences.append(
                    Verification.difference(subject, figure, stored: stored.nanoUSD, rows: rows.nanoUSD)
                )
            }
        }
        for decision in decisions {
            let rows = costs[decision.id] ?? .zero
            guard decision.cost != rows else { continue }
            let subject = "decision \(decision.id)"
            differences.append(
                Verification.difference(subject, "cost", stored: decision.cost.nanoUSD, rows: rows.nanoUSD)
            )
        }
        return Verification(
            decisions: decisions.count,
            attempts: attempts.count,
            settled: settled,
            emulated: emulated,
            held: held,
            differences: differences.sorted()
        )
    }
}
