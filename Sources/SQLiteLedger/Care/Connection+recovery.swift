import Economics
import Ledger

extension Connection {
    /// Both lists are short: what was in flight when the process died.
    func recover(at: Timestamp) throws(LedgerError) -> Recovery {
        // Versions before this one removed old decisions that still waited.
        try run("DELETE FROM deferred WHERE NOT EXISTS (SELECT 1 FROM decisions WHERE id = deferred.decision)")
        let waiting = Set(try batches(open: true).flatMap(\.items).map(\.decisionID))
            .union(try deferredSends().map(\.decisionID))
        // A job's answer is still to come; that to a picture asked for alone is lost, whatever its decision waits for.
        let open = try openAttempts().filter { !$0.hold.isOfBatch || !waiting.contains($0.hold.decisionID) }
        for attempt in open { try settle(attempt.hold.unknownBill(at: at)) }
        var completed = 0
        for id in try rows("SELECT decision FROM journeys ORDER BY decision", [], { $0.text() })
        where !waiting.contains(id) {
            guard let decision = try DecisionRecord.interrupted(attempts(decisionID: id)) else { continue }
            try record(decision)
            completed += 1
        }
        return Recovery(holdsSettled: open.count, decisionsCompleted: completed)
    }
}
