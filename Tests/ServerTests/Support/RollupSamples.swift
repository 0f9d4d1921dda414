import Economics
import Ledger
import Policy

extension DecisionRollup {
    /// So many uploads of pictures that met one fate.
    static func uploads(
        _ count: Int,
        _ outcome: Outcome,
        _ reason: Reason,
        profile: String = "ios",
        hour: Timestamp,
        emulated: Bool = true,
        latencyMicros: Int64 = 0,
        gateMicros: Int64 = 0
    ) -> DecisionRollup {
        DecisionRollup(
            profile: profile,
            hour: hour,
            revision: 1,
            route: .classify,
            verdict: outcome == .rejected ? .reject : .send,
            outcome: outcome,
            reason: reason,
            judged: true,
            audit: false,
            emulated: emulated,
            count: count,
            latencyMicros: latencyMicros,
            gateMicros: gateMicros,
            gated: gateMicros > 0 ? count : 0
        )
    }
}

extension LedgerSnapshot {
    /// A ledger that holds these figures and nothing else.
    static func of(_ decisions: [DecisionRollup], _ costs: [CostRollup]) -> LedgerSnapshot {
        LedgerSnapshot(
            rollups: Rollups(decisions: decisions, costs: costs, answers: []),
            held: [],
            revenue: [:],
            windows: [:],
            recent: [],
            blocks: [],
            alerts: []
        )
    }
}
