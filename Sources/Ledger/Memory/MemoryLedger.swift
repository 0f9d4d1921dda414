import Economics
import Revenue

/// The whole ledger as values: the plainest reading of the contract. Roll-ups are counted from the rows whenever they
/// are asked for, so that they check the incremental ones of other stores.
struct MemoryLedger: Sendable {
    struct AttemptKey: Hashable, Sendable {
        let decisionID: String
        let attempt: Int
    }

    var windows: [WindowName: WindowTotals] = [:]
    var attempts: [AttemptKey: AttemptRecord] = [:]
    /// Numbers of the attempts of each decision.
    var attemptNumbers: [String: Set<Int>] = [:]
    var openAttempts: Set<AttemptKey> = []
    /// Decisions with an attempt and no row yet.
    var journeys: Set<String> = []
    /// In the order they came.
    var decisions: [DecisionRecord] = []
    var positions: [String: Int] = [:]
    var idempotency: [DecisionRecord.Idempotency: (at: Timestamp, position: Int)] = [:]
    var answers: [[UInt8]: CachedAnswer] = [:]
    /// In the order they came.
    var looks: [AnswerLook] = []
    var ownPictures: Set<[UInt8]> = []
    var batches: [BatchRecord] = []
    /// By decision.
    var deferred: [String: DeferredSend] = [:]
    /// By decision.
    var feedback: [String: Feedback] = [:]
    /// By decision, in their order.
    var judgements: [String: [AuditJudgement]] = [:]
    /// By the question's decision: what its device calls the picture, and the upload that followed.
    var questions: [String: (imageID: String, upload: String?)] = [:]
    var keys: [KeyRecord] = []
    var revisions: [RevisionRecord] = []
    var freezes: [FreezeRecord] = []
    /// In the order they were raised.
    var alerts: [CapAlert] = []
    /// Of these, those that an event tells of.
    var announced: Set<CapAlert> = []
    /// In the order they came.
    var events: [EventRecord] = []
    /// In the order they were imported.
    var revenue: [RevenueEdition] = []
    var revenueEvents: [String: RevenueEvent] = [:]
    /// Those that came again.
    var repeatedEvents: [RevenueEvent] = []
    var isClosed = false
}

extension MemoryLedger {
    mutating func removeLooks(keys: Set<[UInt8]>) -> Int {
        let before = looks.count
        looks.removeAll { keys.contains($0.key) }
        return before - looks.count
    }
}
