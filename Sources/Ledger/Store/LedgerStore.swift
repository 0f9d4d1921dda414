package import Backtest
package import Economics
package import Revenue

/// Where decisions and money rest. Every store passes the same contract suite.
///
/// Money (`reserve`, `settle`) is on disk when the call returns; `record` is safe from SIGKILL when it returns and on
/// disk within 100 ms.
package protocol LedgerStore: Sendable {
    // MARK: Money

    /// Holds the amount in all windows or in none, atomically under any concurrency. Throws `duplicate` for an attempt
    /// that already has a row.
    func reserve(_ request: HoldRequest) async throws(LedgerError) -> HoldResult

    /// Turns an open hold into its cost; or, where the hold expired and its full amount stands for a bill nobody had seen,
    /// puts the bill in its place, in the same windows and hours. Throws `notFound` without a hold, `duplicate` when it was
    /// settled already.
    func settle(_ settlement: Settlement) async throws(LedgerError)

    /// Totals of one window; zero when nothing was ever held there.
    func totals(_ window: WindowName) async throws(LedgerError) -> WindowTotals

    /// Settles in full, flagged uncertain, every hold whose expiry is before `at`, releases those of pictures that wait and
    /// never came into a job, and finds the alerts that no event tells of yet. Writes nothing where no hold expired.
    func sweep(at: Timestamp) async throws(LedgerError) -> Sweep

    // MARK: Events

    /// Adds to the feed the events whose id it does not have, and notes which alerts they tell of, in one step. Returns
    /// how many were added. The oldest beyond `Retention.events` go.
    func append(_ events: [EventRecord], announcing alerts: [CapAlert]) async throws(LedgerError) -> Int

    /// Oldest first.
    func events(_ query: EventQuery) async throws(LedgerError) -> [EventRecord]

    /// The webhook took the events of these ids; ids that are unknown are left out.
    func noteDelivered(_ ids: Set<String>) async throws(LedgerError)

    // MARK: Decisions

    /// Writes the row, its idempotency key and its roll-up in one step. Throws `duplicate` for an id or a key that
    /// already has a row.
    func record(_ decision: DecisionRecord) async throws(LedgerError)

    func decision(id: String) async throws(LedgerError) -> DecisionRecord?

    /// In order of their number.
    func attempts(decisionID: String) async throws(LedgerError) -> [AttemptRecord]

    /// The decision an idempotency key was used for, kept for 8 days.
    func decision(scope: String, idempotencyKey: String) async throws(LedgerError) -> DecisionRecord?

    /// The latest decisions of a profile (nil: of all), newest first, without their answers: a list shows none of them.
    func recentDecisions(limit: Int, profile: String?) async throws(LedgerError) -> [DecisionRecord]

    /// One page of a profile's uploads, for judging them anew. Replays beside uploads, on the reader of reports.
    func recordedUploads(_ query: UploadQuery) async throws(LedgerError) -> [RecordedUpload]

    /// The ids of decisions by their numbers, in that order; numbers without a decision are left out.
    func ids(ofDecisions numbers: [Int64]) async throws(LedgerError) -> [String]

    /// Pictures that a device and the server both had to score, newest first. Read on the reader of reports.
    func scoredTwice(_ query: ScoredTwiceQuery) async throws(LedgerError) -> [ScoredTwice]

    /// Calls of `from <= hour < to` that were answered, and the tokens they were billed for.
    func meanUsage(profile: String, from: Timestamp, to: Timestamp) async throws(LedgerError) -> (
        calls: Int, TokenUsage
    )

    /// Keeps what a user says about an answer: the latest word on a decision counts, and the same word again changes
    /// nothing. Returns what stood before.
    func put(_ feedback: Feedback) async throws(LedgerError) -> SecondWords

    func feedback(decisionID: String) async throws(LedgerError) -> Feedback?
    /// Pictures rejected since a moment of which users say that it was wrong; the same picture again is one. Rejects of which
    /// no picture ever came count each.
    func wrongRejects(
        profile: String,
        route: DecisionRecord.Route,
        scoreSpace: String,
        since: Timestamp
    ) async throws(LedgerError) -> Int

    /// Keeps what an operator makes of an audit, as the next edition. Returns what stood before. Throws `stale` for an edition
    /// that does not follow the latest one.
    func append(_ judgement: AuditJudgement) async throws(LedgerError) -> SecondWords

    /// Every edition of one decision, in their order.
    func auditJudgements(decisionID: String) async throws(LedgerError) -> [AuditJudgement]

    /// Audits that were answered with something of use, newest first. Read on the reader of reports.
    func audits(_ query: AuditQuery) async throws(LedgerError) -> [AnsweredAudit]

    /// How many of them wait for a second judgement since a moment, by profile; profiles without one are left out. Of all
    /// together the latest ``AnsweredAudit/mostCounted`` are counted: a screen need not wait for more.
    func waitingAudits(since: Timestamp) async throws(LedgerError) -> [String: Int]

    /// Keeps that the picture of a question is to follow; a second time changes nothing. Old ones go a few at a time.
    func open(_ question: AuditQuestion) async throws(LedgerError)

    /// The picture of a question has come, as the upload of a decision whose row is written next: it is no longer open.
    /// False where another upload's row was written for it before, or it was never open.
    func follow(question id: String, with upload: String) async throws(LedgerError) -> Bool

    /// Questions since a moment whose picture has not come, oldest first, without their answers; also those followed by an
    /// upload whose row was never written.
    func openQuestions(since: Timestamp) async throws(LedgerError) -> [AuditQuestion]

    // MARK: Cache and own pictures

    func cachedAnswer(key: [UInt8]) async throws(LedgerError) -> CachedAnswer?

    /// Keeps the first answer of a key.
    func keep(_ answer: CachedAnswer) async throws(LedgerError)

    /// Keeps the first look of a key; the oldest beyond `Retention.answerLooks` go.
    func keep(_ look: AnswerLook) async throws(LedgerError)

    /// All looks, oldest first.
    func answerLooks() async throws(LedgerError) -> [AnswerLook]

    /// Removes looks, not their answers: the same bytes still find these. Returns how many there were.
    func removeLooks(keys: [[UInt8]]) async throws(LedgerError) -> Int

    /// Removes the answers a decision paid for, with their looks. Returns the keys of what there was.
    func removeAnswers(of decisionID: String) async throws(LedgerError) -> [[UInt8]]

    /// Registers pictures of our own by the SHA-256 of their file; returns how many were new.
    func registerOwn(hashes: [[UInt8]], at: Timestamp) async throws(LedgerError) -> Int

    func isOwn(hash: [UInt8]) async throws(LedgerError) -> Bool

    // MARK: Deferred sends and batches

    /// Writes a decision that is to be sent later and puts it into the queue, in one step. Throws as `record` does.
    func put(_ decision: DecisionRecord, deferring send: DeferredSend) async throws(LedgerError)

    /// Ends the wait of a decision: what its answer changes is written (verdict, whether it was judged, outcome, source, reasons,
    /// model, category, donor, answer), its roll-up follows, and the queue forgets it; its cost is that of its attempts. Throws
    /// `notFound` when it does not wait.
    func resolve(_ decision: DecisionRecord) async throws(LedgerError)

    /// Everything that waits, in a job or for one; the longest waiting first.
    func deferredSends() async throws(LedgerError) -> [DeferredSend]

    /// Lists a job before anything of it is held or sent; deferred pictures of it wait no longer for one. Throws `duplicate`.
    func addBatch(_ batch: BatchRecord) async throws(LedgerError)

    /// Moves a job on. `remote` stays when nil is given. Throws `notFound`.
    func advanceBatch(id: String, to state: BatchRecord.State, remote: String?) async throws(LedgerError)

    /// In the order they were made.
    ///
    /// - Parameter open: Only those that are not done.
    func batches(open: Bool) async throws(LedgerError) -> [BatchRecord]

    // MARK: Keys

    func addKey(_ key: KeyRecord) async throws(LedgerError)
    func keys() async throws(LedgerError) -> [KeyRecord]
    func revokeKey(id: String, at: Timestamp) async throws(LedgerError)

    /// Adds a key to the line of its client, in one step: the line's others end at `end`, unless they end sooner. Throws
    /// `notFound` for a line without a key, `duplicate` as `addKey` does.
    func rotateKey(to key: KeyRecord, until end: Timestamp) async throws(LedgerError)

    /// When keys were last used, by their ids; an earlier moment changes nothing. Ids without a key are left out.
    func noteKeyUses(_ uses: [String: Timestamp]) async throws(LedgerError)

    // MARK: Revisions

    /// Appends a revision whose number must be the latest plus one. Throws `stale`.
    func append(_ revision: RevisionRecord) async throws(LedgerError)
    /// The one with the largest number, whether it is in force or rolled out in stages.
    func latestRevision() async throws(LedgerError) -> RevisionRecord?
    func revision(number: Int) async throws(LedgerError) -> RevisionRecord?
    /// Newest first, without documents and audits but with their revenue terms.
    func revisions(limit: Int) async throws(LedgerError) -> [RevisionRecord]

    /// Stops or resumes all spending; the last record says what holds.
    func append(_ freeze: FreezeRecord) async throws(LedgerError)
    func latestFreeze() async throws(LedgerError) -> FreezeRecord?

    // MARK: Revenue

    /// Keeps each row as the next edition of its figure, all or none; a row that says the same changes nothing. Throws
    /// `duplicate` when a profile's day would be told of by two sources.
    func importRevenue(_ entries: [RevenueEntry], at: Timestamp) async throws(LedgerError) -> RevenueImport

    /// Counts impression events that were not known; returns how many.
    func add(_ events: [RevenueEvent], at: Timestamp) async throws(LedgerError) -> Int

    /// All editions of the figures of these days, each figure's in their order.
    func revenueEditions(_ days: SnapshotQuery.Days) async throws(LedgerError) -> [RevenueEdition]

    // MARK: Reports and care

    /// Everything a report or a screen shows, read at one moment and beside whatever uploads look up.
    func snapshot(_ query: SnapshotQuery) async throws(LedgerError) -> LedgerSnapshot

    /// Settles what a crash left open at its full hold, flagged uncertain, and writes a `failed` decision
    /// (`interrupted`) for attempts whose decision never came. What waits for a batch goes on waiting, but for attempts to ask
    /// about it alone. Called once at start, before anything else writes.
    func recover(at: Timestamp) async throws(LedgerError) -> Recovery

    /// Removes at most so many of the oldest decisions of hours before `before`, with their attempts; roll-ups and windows
    /// stay. Returns how many were removed; 0: there is nothing left to remove, or this store keeps everything. Never
    /// touches what is younger than ``Retention/leastSeconds``, has an open hold, or waits to be sent.
    func prune(before: Timestamp, limit: Int, now: Timestamp) async throws(LedgerError) -> Int

    /// Bytes in use, and the start of the oldest hour with decisions; nil without one.
    func size() async throws(LedgerError) -> LedgerSize

    /// Recomputes every window and roll-up from the rows; names each that differs.
    func verification() async throws(LedgerError) -> Verification

    /// Makes one write that changes nothing and waits until it is on disk. Throws `storage` when the disk is full or
    /// failing, or the ledger's file was deleted or replaced.
    func checkWritable() async throws(LedgerError)

    /// Flushes and closes; calls after it throw `storage`.
    func close() async
}

extension LedgerStore {
    /// The revision in force: the latest that is not rolled out in stages. Nil on an empty ledger.
    package func revisionInForce() async throws(LedgerError) -> RevisionRecord? {
        let latest = try await latestRevision()
        guard let stage = latest?.stage else { return latest }
        // Revisions only grow: what was its base is still there.
        return try await revision(number: stage.base)
    }

    /// The latest decisions of all profiles, newest first.
    package func recentDecisions(limit: Int) async throws(LedgerError) -> [DecisionRecord] {
        try await recentDecisions(limit: limit, profile: nil)
    }
}

/// How large a ledger is.
package struct LedgerSize: Sendable, Hashable {
    /// Of pages that hold something.
    package let usedBytes: Int
    /// Of the file; the rest is free for new rows.
    package let fileBytes: Int
    package let oldestHour: Timestamp?

    package init(usedBytes: Int, fileBytes: Int, oldestHour: Timestamp?) {
        self.usedBytes = usedBytes
        self.fileBytes = fileBytes
        self.oldestHour = oldestHour
    }
}

/// What `recover` found.
package struct Recovery: Sendable, Hashable {
    package let holdsSettled: Int
    package let decisionsCompleted: Int
    /// Found when the ledger was opened just now; nil: nothing is missing.
    package var lost: LostCommits?

    package init(holdsSettled: Int, decisionsCompleted: Int) {
        self.holdsSettled = holdsSettled
        self.decisionsCompleted = decisionsCompleted
    }
}

/// Whether all ties.
package struct Verification: Sendable, Hashable {
    package let decisions: Int
    package let attempts: Int
    package let settled: Money
    /// Of `settled`: what the emulator answered, which nobody bills.
    package let emulated: Money
    package let held: Money
    /// One line for each figure that does not tie: its name, what is stored, what the rows say.
    package let differences: [String]
    /// What starts have found missing, all together; what none has found yet is a difference.
    package var lost: LostCommits?

    package init(
        decisions: Int,
        attempts: Int,
        settled: Money,
        emulated: Money,
        held: Money,
        differences: [String]
    ) {
        self.decisions = decisions
        self.attempts = attempts
        self.settled = settled
        self.emulated = emulated
        self.held = held
        self.differences = differences
    }
}
