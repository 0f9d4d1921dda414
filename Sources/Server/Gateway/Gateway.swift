import Documents
import Economics
package import Gemini
import Imaging
package import Ledger
package import Platform
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
    let telemetry: Telemetry
    /// Where answers come from: what an emulator said is never served for what the API would say.
    let origin: String

    package init(
        store: any LedgerStore,
        client: GeminiClient,
        pool: CPUPool,
        clock: WallClock,
        ids: DecisionIDs,
        log: Log,
        telemetry: Telemetry,
        origin: String,
        randomness: @escaping @Sendable () -> UInt64 = { Crypto.randomBits() },
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
        cloud = CloudClassifier(store: store, client: client, clock: clock, log: log, jitter: jitter)
    }

    /// Answers one upload. Whatever happens, the user gets an answer and the ledger exactly one decision row.
    package func answer(to upload: Upload) async -> UploadAnswer {
        let hash = await bodyHash(of: upload)
        if let expected = upload.expectedHash, expected != hash { return .problem(.digestMismatch) }
        guard let key = upload.idempotencyKey else { return await fresh(upload, hash: hash, idempotency: nil) }
        let idempotency = DecisionRecord.Idempotency(scope: upload.client, key: key)
        do {
            // Before the claim, so that replays at once all get the stored answer; after it, for a twin that ended meanwhile.
            if let answer = try await storedAnswer(to: idempotency, hash: hash) { return answer }
            guard keysInProgress.claim(idempotency) else { return .problem(.idempotencyInProgress) }
        } catch {
            return await withoutLedger(upload, hash: hash, cause: error)
        }
        defer { keysInProgress.release(idempotency) }
        do {
            if let answer = try await storedAnswer(to: idempotency, hash: hash) { return answer }
        } catch {
            return await withoutLedger(upload, hash: hash, cause: error)
        }
        return await fresh(upload, hash: hash, idempotency: idempotency)
    }

    /// What the first request with this key was answered; a conflict when its body was another one; nil when there was
    /// none.
    private func storedAnswer(
        to idempotency: DecisionRecord.Idempotency,
        hash: [UInt8]
    ) async throws(LedgerError) -> UploadAnswer? {
        guard let earlier = try await store.decision(scope: idempotency.scope, idempotencyKey: idempotency.key) else {
            return nil
        }
        return earlier.image?.sha256 == hash ? .replay(of: earlier) : .problem(.idempotencyConflict)
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
        var draft = DecisionDraft(
            id: ids.next(),
            upload: upload,
            hash: hash,
            cacheKey: CacheKey.bytes(bodyHash: hash, snapshot: upload.snapshot, origin: origin, at: clock.now()),
            idempotency: idempotency
        )
        do throws(ImagingError) {
            let header = try ImageDecoder.header(of: upload.body)
            draft.take(header)
            if let cached = await cachedAnswer(for: draft) {
                draft.take(cached)
            } else {
                try await judge(&draft)
                if draft.isSent {
                    if maySpend { try await send(&draft) } else { draft.stayLocal(.ledgerFailed) }
                }
            }
        } catch {
            draft.take(error)
        }
        return await recorded(draft)
    }

    private func cachedAnswer(for draft: DecisionDraft) async -> CachedAnswer? {
        do {
            return try await store.cachedAnswer(key: draft.cacheKey)
        } catch {
            log.error("cache not read", [("cause", .text("\(error)"))])
            return nil
        }
    }

    /// Writes the row, then answers: a client that reads an answer can always read its decision.
    private func recorded(_ draft: DecisionDraft) async -> UploadAnswer {
        let latency = ContinuousClock.now - draft.upload.bodyComplete
        let answer = draft.answer(latency: latency)
        // Together, so that both are in one commit and the user waits for one.
        async let keeping: Void = keep(draft)
        do {
            try await store.record(draft.record(answer: answer, latency: latency))
        } catch {
            log.error("decision not recorded", [("decision", .text(draft.id)), ("cause", .text("\(error)"))])
        }
        await keeping
        return answer
    }

    /// Keeps what was paid for just now.
    private func keep(_ draft: DecisionDraft) async {
        if let classification = draft.cloudClassification, let model = draft.model {
            do {
                try await store.keep(
                    CachedAnswer(
                        key: draft.cacheKey,
                        classification: classification.encoded(),
                        modelVersion: model,
                        decisionID: draft.id,
                        emulated: draft.emulated,
                        at: draft.upload.receivedAt
                    )
                )
            } catch {
                log.warning("answer not cached", [("decision", .text(draft.id)), ("cause", .text("\(error)"))])
            }
        }
    }
}
