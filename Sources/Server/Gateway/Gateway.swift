import Documents
import Economics
import Gemini
import Imaging
import Ledger
import OwnPictures
import Platform
import Policy

/// One upload's journey, from authenticated bytes to an answer. Stateless but for the keys in progress: everything
/// that must survive is in the ledger.
package final class Gateway: Sendable {
    let store: any LedgerStore
    let pool: CPUPool
    let cloud: CloudClassifier
    let clock: WallClock
    let ids: DecisionIDs
    let log: Log
    /// 64 uniform bits, for audits.
    let randomness: @Sendable () -> UInt64
    let keysInProgress = KeysInProgress()
    let doorStreams = DoorStreams()
    let telemetry: Telemetry
    let lateWrites: LateWrites
    /// Where answers come from: what an emulator said is never served for what the API would say.
    let origin: String
    let switchboard: Switchboard
    /// Whether anything may be spent now.
    package let spending: SpendSwitch
    package let strictness: StrictnessDesk
    /// Pictures known by their look or their mark.
    let own: OwnPictures?
    /// Where pictures wait to be sent later; nil: none may.
    let deferral: DeferredShelf?
    /// Where small pictures of audits lie; nil: none are kept.
    let thumbnails: ThumbnailShelf?
    let calls: AnswerCalls?
    /// Takes journeys to a collector; nil: nobody is told.
    let traces: TraceExporter?
    /// Answers that near duplicates share.
    package let near: NearCache
    /// Audits drawn on a device's question whose pictures are to come.
    let questions: OpenQuestions
    /// Where audits are judged; nil: nowhere.
    let secondLooks: SecondLooks?

    init(
        store: any LedgerStore,
        client: GeminiClient,
        pool: CPUPool,
        clock: WallClock,
        ids: DecisionIDs,
        log: Log,
        telemetry: Telemetry,
        origin: String,
        switchboard: Switchboard,
        spending: SpendSwitch = SpendSwitch(),
        strictness: StrictnessDesk? = nil,
        own: OwnPictures? = nil,
        deferral: DeferredShelf? = nil,
        thumbnails: ThumbnailShelf? = nil,
        calls: AnswerCalls? = nil,
        traces: TraceExporter? = nil,
        near: NearCache = NearCache(),
        questions: OpenQuestions = OpenQuestions(),
        policies: PolicyHolder? = nil,
        randomness: @escaping @Sendable () -> UInt64 = { Crypto.randomBits() },
        lateWritePause: Duration = .seconds(1),
        revenueFreshness: Duration = .seconds(30),
        owner: String = "",
        jitter: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.store = store
        self.pool = pool
        self.clock = clock
        self.ids = ids
        self.log = log
        self.randomness = randomness
        self.telemetry = telemetry
        self.origin = origin
        self.switchboard = switchboard
        self.spending = spending
        self.strictness = strictness ?? StrictnessDesk(folder: nil, log: log)
        self.own = own
        self.deferral = deferral
        self.thumbnails = thumbnails
        self.calls = calls
        self.traces = traces
        self.near = near
        self.questions = questions
        lateWrites = LateWrites(log: log, firstPause: lateWritePause)
        cloud = CloudClassifier(
            store: store,
            client: client,
            switchboard: switchboard,
            spending: spending,
            clock: clock,
            log: log,
            lateWrites: lateWrites,
            allowances: RevenueAllowances(store: store, freshness: revenueFreshness),
            owner: owner,
            jitter: jitter
        )
        secondLooks = policies.map { [cloud, strictness = self.strictness] policies in
            let desk = AuditDesk(
                store: store,
                policies: policies,
                strictness: strictness,
                thumbnails: thumbnails,
                clock: clock,
                log: log
            )
            return SecondLooks(cloud: cloud, desk: desk, log: log)
        }
    }

    /// The API does not take the key, as a look at it showed.
    func refuseKey(_ why: String) {
        for change in switchboard.record(.auth(why), of: "", at: clock.now()) {
            log.error(
                "calls stopped",
                [("scope", .text(change.model ?? "account")), ("cause", .text(why))]
            )
        }
    }

    /// Answers one upload. Whatever happens, the user gets an answer and the ledger exactly one decision row.
    package func answer(to upload: Upload) async -> UploadAnswer {
        let hash = await bodyHash(of: upload)
        if let expected = upload.expectedHash, expected != hash { return .problem(.digestMismatch) }
        let upload = upload.drawn(hash)
        guard let key = upload.idempotencyKey else { return await fresh(upload, hash: hash, idempotency: nil) }
        let idempotency = DecisionRecord.Idempotency(scope: upload.client, key: key)
        do {
            // Before the claim, so that replays at once all get the stored answer; after it, for a twin that ended meanwhile.
            if let answer = try await storedAnswer(to: idempotency, upload: upload, hash: hash) { return answer }
            guard keysInProgress.claim(idempotency) else { return .problem(.idempotencyInProgress) }
        } catch {
            return await withoutLedger(upload, hash: hash, cause: error)
        }
        defer { keysInProgress.release(idempotency) }
        do {
            if let answer = try await storedAnswer(to: idempotency, upload: upload, hash: hash) { return answer }
        } catch {
            return await withoutLedger(upload, hash: hash, cause: error)
        }
        return await fresh(upload, hash: hash, idempotency: idempotency)
    }

    /// What the first request with this key was answered; a conflict when its body or its profile was another one; nil
    /// when there was none. Throws `storage` when the ledger does not say before the gate's deadline.
    private func storedAnswer(
        to idempotency: DecisionRecord.Idempotency,
        upload: Upload,
        hash: [UInt8]
    ) async throws(LedgerError) -> UploadAnswer? {
        let expired = upload.receivedAt.advanced(bySeconds: -Retention.idempotencySeconds)
        let earlier = try await looked(upload) { store throws(LedgerError) in
            try await store.decision(scope: idempotency.scope, idempotencyKey: idempotency.key)
        }
        // Expired keys go a few at a time: one that is still there no longer counts.
        guard let earlier, earlier.at > expired else { return nil }
        let isSame = earlier.image?.sha256 == hash && earlier.profile == upload.snapshot.profile.name
        return isSame ? .replay(of: earlier) : .problem(.idempotencyConflict)
    }

    /// A look into the ledger that may not hold the user up longer than the gate itself.
    func looked<Found: Sendable>(
        _ upload: Upload,
        _ look: @escaping @Sendable (any LedgerStore) async throws(LedgerError) -> Found
    ) async throws(LedgerError) -> Found {
        let store = store
        let looking = Task {
            do throws(LedgerError) {
                return Result<Found, LedgerError>.success(try await look(store))
            } catch {
                return .failure(error)
            }
        }
        guard let result = await value(of: looking, by: max(upload.gateDeadline, .now + .milliseconds(50))) else {
            throw LedgerError(.storage, "the ledger does not answer in time")
        }
        return try result.get()
    }

    /// Nobody can tell a replay now: the user still gets an answer, nothing is spent, and the key stays free.
    private func withoutLedger(_ upload: Upload, hash: [UInt8], cause: LedgerError) async -> UploadAnswer {
        log.error("idempotency key not looked up", [("cause", .text(cause.message))])
        return await fresh(upload, hash: hash, idempotency: nil, maySpend: false)
    }

    /// On the pool, unless that is too busy to do it before the gate's deadline.
    private func bodyHash(of upload: Upload) async -> [UInt8] {
        let pool = pool
        let hashing = Task { await pool.run { Crypto.sha256(upload.body) } }
        if let hash = await value(of: hashing, by: upload.gateDeadline) ?? nil { return hash }
        hashing.cancel()
        return Crypto.sha256(upload.body)
    }

    /// The journey of an upload that was not seen before.
    private func fresh(
        _ upload: Upload,
        hash: [UInt8],
        idempotency: DecisionRecord.Idempotency?,
        maySpend: Bool = true
    ) async -> UploadAnswer {
        let now = clock.now()
        var draft = DecisionDraft(
            id: ids.next(),
            upload: upload,
            hash: hash,
            cacheKey: CacheKey.bytes(bodyHash: hash, snapshot: upload.snapshot, origin: origin, at: now),
            idempotency: idempotency
        )
        if draft.sharesNear { draft.question = CacheKey.question(of: upload.snapshot, origin: origin, at: now) }
        do throws(ImagingError) {
            let header = try ImageDecoder.header(of: upload.body)
            draft.take(header)
            let start = ContinuousClock.now
            let cached = await cachedAnswer(for: draft)
            draft.passed(.cache, since: start)
            if let cached {
                draft.take(cached)
            } else {
                let measuring = try await measure(&draft)
                await answerNear(&draft)
                if draft.outcome != .cached {
                    follow(&draft)
                    judge(&draft, measuring)
                }
                if draft.isSent {
                    if maySpend { try await send(&draft) } else { draft.stayLocal(.ledgerFailed) }
                }
            }
        } catch {
            draft.take(error)
        }
        return await recorded(draft)
    }

    /// Writes the row, then answers: a client that reads an answer can always read its decision.
    func recorded(_ draft: DecisionDraft) async -> UploadAnswer {
        if let send = draft.deferred { return await deferred(draft, send) }
        let start = ContinuousClock.now
        let latency = start - draft.upload.bodyComplete
        let answer = draft.answer(latency: latency)
        let record = draft.record(answer: answer, latency: latency)
        telemetry.clients.add(record, label: draft.upload.label)
        await close(draft)
        // Together, so that both are in one commit and the user waits for one.
        async let keeping: Void = keep(draft)
        do {
            try await store.record(record)
            secondLooks?.begin(on: record, draft)
        } catch {
            log.error("decision not recorded", [("decision", .text(draft.id)), ("cause", .text("\(error)"))])
            lateWrites.add("the decision", decision: draft.id) { [store] () throws(LedgerError) in
                var record = record
                // Its bills may have come since.
                let bills = try await store.attempts(decisionID: record.id).compactMap(\.settlement?.cost)
                if let cost = try? Money.sum(bills) { record.cost = cost }  // Out of range: as it was.
                try await store.record(record)
            }
        }
        await keeping
        trace(record, of: draft, since: start)
        return answer
    }

    /// - Parameter start: When writing the row began.
    func trace(_ record: DecisionRecord, of draft: DecisionDraft, since start: ContinuousClock.Instant) {
        guard let traces, draft.isRequest else { return }
        var draft = draft
        draft.passed(.ledger, since: start)
        traces.add(record, of: draft)
    }
}
