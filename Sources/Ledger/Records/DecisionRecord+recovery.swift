import Economics
import Policy

extension DecisionRecord {
    /// Throws `invariant` for a row that could not be counted: no reason, or a negative cost.
    package func check() throws(LedgerError) {
        guard !reasons.isEmpty else { throw LedgerError(.invariant, "decision `\(id)` has no reason") }
        guard cost >= .zero else { throw LedgerError(.invariant, "decision `\(id)` costs \(cost.nanoUSD) nano-USD") }
    }

    /// The row of a journey that was cut between its first attempt and its decision; nil without attempts. All must
    /// be settled. What the gate thought is lost, so it does not count for the send rate.
    package static func interrupted(_ attempts: [AttemptRecord]) throws(LedgerError) -> DecisionRecord? {
        guard let first = attempts.first, let last = attempts.last else { return nil }
        var cost = Money.zero
        for attempt in attempts {
            do {
                cost = try cost.adding(attempt.settlement?.cost ?? .zero)
            } catch {
                throw LedgerError(.invariant, "cost of `\(first.hold.decisionID)`: \(error.message)")
            }
        }
        return DecisionRecord(
            id: first.hold.decisionID,
            route: .classify,
            profile: first.hold.profile,
            revision: first.hold.revision,
            at: first.hold.at,
            hour: first.hold.hour,
            verdict: nil,
            outcome: .failed,
            source: nil,
            reasons: [.interrupted],
            judged: false,
            scoreSpace: "",
            evidence: Evidence(),
            thresholds: nil,
            image: nil,
            cost: cost,
            model: last.settlement?.modelVersion ?? last.hold.model,
            emulated: attempts.contains { $0.settlement?.emulated == true },
            latencyMicros: 0,
            gateMicros: nil,
            idempotency: nil,
            answer: [],
            answerStatus: 0
        )
    }
}
