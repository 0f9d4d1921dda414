import Documents
import Economics
import Gemini
import Ledger
import Platform
import Policy

/// Asks the cloud about one survivor: before each attempt the most it can cost is held, after it the exact cost is
/// settled, and no attempt outlives the request's deadline.
struct CloudClassifier: Sendable {
    let store: any LedgerStore
    let client: GeminiClient
    let clock: WallClock
    let log: Log
    let lateWrites: LateWrites
    /// 0..<1, for the spread of retries.
    let jitter: @Sendable () -> Double

    /// What all attempts together came to.
    struct Result: Sendable {
        /// Nil unless the cloud gave a valid answer.
        var classification: JSON?
        /// Why there is no answer.
        var failure: Reason?
        /// What the cloud said when it refused, for people.
        var detail: String?
        var cost = Money.zero
        var usage = TokenUsage.zero
        var model: String?
        var emulated = false
        var attempts = 0
    }

    /// What is the same for every attempt on one picture.
    private struct Call: Sendable {
        let model: String
        let capabilities: ModelCapabilities
        /// The most input tokens an attempt can be billed for.
        let inputTokens: Int
    }

    /// The call as the profile wants it; once its model has retired, to the family's fallback.
    private func call(of snapshot: PolicySnapshot, picture: ModelPicture) -> Call {
        let model = snapshot.set.servingModel(for: snapshot.profile.cloud.model, at: clock.now())
        let capabilities = snapshot.set.capabilities(of: model) ?? snapshot.capabilities
        let inputTokens = GeminiClient.inputTokenCeiling(
            snapshot: snapshot,
            width: picture.width,
            height: picture.height,
            capabilities: capabilities
        )
        return Call(model: model, capabilities: capabilities, inputTokens: inputTokens)
    }

    /// What the cloud makes of a picture.
    func result(for picture: ModelPicture, of upload: Upload, decisionID: String) async -> Result {
        let call = call(of: upload.snapshot, picture: picture)
        let body = GeminiClient.requestBody(
            jpeg: picture.jpeg,
            snapshot: upload.snapshot,
            capabilities: call.capabilities
        )
        var schedule = RetrySchedule()
        var result = Result()
        while true {
            guard ContinuousClock.now < upload.cloudDeadline else {
                result.failure = .upstreamDeadline
                return result
            }
            let hold: HoldRequest
            switch await held(
                decisionID: decisionID,
                attempt: result.attempts + 1,
                call: call,
                upload: upload
            ) {
            case .success(let request): hold = request
            case .failure(let refusal):
                result.failure = refusal.reason
                result.detail = refusal.detail
                return result
            }
            result.attempts += 1
            let attempt = await client.attempt(
                body: body,
                model: call.model,
                contract: upload.snapshot.contract,
                deadline: upload.cloudDeadline,
                attemptID: "\(decisionID)/\(hold.attempt)"
            )
            await settle(attempt, hold: hold, upload: upload, into: &result)
            if case .ok(let classification) = attempt.outcome {
                result.classification = classification
                result.failure = nil
                result.detail = nil
                return result
            }
            result.failure = attempt.outcome.reason
            result.detail = attempt.outcome.detail
            let step = schedule.step(
                after: attempt.outcome,
                remaining: upload.cloudDeadline - .now,
                jitter: jitter()
            )
            guard case .retry(let pause) = step else { return result }
            try? await Task.sleep(for: pause)  // Never cancelled: handlers run to their end.
        }
    }
}

/// Why no attempt may be made.
private struct Refusal: Error {
    let reason: Reason
    let detail: String
}

extension CloudClassifier {
    /// The hold of the next attempt, on disk; or why there is none. Spend fails closed.
    private func held(
        decisionID: String,
        attempt: Int,
        call: Call,
        upload: Upload
    ) async -> Swift.Result<HoldRequest, Refusal> {
        let snapshot = upload.snapshot
        let cloud = snapshot.profile.cloud
        let now = clock.now()
        do throws(any Error) {
            let price = try snapshot.set.prices.price(model: call.model, tier: cloud.tier.rawValue, at: now)
            let request = HoldRequest(
                decisionID: decisionID,
                attempt: attempt,
                profile: snapshot.profile.name,
                revision: snapshot.revision,
                model: call.model,
                tier: cloud.tier.rawValue,
                priceID: price.id,
                amount: try price.maximumCost(inputTokens: call.inputTokens, maxOutputTokens: cloud.maxOutputTokens),
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
    private func settle(_ attempt: GeminiAttempt, hold: HoldRequest, upload: Upload, into result: inout Result) async {
        let bill = bill(for: attempt, hold: hold, prices: upload.snapshot.set.prices)
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
            at: clock.now()
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

    private func bill(
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
