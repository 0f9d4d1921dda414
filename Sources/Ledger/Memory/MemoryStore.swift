package import Backtest
package import Economics
import Platform
package import Revenue

/// A ledger without a disk, for tests and demonstrations: the contract of `LedgerStore` except that nothing outlives
/// the process.
package final class MemoryStore: LedgerStore {
    private let ledger = Locked(MemoryLedger())

    package init() {}

    private func read<Value: Sendable>(
        _ body: (borrowing MemoryLedger) throws(LedgerError) -> Value
    ) throws(LedgerError) -> Value {
        try ledger.withLock { ledger throws(LedgerError) in
            guard !ledger.isClosed else { throw .closed }
            return try body(ledger)
        }
    }

    private func write<Value: Sendable>(
        _ body: (inout MemoryLedger) throws(LedgerError) -> Value
    ) throws(LedgerError) -> Value {
        try ledger.withLock { ledger throws(LedgerError) in
            guard !ledger.isClosed else { throw .closed }
            return try body(&ledger)
        }
    }

    package func close() async { ledger.withLock { $0.isClosed = true } }

    // MARK: Money

    package func reserve(_ request: HoldRequest) async throws(LedgerError) -> HoldResult {
        try write { ledger throws(LedgerError) in try ledger.reserve(request) }
    }

    package func settle(_ settlement: Settlement) async throws(LedgerError) {
        try write { ledger throws(LedgerError) in try ledger.settle(settlement) }
    }

    package func totals(_ window: WindowName) async throws(LedgerError) -> WindowTotals {
        try read { $0.windows[window] ?? .zero }
    }

    package func sweep(at: Timestamp) async throws(LedgerError) -> Sweep {
        try write { ledger throws(LedgerError) in try ledger.sweep(at: at) }
    }

    // MARK: Events

    package func append(_ events: [EventRecord], announcing alerts: [CapAlert]) async throws(LedgerError) -> Int {
        try write { $0.append(events, announcing: alerts) }
    }

    package func events(_ query: EventQuery) async throws(LedgerError) -> [EventRecord] {
        try read { $0.events(query) }
    }

    package func noteDelivered(_ ids: Set<String>) async throws(LedgerError) { try write { $0.noteDelivered(ids) } }

    // MARK: Care

    /// Everything is kept: roll-ups are counted from the rows.
    package func prune(before: Timestamp, limit: Int, now: Timestamp) async throws(LedgerError) -> Int { 0 }

    package func size() async throws(LedgerError) -> LedgerSize {
        LedgerSize(usedBytes: 0, fileBytes: 0, oldestHour: try read { $0.decisions.map(\.hour).min() })
    }

    // MARK: Revenue

    package func importRevenue(
        _ entries: [RevenueEntry],
        at: Timestamp
    ) async throws(LedgerError) -> RevenueImport {
        try write { ledger throws(LedgerError) in try ledger.importRevenue(entries, at: at) }
    }

    package func add(_ events: [RevenueEvent], at: Timestamp) async throws(LedgerError) -> Int {
        try write { ledger throws(LedgerError) in try ledger.add(events, at: at) }
    }

    package func revenueEditions(_ days: SnapshotQuery.Days) async throws(LedgerError) -> [RevenueEdition] {
        try read { $0.revenueEditions(days) }
    }

    // MARK: Decisions

    package func open(_ question: AuditQuestion) async throws(LedgerError) { try write { $0.open(question) } }

    package func follow(question id: String, with upload: String) async throws(LedgerError) -> Bool {
        try write { $0.follow(question: id, with: upload) }
    }

    package func openQuestions(since: Timestamp) async throws(LedgerError) -> [AuditQuestion] {
        try read { $0.openQuestions(since: since) }
    }

    package func record(_ decision: DecisionRecord) async throws(LedgerError) {
        try write { ledger throws(LedgerError) in try ledger.record(decision) }
    }

    package func decision(id: String) async throws(LedgerError) -> DecisionRecord? {
        try read { $0.decision(id: id) }
    }

    package func attempts(decisionID: String) async throws(LedgerError) -> [AttemptRecord] {
        try read { $0.attempts(decisionID: decisionID) }
    }

    package func decision(scope: String, idempotencyKey: String) async throws(LedgerError) -> DecisionRecord? {
        try read { $0.decision(for: DecisionRecord.Idempotency(scope: scope, key: idempotencyKey)) }
    }

    package func recentDecisions(limit: Int, profile: String?) async throws(LedgerError) -> [DecisionRecord] {
        try read { $0.recentDecisions(limit: limit, profile: profile) }
    }

    package func recordedUploads(_ query: UploadQuery) async throws(LedgerError) -> [RecordedUpload] {
        try read { $0.recordedUploads(query) }
    }

    package func ids(ofDecisions numbers: [Int64]) async throws(LedgerError) -> [String] {
        try read { $0.ids(ofDecisions: numbers) }
    }

    package func scoredTwice(_ query: ScoredTwiceQuery) async throws(LedgerError) -> [ScoredTwice] {
        try read { $0.scoredTwice(query) }
    }

    package func meanUsage(
        profile: String,
        from: Timestamp,
        to: Timestamp
    ) async throws(LedgerError) -> (calls: Int, TokenUsage) {
        try read { $0.meanUsage(profile: profile, from: from, to: to) }
    }

    package func put(_ feedback: Feedback) async throws(LedgerError) -> SecondWords { try write { $0.put(feedback) } }

    package func append(_ judgement: AuditJudgement) async throws(LedgerError) -> SecondWords {
        try write { ledger throws(LedgerError) in try ledger.append(judgement) }
    }

    package func auditJudgements(decisionID: String) async throws(LedgerError) -> [AuditJudgement] {
        try read { $0.judgements[decisionID] ?? [] }
    }

    package func audits(_ query: AuditQuery) async throws(LedgerError) -> [AnsweredAudit] {
        try read { $0.audits(query) }
    }

    package func waitingAudits(since: Timestamp) async throws(LedgerError) -> [String: Int] {
        try read { ledger in
            Dictionary(
                grouping: ledger.audits(AuditQuery(from: since, limit: AnsweredAudit.mostCounted)),
                by: \.decision.profile
            )
            .mapValues(\.count)
        }
    }

    package func wrongRejects(
        profile: String,
        route: DecisionRecord.Route,
        scoreSpace: String,
        since: Timestamp
    ) async throws(LedgerError) -> Int {
        try read { $0.wrongRejects(profile: profile, route: route, scoreSpace: scoreSpace, since: since) }
    }

    package func feedback(decisionID: String) async throws(LedgerError) -> Feedback? {
        try read { $0.feedback[decisionID] }
    }

    // MARK: Cache and own pictures

    package func cachedAnswer(key: [UInt8]) async throws(LedgerError) -> CachedAnswer? { try read { $0.answers[key] } }

    package func keep(_ answer: CachedAnswer) async throws(LedgerError) {
        try write { if $0.answers[answer.key] == nil { $0.answers[answer.key] = answer } }
    }

    package func keep(_ look: AnswerLook) async throws(LedgerError) {
        try write { ledger in
            guard !ledger.looks.contains(where: { $0.key == look.key }) else { return }
            ledger.looks.append(look)
            ledger.looks.removeFirst(max(0, ledger.looks.count - Retention.answerLooks))
        }
    }

    package func answerLooks() async throws(LedgerError) -> [AnswerLook] { try read { $0.looks } }

    package func removeLooks(keys: [[UInt8]]) async throws(LedgerError) -> Int {
        try write { $0.removeLooks(keys: Set(keys)) }
    }

    package func removeAnswers(of decisionID: String) async throws(LedgerError) -> [[UInt8]] {
        try write { ledger in
            let keys = ledger.answers.values.filter { $0.decisionID == decisionID }.map(\.key)
            for key in keys { ledger.answers[key] = nil }
            _ = ledger.removeLooks(keys: Set(keys))
            return keys
        }
    }

    package func registerOwn(hashes: [[UInt8]], at: Timestamp) async throws(LedgerError) -> Int {
        try write { ledger in hashes.count { ledger.ownPictures.insert($0).inserted } }
    }

    package func isOwn(hash: [UInt8]) async throws(LedgerError) -> Bool { try read { $0.ownPictures.contains(hash) } }

    // MARK: Deferred sends and batches

    package func put(_ decision: DecisionRecord, deferring send: DeferredSend) async throws(LedgerError) {
        try write { ledger throws(LedgerError) in try ledger.put(decision, deferring: send) }
    }

    package func resolve(_ decision: DecisionRecord) async throws(LedgerError) {
        try write { ledger throws(LedgerError) in try ledger.resolve(decision) }
    }

    package func deferredSends() async throws(LedgerError) -> [DeferredSend] { try read { $0.deferredSends() } }

    package func addBatch(_ batch: BatchRecord) async throws(LedgerError) {
        try write { ledger throws(LedgerError) in try ledger.add(batch) }
    }

    package func advanceBatch(id: String, to state: BatchRecord.State, remote: String?) async throws(LedgerError) {
        try write { ledger throws(LedgerError) in try ledger.advance(batch: id, to: state, remote: remote) }
    }

    package func batches(open: Bool) async throws(LedgerError) -> [BatchRecord] { try read { $0.batches(open: open) } }

    // MARK: Keys

    package func addKey(_ key: KeyRecord) async throws(LedgerError) {
        try write { ledger throws(LedgerError) in try ledger.add(key) }
    }

    package func keys() async throws(LedgerError) -> [KeyRecord] {
        try read { $0.keys.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) } }
    }

    package func revokeKey(id: String, at: Timestamp) async throws(LedgerError) {
        try write { ledger throws(LedgerError) in try ledger.revokeKey(id: id, at: at) }
    }

    package func rotateKey(to key: KeyRecord, until end: Timestamp) async throws(LedgerError) {
        try write { ledger throws(LedgerError) in
            var copy = ledger
            try copy.rotate(to: key, until: end)
            ledger = copy
        }
    }

    package func noteKeyUses(_ uses: [String: Timestamp]) async throws(LedgerError) { try write { $0.noteUses(uses) } }

    // MARK: Revisions

    package func append(_ revision: RevisionRecord) async throws(LedgerError) {
        try write { ledger throws(LedgerError) in
            let latest = ledger.revisions.count
            guard revision.number == latest + 1 else { throw .stale(revision.number, latest: latest) }
            ledger.revisions.append(revision)
        }
    }

    package func latestRevision() async throws(LedgerError) -> RevisionRecord? { try read { $0.revisions.last } }

    package func revision(number: Int) async throws(LedgerError) -> RevisionRecord? {
        try read { ledger in
            ledger.revisions.indices.contains(number - 1) ? ledger.revisions[number - 1] : nil
        }
    }

    package func revisions(limit: Int) async throws(LedgerError) -> [RevisionRecord] {
        try read { $0.revisions.suffix(max(0, limit)).reversed().map(\.withoutDocuments) }
    }

    package func append(_ freeze: FreezeRecord) async throws(LedgerError) {
        try write { $0.freezes.append(freeze) }
    }

    package func latestFreeze() async throws(LedgerError) -> FreezeRecord? { try read { $0.freezes.last } }

    // MARK: Reports and care

    package func snapshot(_ query: SnapshotQuery) async throws(LedgerError) -> LedgerSnapshot {
        try read { ledger throws(LedgerError) in try ledger.snapshot(query) }
    }

    package func recover(at: Timestamp) async throws(LedgerError) -> Recovery {
        try write { ledger throws(LedgerError) in try ledger.recover(at: at) }
    }

    package func checkWritable() async throws(LedgerError) { try write { _ throws(LedgerError) in } }

    package func verification() async throws(LedgerError) -> Verification {
        try read { ledger throws(LedgerError) in try ledger.verification() }
    }
}

extension RevisionRecord {
    fileprivate var withoutDocuments: RevisionRecord {
        RevisionRecord(
            number: number,
            at: at,
            by: by,
            from: from,
            reason: reason,
            documents: [],
            revenue: revenue,
            stage: stage
        )
    }
}
