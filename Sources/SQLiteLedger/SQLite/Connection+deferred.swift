import Economics
import Ledger

extension Connection {
    func put(_ decision: DecisionRecord, deferring send: DeferredSend) throws(LedgerError) {
        try decision.check(deferring: send)
        try record(decision)
        let item = send.item
        try run(
            "INSERT INTO deferred (\(Self.deferredColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                .text(send.profile), .integer(send.revision), .text(item.decisionID), .text(item.path),
                .blob(item.sha256), .integer(item.bytes), .text(item.format), .integer(item.width),
                .integer(item.height), .integer(send.queuedAt.microseconds), .integer(send.deadline.microseconds),
                .optional(send.batch),
            ]
        )
    }

    /// Moves the decision from the group it was counted in to the one it belongs to now.
    func resolve(_ decision: DecisionRecord) throws(LedgerError) {
        try decision.checkResolved()
        let known = try run("DELETE FROM deferred WHERE decision = ?", [.text(decision.id)])
        guard known == 1, let old = try self.decision(id: decision.id) else { throw .notDeferred(decision.id) }
        try removeFromRollup(old)
        try update(decision)
        guard let new = try self.decision(id: decision.id) else { throw .notDeferred(decision.id) }
        try addToRollup(new, reason: new.reasons[0])
    }

    /// What an answer changes of a decision.
    private func update(_ decision: DecisionRecord) throws(LedgerError) {
        try run(
            """
            UPDATE decisions SET verdict = ?, outcome = ?, source = ?, reasons = ?, judged = ?, model = ?, emulated = ?,
                category = ?, answer_status = ?, answer = ?, donor = ?, donor_distance = ?, donor_agrees = ? WHERE id = ?
            """,
            [
                .optional(decision.verdict?.rawValue), .optional(decision.outcome?.rawValue),
                .optional(decision.source?.rawValue), .text(decision.reasons.map(\.rawValue).joined(separator: ",")),
                .flag(decision.judged), .optional(decision.model), .flag(decision.emulated),
                .text(decision.category ?? ""), .integer(decision.answerStatus), .blob(decision.answer),
                .optional(decision.donor?.decisionID), .optional(decision.donor?.distance.map { Int64($0) }),
                .optional(decision.donor?.agrees), .text(decision.id),
            ]
        )
    }

    /// The longest waiting first.
    func deferredSends() throws(LedgerError) -> [DeferredSend] {
        try rows("SELECT \(Self.deferredColumns) FROM deferred ORDER BY queued_at, decision") { row in
            DeferredSend(
                profile: row.text(),
                revision: row.count(),
                item: BatchRecord.Item(
                    decisionID: row.text(),
                    path: row.text(),
                    sha256: row.blob(),
                    bytes: row.count(),
                    format: row.text(),
                    width: row.count(),
                    height: row.count()
                ),
                queuedAt: row.timestamp(),
                deadline: row.timestamp(),
                batch: row.optional { $0.text() }
            )
        }
    }

    private static let deferredColumns =
        "profile, revision, decision, path, sha256, bytes, format, width, height, queued_at, deadline, batch"
}
