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
        /// Removed with its decision, once that is older than the operator keeps rows; roll-ups stay.
        case prunedWithDecision
        /// The newest so many stay.
        case newest(Int)
        /// Removed with the step it waits for.
        case untilRecorded
    }

    package static let rules: [String: Rule] = [
        "migrations": .kept,
        "windows": .keptAsRollup,
        "alerts": .keptAsRollup,
        "events": .newest(events),
        "attempts": .prunedWithDecision,
        "journeys": .untilRecorded,
        "decisions": .prunedWithDecision,
        "device_scores": .prunedWithDecision,
        "pruned": .kept,
        "idempotency": .expires(afterSeconds: idempotencySeconds),
        "decision_rollups": .keptAsRollup,
        "decision_hours": .keptAsRollup,
        "cost_rollups": .keptAsRollup,
        "answer_rollups": .keptAsRollup,
        "blocks": .prunedWithDecision,
        "batches": .kept,
        "batch_items": .kept,
        "answers": .kept,
        "answer_looks": .newest(answerLooks),
        "own_pictures": .kept,
        "deferred": .untilRecorded,
        "feedback": .kept,
        "audit_judgements": .kept,
        "audit_questions": .expires(afterSeconds: AuditQuestion.seconds),
        "commits": .kept,
        "keys": .kept,
        "revenue_editions": .kept,
        "revenue_events": .expires(afterSeconds: revenueEventSeconds),
        "revenue_event_rollups": .keptAsRollup,
        "revisions": .kept,
        "revision_documents": .kept,
        "revision_revenue": .kept,
        "revision_audits": .kept,
        "revision_stages": .kept,
        "freezes": .kept,
    ]

    /// Two months of sends of an app with half a million uploads a month; about 100 MB of memory while a server runs.
    package static let answerLooks = 500_000

    /// Years of a server whose dials move every few minutes.
    package static let events = 100_000

    /// 8 days: longer than a client's retry queue may hold an upload.
    package static let idempotencySeconds: Int64 = 8 * 86_400

    /// Decisions that go in one write, and the rest after it: a write that comes meanwhile waits a few milliseconds for
    /// them, and half of the writer's time is never theirs.
    package static let pruneBatch = 50
    package static let prunePause = Duration.milliseconds(12)

    /// Rows younger than this are never pruned: idempotency keys and holds still point at them.
    package static let leastSeconds: Int64 = 9 * 86_400

    /// 40 days: longer than an event may be late.
    package static let revenueEventSeconds: Int64 = 40 * 86_400

    /// Expired keys removed with each new one: more than one, so that a backlog shrinks, and few, so that no write
    /// waits for a clean-up.
    package static let purgedPerRecord = 2
}
