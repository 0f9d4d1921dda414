import Economics
import Gemini
import Ledger
import Platform
import Policy

/// Answers that come later: at half the price, with others, within hours.
extension Gateway {
    /// Lays the picture where it waits, if its client lets it wait or the day cannot pay for it now. Audits are asked at
    /// once: dials learn from them. False: it is to be sent now.
    func shelve(_ picture: ModelPicture, original: PictureSize, _ draft: inout DecisionDraft) async -> Bool {
        guard let deferral, draft.upload.mayWait || draft.onPaceBlocked == .defer, draft.auditPropensity == nil
        else { return false }
        do {
            let name = try await deferral.put(picture.jpeg, decisionID: draft.id)
            let now = clock.now()
            draft.wait(
                as: DeferredSend(
                    profile: draft.upload.snapshot.profile.name,
                    revision: draft.upload.snapshot.revision,
                    item: BatchRecord.Item(
                        decisionID: draft.id,
                        path: name,
                        sha256: Crypto.sha256(picture.jpeg),
                        bytes: picture.jpeg.count,
                        format: draft.header?.format.rawValue ?? "",
                        width: original.width,
                        height: original.height
                    ),
                    queuedAt: now,
                    deadline: now.advanced(
                        bySeconds: draft.upload.snapshot.profile.deferral.deadline.components.seconds
                    )
                )
            )
            return true
        } catch {
            log.error("picture not deferred", [("decision", .text(draft.id)), ("cause", .text(error.message))])
            return false
        }
    }

    /// Writes row and queue in one step, then holds what the send can cost at most, so that the promise is paid for. Without
    /// room the answer is local at once, unless the profile would rather wait for the next window.
    func deferred(_ draft: DecisionDraft, _ send: DeferredSend) async -> UploadAnswer {
        let start = ContinuousClock.now
        let latency = start - draft.upload.bodyComplete
        let answer = draft.answer(latency: latency)
        let record = draft.record(answer: answer, latency: latency)
        do {
            try await store.put(record, deferring: send)
        } catch {
            log.error("decision not deferred", [("decision", .text(draft.id)), ("cause", .text(error.message))])
            await deferral?.remove(draft.id)
            var draft = draft
            draft.giveUpWaiting(.ledgerFailed)
            return await recorded(draft)
        }
        guard let refusal = await refusal(of: send, draft.upload), !waits(for: refusal, draft.upload.snapshot) else {
            await releaseIfAnswered(draft.id)
            trace(record, of: draft, since: start)
            return answer
        }
        var result = CloudClassifier.Result()
        result.failure = refusal.reason
        result.detail = refusal.detail
        do {
            let resolved = try await resolve(record, by: result, snapshot: draft.upload.snapshot)
            trace(resolved, of: draft, since: start)
            return .stored(in: resolved)
        } catch {
            // Its row says deferred: a later look resolves it.
            log.error("decision not resolved", [("decision", .text(draft.id)), ("cause", .text(error.message))])
            trace(record, of: draft, since: start)
            return answer
        }
    }

    /// A look at what waits may have answered it before its cost was held: then nothing is held for a job.
    private func releaseIfAnswered(_ id: String) async {
        do {
            guard let outcome = try await store.decision(id: id)?.outcome, [.cached, .local].contains(outcome),
                let held = try await store.attempts(decisionID: id).awaitingBatch
            else { return }
            try await store.settle(held.hold.unsentBill(at: clock.now()))
        } catch {
            // Duplicate: whoever looked has released it. Else its expiry books it in full.
            guard error.code != .duplicate else { return }
            log.error("hold not released", [("decision", .text(id)), ("cause", .text(error.message))])
        }
    }

    /// Holds what a picture can cost in a job, once, and anew where the hold expired; why not, when it cannot be held.
    func refusal(of send: DeferredSend, _ upload: Upload) async -> Refusal? {
        do {
            let attempts = try await store.attempts(decisionID: send.decisionID)
            if attempts.awaitingBatch != nil { return nil }
            let held = await cloud.held(
                decisionID: send.decisionID,
                attempt: attempts.next,
                call: batchCall(upload.snapshot),
                send.item.asSent(maxSide: upload.snapshot.profile.cloud.imageMaxSide),
                upload,
                expires: BatchDesk.expiry(of: send.deadline)
            )
            guard case .failure(let refusal) = held else { return nil }
            guard refusal.reason == .ledgerFailed else { return refusal }
            // The sender, which looks again and again, may have been first.
            return try await store.attempts(decisionID: send.decisionID).awaitingBatch == nil ? refusal : nil
        } catch {
            return Refusal(reason: .ledgerFailed, detail: error.message)
        }
    }

    /// Whether a picture without room rather waits for the next window than gets a local label.
    func waits(for refusal: Refusal, _ snapshot: PolicySnapshot) -> Bool {
        refusal.reason == .budgetExhausted && snapshot.profile.budget.onCap == .defer
    }

    /// How a picture of a batch is asked: the batch is the tier, and no model stands in.
    func batchCall(_ snapshot: PolicySnapshot) -> CloudCall {
        let model = snapshot.set.servingModel(for: snapshot.profile.cloud.model, at: clock.now())
        let capabilities = snapshot.set.capabilities(of: model) ?? snapshot.capabilities
        var form = switchboard.form(for: model, contract: snapshot.contract.key) ?? RequestForm(capabilities)
        form.tier = false
        return CloudCall(
            model: model,
            capabilities: capabilities,
            form: form,
            tier: HoldRequest.batchTier,
            isStandIn: false
        )
    }
}

extension DecisionDraft {
    /// It will be sent later; until then the gate's own label stands.
    fileprivate mutating func wait(as send: DeferredSend) {
        deferred = send
        outcome = .deferred
        source = .local
        reasons.insert(.deferred, at: 0)
    }

    fileprivate mutating func giveUpWaiting(_ reason: Reason) {
        deferred = nil
        reasons.removeAll { $0 == .deferred }
        stayLocal(reason)
    }
}
