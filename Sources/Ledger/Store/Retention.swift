/// How long rows of each table stay. One map covers every table, and a test compares it with the schema, so that no
/// table grows unseen.
package enum Retention {
    package enum Rule: Sendable, Hashable {
        /// For good: money, decisions and what explains them.
        case kept
        /// One row for an hour and a group: small, and reports read nothing else.
        case keptAsRollup
        /// Removed once older than this many seconds, a few rows with each new one.
        case expires(afterSeconds: Int64)
        /// Removed with the step it waits for.
        case untilRecorded
    }

    package static let rules: [String: Rule] = [
        "migrations": .kept,
        "windows": .keptAsRollup,
        "attempts": .kept,
        "journeys": .untilRecorded,
        "decisions": .kept,
        "idempotency": .expires(afterSeconds: idempotencySeconds),
        "decision_rollups": .keptAsRollup,
        "cost_rollups": .keptAsRollup,
        "answer_rollups": .keptAsRollup,
        "blocks": .kept,
        "batches": .kept,
        "batch_items": .kept,
        "answers": .kept,
        "own_pictures": .kept,
        "keys": .kept,
        "revisions": .kept,
        "revision_documents": .kept,
        "revision_revenue": .kept,
        "revision_audits": .kept,
        "freezes": .kept,
    ]

    /// 8 days: longer than a client's retry queue may hold an upload.
    package static let idempotencySeconds: Int64 = 8 * 86_400

    /// Expired keys removed with each new one: more than one, so that a backlog shrinks, and few, so that no write
    /// waits for a clean-up.
    package static let purgedPerRecord = 2
}
