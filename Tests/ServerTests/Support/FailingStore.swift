import Backtest
import Economics
import Ledger
import Platform
import Policy
import Revenue

/// A store that fails where it is told to, and may read its keys slowly.
final class FailingStore: LedgerStore {
    enum Call: Sendable, CaseIterable {
        case reserve, settle, totals, record, decision, attempts, key, recent, cached, keep, looks, registerOwn, isOwn,
            addKey, keys, revokeKey, noteUses, append, latestRevision, snapshot, checkWritable, appendEvents
    }

    private let inner: any LedgerStore
    private let failing = Locked<Set<Call>>([])

    private let reserving = Locked<(@Sendable (HoldRequest) async -> Void)?>(nil)

    private let readKeys: (@Sendable () async -> [KeyRecord])?

    /// - Parameter readKeys: Instead of reading the keys of the store within.
    init(_ inner: any LedgerStore = MemoryStore(), readKeys: (@Sendable () async -> [KeyRecord])? = nil) {
        self.inner = inner
        self.readKeys = readKeys
    }

    /// From now on these calls fail, and no others.
    func fail(_ calls: Set<Call>) { failing.withLock { $0 = calls } }

    /// What happens before the next hold is written.
    func beforeNextReserve(_ body: @escaping @Sendable (HoldRequest) async -> Void) {
        reserving.withLock { $0 = body }
    }

    static let error = LedgerError(.storage, "the disk is gone")

    private func check(_ call: Call) throws(LedgerError) {
        if failing.withLock({ $0.contains(call) }) { throw Self.error }
    }

    func reserve(_ request: HoldRequest) async throws(LedgerError) -> HoldResult {
        try check(.reserve)
        let body = reserving.withLock { body in
            defer { body = nil }
            return body
        }
        await body?(request)
        return try await inner.reserve(request)
    }

    func settle(_ settlement: Settlement) async throws(LedgerError) {
        try check(.settle)
        try await inner.settle(settlement)
    }

    func open(_ question: AuditQuestion) async throws(LedgerError) {
        try check(.record)
        try await inner.open(question)
    }

    func follow(question id: String, with upload: String) async throws(LedgerError) -> Bool {
        try check(.record)
        return try await inner.follow(question: id, with: upload)
    }

    func openQuestions(since: Timestamp) async throws(LedgerError) -> [AuditQuestion] {
        try check(.recent)
        return try await inner.openQuestions(since: since)
    }

    func totals(_ window: WindowName) async throws(LedgerError) -> WindowTotals {
        try check(.totals)
        return try await inner.totals(window)
    }

    func append(_ events: [EventRecord], announcing alerts: [CapAlert]) async throws(LedgerError) -> Int {
        try check(.appendEvents)
        return try await inner.append(events, announcing: alerts)
    }

    func events(_ query: EventQuery) async throws(LedgerError) -> [EventRecord] { try await inner.events(query) }

    func noteDelivered(_ ids: Set<String>) async throws(LedgerError) { try await inner.noteDelivered(ids) }

    func sweep(at: Timestamp) async throws(LedgerError) -> Sweep { try await inner.sweep(at: at) }

    func importRevenue(_ entries: [RevenueEntry], at: Timestamp) async throws(LedgerError) -> RevenueImport {
        try await inner.importRevenue(entries, at: at)
    }

    func add(_ events: [RevenueEvent], at: Timestamp) async throws(LedgerError) -> Int {
        try await inner.add(events, at: at)
    }

    func revenueEditions(_ days: SnapshotQuery.Days) async throws(LedgerError) -> [RevenueEdition] {
        try await inner.revenueEditions(days)
    }

    func prune(before: Timestamp, limit: Int, now: Timestamp) async throws(LedgerError) -> Int {
        try await inner.prune(before: before, limit: limit, now: now)
    }

    func size() async throws(LedgerError) -> LedgerSize { try await inner.size() }

    func record(_ decision: DecisionRecord) async throws(LedgerError) {
        try check(.record)
        try await inner.record(decision)
    }

    func decision(id: String) async throws(LedgerError) -> DecisionRecord? {
        try check(.decision)
        return try await inner.decision(id: id)
    }

    func attempts(decisionID: String) async throws(LedgerError) -> [AttemptRecord] {
        try check(.attempts)
        return try await inner.attempts(decisionID: decisionID)
    }

    func decision(scope: String, idempotencyKey: String) async throws(LedgerError) -> DecisionRecord? {
        try check(.key)
        return try await inner.decision(scope: scope, idempotencyKey: idempotencyKey)
    }

    func recentDecisions(limit: Int, profile: String?) async throws(LedgerError) -> [DecisionRecord] {
        try check(.recent)
        return try await inner.recentDecisions(limit: limit, profile: profile)
    }

    func append(_ freeze: FreezeRecord) async throws(LedgerError) { try await inner.append(freeze) }

    func latestFreeze() async throws(LedgerError) -> FreezeRecord? { try await inner.latestFreeze() }

    func recordedUploads(_ query: UploadQuery) async throws(LedgerError) -> [RecordedUpload] {
        try await inner.recordedUploads(query)
    }

    func ids(ofDecisions numbers: [Int64]) async throws(LedgerError) -> [String] {
        try await inner.ids(ofDecisions: numbers)
    }

    func scoredTwice(_ query: ScoredTwiceQuery) async throws(LedgerError) -> [ScoredTwice] {
        try await inner.scoredTwice(query)
    }

    func meanUsage(
        profile: String,
        from: Timestamp,
        to: Timestamp
    ) async throws(LedgerError) -> (calls: Int, TokenUsage) {
        try await inner.meanUsage(profile: profile, from: from, to: to)
    }

    func put(_ feedback: Feedback) async throws(LedgerError) -> SecondWords { try await inner.put(feedback) }

    func append(_ judgement: AuditJudgement) async throws(LedgerError) -> SecondWords {
        try await inner.append(judgement)
    }

    func auditJudgements(decisionID: String) async throws(LedgerError) -> [AuditJudgement] {
        try await inner.auditJudgements(decisionID: decisionID)
    }

    func audits(_ query: AuditQuery) async throws(LedgerError) -> [AnsweredAudit] { try await inner.audits(query) }

    func waitingAudits(since: Timestamp) async throws(LedgerError) -> [String: Int] {
        try await inner.waitingAudits(since: since)
    }

    func wrongRejects(
        profile: String,
        route: DecisionRecord.Route,
        scoreSpace: String,
        since: Timestamp
    ) async throws(LedgerError) -> Int {
        try await inner.wrongRejects(profile: profile, route: route, scoreSpace: scoreSpace, since: since)
    }

    func feedback(decisionID: String) async throws(LedgerError) -> Feedback? {
        try await inner.feedback(decisionID: decisionID)
    }

    func cachedAnswer(key: [UInt8]) async throws(LedgerError) -> CachedAnswer? {
        try check(.cached)
        return try await inner.cachedAnswer(key: key)
    }

    func keep(_ answer: CachedAnswer) async throws(LedgerError) {
        try check(.keep)
        try await inner.keep(answer)
    }

    func keep(_ look: AnswerLook) async throws(LedgerError) {
        try check(.keep)
        try await inner.keep(look)
    }

    func answerLooks() async throws(LedgerError) -> [AnswerLook] {
        try check(.looks)
        return try await inner.answerLooks()
    }

    func removeLooks(keys: [[UInt8]]) async throws(LedgerError) -> Int {
        try check(.looks)
        return try await inner.removeLooks(keys: keys)
    }

    func removeAnswers(of decisionID: String) async throws(LedgerError) -> [[UInt8]] {
        try check(.looks)
        return try await inner.removeAnswers(of: decisionID)
    }

    func registerOwn(hashes: [[UInt8]], at: Timestamp) async throws(LedgerError) -> Int {
        try check(.registerOwn)
        return try await inner.registerOwn(hashes: hashes, at: at)
    }

    func isOwn(hash: [UInt8]) async throws(LedgerError) -> Bool {
        try check(.isOwn)
        return try await inner.isOwn(hash: hash)
    }

    func put(_ decision: DecisionRecord, deferring send: DeferredSend) async throws(LedgerError) {
        try check(.record)
        try await inner.put(decision, deferring: send)
    }

    func resolve(_ decision: DecisionRecord) async throws(LedgerError) {
        try check(.record)
        try await inner.resolve(decision)
    }

    func deferredSends() async throws(LedgerError) -> [DeferredSend] { try await inner.deferredSends() }

    func addBatch(_ batch: BatchRecord) async throws(LedgerError) { try await inner.addBatch(batch) }

    func advanceBatch(id: String, to state: BatchRecord.State, remote: String?) async throws(LedgerError) {
        try await inner.advanceBatch(id: id, to: state, remote: remote)
    }

    func batches(open: Bool) async throws(LedgerError) -> [BatchRecord] { try await inner.batches(open: open) }

    func addKey(_ key: KeyRecord) async throws(LedgerError) {
        try check(.addKey)
        try await inner.addKey(key)
    }

    func keys() async throws(LedgerError) -> [KeyRecord] {
        try check(.keys)
        if let readKeys { return await readKeys() }
        return try await inner.keys()
    }

    func revokeKey(id: String, at: Timestamp) async throws(LedgerError) {
        try check(.revokeKey)
        try await inner.revokeKey(id: id, at: at)
    }

    func rotateKey(to key: KeyRecord, until end: Timestamp) async throws(LedgerError) {
        try check(.addKey)
        try await inner.rotateKey(to: key, until: end)
    }

    func noteKeyUses(_ uses: [String: Timestamp]) async throws(LedgerError) {
        try check(.noteUses)
        try await inner.noteKeyUses(uses)
    }

    func append(_ revision: RevisionRecord) async throws(LedgerError) {
        try check(.append)
        try await inner.append(revision)
    }

    func latestRevision() async throws(LedgerError) -> RevisionRecord? {
        try check(.latestRevision)
        return try await inner.latestRevision()
    }

    func revision(number: Int) async throws(LedgerError) -> RevisionRecord? {
        try await inner.revision(number: number)
    }

    func revisions(limit: Int) async throws(LedgerError) -> [RevisionRecord] { try await inner.revisions(limit: limit) }

    func snapshot(_ query: SnapshotQuery) async throws(LedgerError) -> LedgerSnapshot {
        try check(.snapshot)
        return try await inner.snapshot(query)
    }

    func recover(at: Timestamp) async throws(LedgerError) -> Recovery { try await inner.recover(at: at) }

    func checkWritable() async throws(LedgerError) {
        try check(.checkWritable)
        try await inner.checkWritable()
    }

    func verification() async throws(LedgerError) -> Verification { try await inner.verification() }

    func close() async { await inner.close() }
}
