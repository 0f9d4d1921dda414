package import Backtest
package import Economics
package import Ledger
package import Revenue

/// The ledger in one SQLite file: one writer that commits in groups, readers beside it.
///
/// Lookups and reports have a reader each, so that no report makes an upload wait.
package final class SQLiteStore: LedgerStore {
    /// Nil when opened read-only.
    let writer: Writer?
    private let lookups = Reader(name: "ledger-lookup")
    private let reports = Reader(name: "ledger-report")

    private let folder: LedgerFolder

    private init(_ folder: LedgerFolder, writer: Writer?) {
        self.folder = folder
        self.writer = writer
    }

    /// Opens the ledger of a data folder for writing; creates both when missing (the folder for its owner alone).
    ///
    /// Throws `locked` naming the process that writes there, `schema` for a file of a newer version or of someone
    /// else, or `storage`.
    package static func open(folder: String) async throws(LedgerError) -> SQLiteStore {
        try await open(folder: folder, durability: .full)
    }

    static func open(folder: String, durability: Durability) async throws(LedgerError) -> SQLiteStore {
        let writer = Writer()
        let folder = LedgerFolder(path: folder)
        try await writer.open(folder, durability: durability)
        return try await SQLiteStore(folder, writer: writer).openReaders()
    }

    /// Opens the ledger for reading beside a server, or without one: takes no lock and writes nothing. Writing calls
    /// throw `storage`.
    ///
    /// Throws `notFound` without a ledger, `schema` for one of another version, or `storage`.
    package static func openReadOnly(folder: String) async throws(LedgerError) -> SQLiteStore {
        try await SQLiteStore(LedgerFolder(path: folder), writer: nil).openReaders()
    }

    private func openReaders() async throws(LedgerError) -> SQLiteStore {
        do {
            try await lookups.open(folder)
            try await reports.open(folder)
            return self
        } catch {
            await close()
            throw error
        }
    }

    package func close() async {
        // Readers first: the last connection to close writes the log back into the file.
        await lookups.close()
        await reports.close()
        await writer?.close()
    }

    private func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(LedgerError) -> Value
    ) async throws(LedgerError) -> Value {
        guard let writer else { throw LedgerError(.storage, "the ledger is open for reading only") }
        return try await writer.write(body)
    }

    // MARK: Money

    package func reserve(_ request: HoldRequest) async throws(LedgerError) -> HoldResult {
        try await write { connection throws(LedgerError) in try connection.reserve(request) }
    }

    package func settle(_ settlement: Settlement) async throws(LedgerError) {
        try await write { connection throws(LedgerError) in try connection.settle(settlement) }
    }

    package func totals(_ window: WindowName) async throws(LedgerError) -> WindowTotals {
        try await lookups.read { connection throws(LedgerError) in try connection.totals(window) }
    }

    package func sweep(at: Timestamp) async throws(LedgerError) -> Sweep {
        let isNeeded = try await lookups.read { connection throws(LedgerError) in try connection.needsSweep(at: at) }
        guard isNeeded else { return Sweep(expired: 0, alerts: []) }
        return try await write { connection throws(LedgerError) in try connection.sweep(at: at) }
    }

    // MARK: Events

    package func append(_ events: [EventRecord], announcing alerts: [CapAlert]) async throws(LedgerError) -> Int {
        try await write { connection throws(LedgerError) in try connection.append(events, announcing: alerts) }
    }

    package func events(_ query: EventQuery) async throws(LedgerError) -> [EventRecord] {
        try await lookups.read { connection throws(LedgerError) in try connection.events(query) }
    }

    package func noteDelivered(_ ids: Set<String>) async throws(LedgerError) {
        try await write { connection throws(LedgerError) in try connection.noteDelivered(ids) }
    }

    // MARK: Care

    package func prune(before: Timestamp, limit: Int, now: Timestamp) async throws(LedgerError) -> Int {
        try await write { connection throws(LedgerError) in
            try connection.prune(before: before, limit: limit, now: now)
        }
    }

    package func size() async throws(LedgerError) -> LedgerSize {
        try await reports.read { connection throws(LedgerError) in try connection.size() }
    }

    // MARK: Revenue

    package func importRevenue(
        _ entries: [RevenueEntry],
        at: Timestamp
    ) async throws(LedgerError) -> RevenueImport {
        try await write { connection throws(LedgerError) in try connection.importRevenue(entries, at: at) }
    }

    package func add(_ events: [RevenueEvent], at: Timestamp) async throws(LedgerError) -> Int {
        try await write { connection throws(LedgerError) in try connection.add(events, at: at) }
    }

    package func revenueEditions(_ days: SnapshotQuery.Days) async throws(LedgerError) -> [RevenueEdition] {
        try await reports.read { connection throws(LedgerError) in try connection.revenueEditions(days) }
    }

    // MARK: Decisions

    package func record(_ decision: DecisionRecord) async throws(LedgerError) {
        try await write { connection throws(LedgerError) in try connection.record(decision) }
    }

    package func open(_ question: AuditQuestion) async throws(LedgerError) {
        try await write { connection throws(LedgerError) in try connection.open(question) }
    }

    package func follow(question id: String, with upload: String) async throws(LedgerError) -> Bool {
        try await write { connection throws(LedgerError) in try connection.follow(question: id, with: upload) }
    }

    package func openQuestions(since: Timestamp) async throws(LedgerError) -> [AuditQuestion] {
        try await lookups.read { connection throws(LedgerError) in try connection.openQuestions(since: since) }
    }

    package func decision(id: String) async throws(LedgerError) -> DecisionRecord? {
        try await lookups.read { connection throws(LedgerError) in try connection.decision(id: id) }
    }

    package func attempts(decisionID: String) async throws(LedgerError) -> [AttemptRecord] {
        try await lookups.read { connection throws(LedgerError) in try connection.attempts(decisionID: decisionID) }
    }

    package func decision(scope: String, idempotencyKey: String) async throws(LedgerError) -> DecisionRecord? {
        try await lookups.read { connection throws(LedgerError) in
            try connection.decision(scope: scope, idempotencyKey: idempotencyKey)
        }
    }

    package func recentDecisions(limit: Int, profile: String?) async throws(LedgerError) -> [DecisionRecord] {
        try await reports.read { connection throws(LedgerError) in
            try connection.recentDecisions(limit: limit, profile: profile)
        }
    }

    package func recordedUploads(_ query: UploadQuery) async throws(LedgerError) -> [RecordedUpload] {
        try await reports.read { connection throws(LedgerError) in try connection.recordedUploads(query) }
    }

    package func ids(ofDecisions numbers: [Int64]) async throws(LedgerError) -> [String] {
        try await reports.read { connection throws(LedgerError) in try connection.ids(ofDecisions: numbers) }
    }

    package func scoredTwice(_ query: ScoredTwiceQuery) async throws(LedgerError) -> [ScoredTwice] {
        try await reports.read { connection throws(LedgerError) in try connection.scoredTwice(query) }
    }

    package func meanUsage(
        profile: String,
        from: Timestamp,
        to: Timestamp
    ) async throws(LedgerError) -> (calls: Int, TokenUsage) {
        try await reports.read { connection throws(LedgerError) in
            try connection.meanUsage(profile: profile, from: from, to: to)
        }
    }

    package func put(_ feedback: Feedback) async throws(LedgerError) -> SecondWords {
        try await write { connection throws(LedgerError) in try connection.put(feedback) }
    }

    package func wrongRejects(
        profile: String,
        route: DecisionRecord.Route,
        scoreSpace: String,
        since: Timestamp
    ) async throws(LedgerError) -> Int {
        try await lookups.read { connection throws(LedgerError) in
            try connection.wrongRejects(profile: profile, route: route, scoreSpace: scoreSpace, since: since)
        }
    }

    package func feedback(decisionID: String) async throws(LedgerError) -> Feedback? {
        try await lookups.read { connection throws(LedgerError) in try connection.feedback(decisionID: decisionID) }
    }

    package func append(_ judgement: AuditJudgement) async throws(LedgerError) -> SecondWords {
        try await write { connection throws(LedgerError) in try connection.append(judgement) }
    }

    package func auditJudgements(decisionID id: String) async throws(LedgerError) -> [AuditJudgement] {
        try await lookups.read { connection throws(LedgerError) in try connection.auditJudgements(decisionID: id) }
    }

    package func audits(_ query: AuditQuery) async throws(LedgerError) -> [AnsweredAudit] {
        try await reports.read { connection throws(LedgerError) in try connection.audits(query) }
    }

    package func waitingAudits(since: Timestamp) async throws(LedgerError) -> [String: Int] {
        try await reports.read { connection throws(LedgerError) in try connection.waitingAudits(since: since) }
    }

    // MARK: Cache and own pictures

    package func cachedAnswer(key: [UInt8]) async throws(LedgerError) -> CachedAnswer? {
        try await lookups.read { connection throws(LedgerError) in try connection.cachedAnswer(key: key) }
    }

    package func keep(_ answer: CachedAnswer) async throws(LedgerError) {
        try await write { connection throws(LedgerError) in try connection.keep(answer) }
    }

    package func keep(_ look: AnswerLook) async throws(LedgerError) {
        try await write { connection throws(LedgerError) in try connection.keep(look) }
    }

    package func answerLooks() async throws(LedgerError) -> [AnswerLook] {
        try await reports.read { connection throws(LedgerError) in try connection.answerLooks() }
    }

    package func removeLooks(keys: [[UInt8]]) async throws(LedgerError) -> Int {
        try await write { connection throws(LedgerError) in try connection.removeLooks(keys: keys) }
    }

    package func removeAnswers(of decisionID: String) async throws(LedgerError) -> [[UInt8]] {
        try await write { connection throws(LedgerError) in try connection.removeAnswers(of: decisionID) }
    }

    package func registerOwn(hashes: [[UInt8]], at: Timestamp) async throws(LedgerError) -> Int {
        try await write { connection throws(LedgerError) in try connection.registerOwn(hashes: hashes, at: at) }
    }

    package func isOwn(hash: [UInt8]) async throws(LedgerError) -> Bool {
        try await lookups.read { connection throws(LedgerError) in try connection.isOwn(hash: hash) }
    }

    // MARK: Deferred sends and batches

    package func put(_ decision: DecisionRecord, deferring send: DeferredSend) async throws(LedgerError) {
        try await write { connection throws(LedgerError) in try connection.put(decision, deferring: send) }
    }

    package func resolve(_ decision: DecisionRecord) async throws(LedgerError) {
        try await write { connection throws(LedgerError) in try connection.resolve(decision) }
    }

    package func deferredSends() async throws(LedgerError) -> [DeferredSend] {
        try await lookups.read { connection throws(LedgerError) in try connection.deferredSends() }
    }

    package func addBatch(_ batch: BatchRecord) async throws(LedgerError) {
        try await write { connection throws(LedgerError) in try connection.add(batch) }
    }

    package func advanceBatch(id: String, to state: BatchRecord.State, remote: String?) async throws(LedgerError) {
        try await write { connection throws(LedgerError) in try connection.advance(batch: id, to: state, remote: remote)
        }
    }

    package func batches(open: Bool) async throws(LedgerError) -> [BatchRecord] {
        try await lookups.read { connection throws(LedgerError) in try connection.batches(open: open) }
    }

    // MARK: Keys

    package func addKey(_ key: KeyRecord) async throws(LedgerError) {
        try await write { connection throws(LedgerError) in try connection.add(key) }
    }

    package func keys() async throws(LedgerError) -> [KeyRecord] {
        try await lookups.read { connection throws(LedgerError) in try connection.keys() }
    }

    package func revokeKey(id: String, at: Timestamp) async throws(LedgerError) {
        try await write { connection throws(LedgerError) in try connection.revokeKey(id: id, at: at) }
    }

    package func rotateKey(to key: KeyRecord, until end: Timestamp) async throws(LedgerError) {
        try await write { connection throws(LedgerError) in try connection.rotate(to: key, until: end) }
    }

    package func noteKeyUses(_ uses: [String: Timestamp]) async throws(LedgerError) {
        try await write { connection throws(LedgerError) in try connection.noteUses(uses) }
    }

    // MARK: Revisions

    package func append(_ revision: RevisionRecord) async throws(LedgerError) {
        try await write { connection throws(LedgerError) in try connection.append(revision) }
    }

    package func latestRevision() async throws(LedgerError) -> RevisionRecord? {
        try await lookups.read { connection throws(LedgerError) in try connection.latestRevision() }
    }

    package func revision(number: Int) async throws(LedgerError) -> RevisionRecord? {
        try await lookups.read { connection throws(LedgerError) in try connection.revision(number: number) }
    }

    package func revisions(limit: Int) async throws(LedgerError) -> [RevisionRecord] {
        try await lookups.read { connection throws(LedgerError) in try connection.revisions(limit: limit) }
    }

    package func append(_ freeze: FreezeRecord) async throws(LedgerError) {
        try await write { connection throws(LedgerError) in try connection.append(freeze) }
    }

    package func latestFreeze() async throws(LedgerError) -> FreezeRecord? {
        try await lookups.read { connection throws(LedgerError) in try connection.latestFreeze() }
    }

    // MARK: Reports and care

    package func snapshot(_ query: SnapshotQuery) async throws(LedgerError) -> LedgerSnapshot {
        try await reports.read { connection throws(LedgerError) in try connection.snapshot(query) }
    }

    package func recover(at: Timestamp) async throws(LedgerError) -> Recovery {
        try await write { connection throws(LedgerError) in
            var recovery = try connection.recover(at: at)
            recovery.lost = try connection.lostCommits()
            return recovery
        }
    }

    package func checkWritable() async throws(LedgerError) {
        try await writer?.checkRoom()
        try await write { connection throws(LedgerError) in
            // Writes the header's page anew, whatever stood there.
            try connection.script("PRAGMA user_version = \(Schema.version)")
        }
    }

    package func verification() async throws(LedgerError) -> Verification {
        let path = folder.commitPath
        return try await reports.read { connection throws(LedgerError) in
            // Before the first row: whoever writes meanwhile is ahead of it.
            try connection.verification(acknowledged: CommitCount(notedIn: path))
        }
    }
}
