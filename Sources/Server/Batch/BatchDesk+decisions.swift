import Economics
import Gemini
import Imaging
import Ledger
import Platform
import Policy

extension BatchDesk {
    /// Books what a batch answered and decides. An answer that may be another one the next time is asked for online: true
    /// once that is done.
    func take(
        _ answer: GeminiAttempt?,
        for item: BatchRecord.Item,
        snapshot: PolicySnapshot
    ) async throws(LedgerError) -> Bool {
        guard let answer else {
            try await settleLost(item, as: .unknown("unanswered"))
            return try await askOnline(item, snapshot: snapshot)
        }
        var result = CloudClassifier.Result()
        // Of its own attempt alone: a picture that was asked for alone since has another bill.
        if let open = try await store.attempts(decisionID: item.decisionID).awaitingBatch {
            let upload = upload(body: [], snapshot: snapshot, of: try await deferredDecision(of: item))
            await gateway.cloud.settle(
                answer,
                hold: open.hold,
                of: call(snapshot),
                item.asSent(maxSide: snapshot.profile.cloud.imageMaxSide),
                original: PictureSize(width: item.width, height: item.height),
                upload,
                into: &result
            )
        }
        switch answer.outcome {
        case .ok(let classification):
            result.classification = classification
            try await decide(item, result, snapshot: snapshot)
            return false
        case .promptBlocked, .refused:
            // The picture's own doing: online it would end alike.
            result.failure = answer.outcome.reason
            result.detail = answer.outcome.detail
            try await decide(item, result, snapshot: snapshot)
            return false
        default:
            return try await askOnline(item, snapshot: snapshot)
        }
    }

    /// Settles what is held for a picture in a job, or for one. What was asked for alone has a bill of its own, which whoever
    /// asked settles, late if need be, or the next start.
    func settleLost(_ item: BatchRecord.Item, as lost: LostAttempt) async throws(LedgerError) {
        guard let attempt = try await store.attempts(decisionID: item.decisionID).awaitingBatch else { return }
        let now = gateway.clock.now()
        switch lost {
        // Instead of what its expiry booked, too.
        case .notSent:
            do {
                try await store.settle(attempt.hold.unsentBill(at: now))
            } catch {
                // Its upload was first.
                guard error.code == .duplicate else { throw error }
            }
        case .unknown(let word):
            guard attempt.settlement == nil else { return }
            try await store.settle(attempt.hold.unknownBill("batch_\(word)", at: now))
        }
    }

    /// Asks about one picture at once, as an attempt of the same decision: true. One that waited may be answered from the cache by
    /// now. While spending is frozen it waits without a
    /// decision, but that a client waits no longer than it was told: then the local label stands.
    func askOnline(_ item: BatchRecord.Item, snapshot: PolicySnapshot) async throws(LedgerError) -> Bool {
        let record = try await deferredDecision(of: item)
        if let record, let known = try await gateway.answer(for: record, snapshot: snapshot) {
            try await gateway.resolve(record, by: known, snapshot: snapshot)
            return false
        }
        if let freeze = gateway.spending.freeze {
            if try await isOverdue(item) {
                try await decide(item, failure: .spendFrozen, detail: freeze.text, snapshot: snapshot)
            }
            return false
        }
        guard let picture = try await picture(of: item) else {
            try await decide(item, failure: .upstreamFailed, detail: "the picture is gone", snapshot: snapshot)
            return true
        }
        if let record, let known = try await gateway.nearAnswer(for: record, picture.bytes, snapshot: snapshot) {
            try await gateway.resolve(record, by: known, snapshot: snapshot)
            return false
        }
        let entry: BatchEntry
        do {
            entry = try await self.entry(item, picture, snapshot: snapshot)
        } catch let error as LedgerError {
            throw error
        } catch {
            let why = (error as? ImagingError)?.message ?? "\(error)"
            try await decide(item, failure: .upstreamFailed, detail: why, snapshot: snapshot)
            return true
        }
        let made = try await store.attempts(decisionID: item.decisionID).next - 1
        let upload = upload(body: picture.bytes, snapshot: snapshot, of: record)
        let result = await gateway.cloud.result(
            for: entry.picture,
            original: PictureSize(width: item.width, height: item.height),
            of: upload,
            decisionID: item.decisionID,
            after: made
        )
        try await decide(item, result, snapshot: snapshot)
        return true
    }

    /// Answers a picture without the cloud.
    func decide(
        _ item: BatchRecord.Item,
        failure: Reason,
        detail: String,
        snapshot: PolicySnapshot
    ) async throws(LedgerError) {
        var result = CloudClassifier.Result()
        result.failure = failure
        result.detail = detail
        try await decide(item, result, snapshot: snapshot)
    }

    /// Writes the one row of a picture, with the bills of all its attempts.
    private func decide(
        _ item: BatchRecord.Item,
        _ result: CloudClassifier.Result,
        snapshot: PolicySnapshot
    ) async throws(LedgerError) {
        if let record = try await deferredDecision(of: item) {
            _ = try await gateway.resolve(record, by: result, snapshot: snapshot)
            return
        }
        var draft = draft(item.decisionID, hash: item.sha256, body: [], snapshot: snapshot)
        draft.image = DecisionRecord.Image(
            sha256: item.sha256,
            bytes: item.bytes,
            format: item.format,
            width: item.width,
            height: item.height
        )
        if let gate = item.gate {
            draft.take(gate)
        } else {
            // The gate was not asked: whoever sends a batch of such a profile has chosen its pictures.
            draft.reasons = [.gateDisabled]
        }
        draft.take(result)
        let bills = try await store.attempts(decisionID: item.decisionID).compactMap(\.settlement?.cost)
        draft.cost = (try? Money.sum(bills)) ?? draft.cost  // Out of range: as it was.
        _ = await gateway.recorded(draft)
    }

    /// The decision on a picture, before anything is known about it.
    func draft(_ id: String, hash: [UInt8], body: [UInt8], snapshot: PolicySnapshot) -> DecisionDraft {
        var draft = DecisionDraft(
            id: id,
            upload: upload(body: body, snapshot: snapshot),
            hash: hash,
            cacheKey: CacheKey.bytes(
                bodyHash: hash,
                snapshot: snapshot,
                origin: gateway.origin,
                at: gateway.clock.now()
            ),
            idempotency: nil
        )
        draft.isRequest = false
        return draft
    }

    /// - Parameter record: Of a deferred picture: it is its client's, of its time.
    func upload(body: [UInt8], snapshot: PolicySnapshot, of record: DecisionRecord? = nil) -> Upload {
        Upload(
            snapshot: snapshot,
            client: record?.client ?? "batch",
            body: body,
            idempotencyKey: nil,
            bodyComplete: .now,
            receivedAt: record?.at ?? gateway.clock.now(),
            clientDeadline: nil
        )
    }
}

extension BatchRecord.Item {
    /// The size in which the model saw it; the picture itself is not kept.
    func asSent(maxSide: Int) -> ModelPicture {
        let longer = max(width, height, 1)
        guard longer > maxSide else { return ModelPicture(jpeg: [], width: width, height: height) }
        return ModelPicture(
            jpeg: [],
            width: max(1, width * maxSide / longer),
            height: max(1, height * maxSide / longer)
        )
    }
}
