import Economics
import Gemini
import Ledger
import Platform
import Policy

extension CloudClassifier {
    /// The hold of the next attempt, on disk; or why there is none. Spend fails closed.
    func held(
        decisionID: String,
        attempt: Int,
        call: CloudCall,
        _ picture: ModelPicture,
        _ upload: Upload
    ) async -> Swift.Result<HoldRequest, Refusal> {
        let snapshot = upload.snapshot
        let cloud = snapshot.profile.cloud
        let now = clock.now()
        let inputTokens = GeminiClient.inputTokenCeiling(
            snapshot: snapshot,
            width: picture.width,
            height: picture.height,
            capabilities: call.capabilities
        )
        do throws(any Error) {
            let price = try snapshot.set.prices.price(model: call.model, tier: call.tier, at: now)
            let request = HoldRequest(
                decisionID: decisionID,
                attempt: attempt,
                profile: snapshot.profile.name,
                revision: snapshot.revision,
                model: call.model,
                tier: call.tier,
                priceID: price.id,
                amount: try price.maximumCost(inputTokens: inputTokens, maxOutputTokens: cloud.maxOutputTokens),
                windows: snapshot.capWindows(at: now),
                at: now,
                hour: snapshot.zone.startOfHour(upload.receivedAt)
            )
            switch try await store.reserve(request) {
            case .held: return .success(request)
            case .refused(let kind, let limit, _):
                return .failure(
                    Refusal(
                        reason: .budgetExhausted,
                        detail: "the \(kind.rawValue) cap of \(limit.formatted(.exact)) USD is used up"
                    )
                )
            }
        } catch let error as LedgerError {
            log.error("no hold, no call", [("decision", .text(decisionID)), ("cause", .text(error.message))])
            return .failure(Refusal(reason: .ledgerFailed, detail: "the ledger could not hold the cost"))
        } catch {
            log.error("no price, no call", [("decision", .text(decisionID)), ("cause", .text("\(error)"))])
            return .failure(Refusal(reason: .priceMissing, detail: "the price book has no price for this call"))
        }
    }

    /// Books what the attempt cost. What cannot be known is booked at the full hold and flagged.
    func settle(
        _ attempt: GeminiAttempt,
        hold: HoldRequest,
        of call: CloudCall,
        _ picture: ModelPicture,
        original: PictureSize,
        _ upload: Upload,
        into result: inout Result
    ) async {
        let bill = bill(for: attempt, hold: hold, prices: upload.snapshot.set.prices)
        alarm(attempt, bill: bill.cost, hold: hold)
        let settlement = Settlement(
            decisionID: hold.decisionID,
            attempt: hold.attempt,
            cost: bill.cost,
            usage: attempt.usage ?? .zero,
            modelVersion: attempt.modelVersion,
            priceID: bill.priceID,
            responseID: attempt.responseID,
            result: attempt.outcome.code,
            uncertain: bill.uncertain,
            emulated: attempt.emulated,
            latencyMicros: attempt.latency.microseconds,
            at: clock.now(),
            facts: facts(of: attempt, call: call, picture: picture, snapshot: upload.snapshot),
            cheaper: bill.uncertain
                ? .none : cheaper(attempt, hold: hold, of: call, picture, original: original, upload.snapshot)
        )
        do {
            try await store.settle(settlement)
            // Only what is booked: a decision never carries a bill whose attempt is still open.
            result.cost = (try? result.cost.adding(bill.cost)) ?? result.cost  // Four bills cannot leave 64 bits.
        } catch {
            // Until it is settled the hold stays: enforced spend is never less than what was spent.
            log.error("hold not settled", [("decision", .text(hold.decisionID)), ("cause", .text("\(error)"))])
            lateWrites.add("the settlement", decision: hold.decisionID) { [store] () throws(LedgerError) in
                try await store.settle(settlement)
            }
        }
        result.usage = result.usage.adding(attempt.usage ?? .zero)
        result.model = attempt.modelVersion ?? hold.model
        result.emulated = result.emulated || attempt.emulated
    }

    private func facts(
        of attempt: GeminiAttempt,
        call: CloudCall,
        picture: ModelPicture,
        snapshot: PolicySnapshot
    ) -> AnswerFacts {
        let estimate = GeminiClient.inputEstimate(
            snapshot: snapshot,
            width: picture.width,
            height: picture.height,
            capabilities: call.capabilities,
            form: call.form
        )
        return AnswerFacts(
            schema: snapshot.contract.key + (call.form.schema == .full ? "" : " \(call.form.schema.rawValue)"),
            mediaResolution: estimate.mediaResolution.rawValue,
            repaired: attempt.repaired,
            estimatedInput: estimate.total,
            estimatedImage: estimate.image,
            blocks: SafetyBlock.all(of: attempt, safety: snapshot.profile.cloud.safety)
        )
    }

    /// What should never be: a usage whose parts are not its total, a bill above what was held for it. Both are booked
    /// as they are, counted, and said aloud.
    func alarm(_ attempt: GeminiAttempt, bill: Money, hold: HoldRequest) {
        let place: [(String, Log.Value)] = [
            ("decision", .text(hold.decisionID)), ("model", .text(attempt.modelVersion ?? hold.model)),
        ]
        if let usage = attempt.usage, !usage.reconciles {
            log.error("usage does not add up", place + [("usage", .text("\(usage)"))])
        }
        if bill > hold.amount {
            let amounts: [(String, Log.Value)] = [
                ("cost", .integer(bill.nanoUSD)), ("held", .integer(hold.amount.nanoUSD)),
            ]
            log.error("bill above its hold", place + amounts)
        }
        if let stage = attempt.modelStage, ["LEGACY", "DEPRECATED", "RETIRED"].contains(stage) {
            log.warning("the model is at the end of its life", place + [("stage", .text(stage))])
        }
    }

    func bill(
        for attempt: GeminiAttempt,
        hold: HoldRequest,
        prices: PriceBook
    ) -> (cost: Money, priceID: String, uncertain: Bool) {
        guard let usage = attempt.usage else {
            return attempt.billingUncertain ? (hold.amount, hold.priceID, true) : (.zero, hold.priceID, false)
        }
        do {
            let price = try prices.price(model: attempt.modelVersion ?? hold.model, tier: hold.tier, at: hold.at)
            return (try price.cost(of: usage), price.id, attempt.billingUncertain)
        } catch {
            log.error(
                "answer without a price: settled at the full hold",
                [("model", .text(attempt.modelVersion ?? hold.model)), ("cause", .text("\(error)"))]
            )
            return (hold.amount, hold.priceID, true)
        }
    }
}

extension PolicySnapshot {
    /// The caps an attempt made now falls under.
    func capWindows(at moment: Timestamp) -> [CapWindow] {
        [
            CapWindow(window: .containing(moment, kind: .day, zone: zone), limit: profile.budget.daily),
            CapWindow(window: .containing(moment, kind: .month, zone: zone), limit: profile.budget.monthly),
        ]
    }
}
