import Economics
import Gemini
import Ledger
import Platform
import Policy

/// What one attempt can come to at most, for its hold.
struct AttemptCeiling: Sendable {
    let model: String
    /// Of prices.
    let tier: String
    let inputTokens: Int
    let maxOutputTokens: Int
}

extension CloudClassifier {
    /// The hold of the next attempt, on disk; or why there is none. Spend fails closed: whoever makes a call asks here.
    ///
    /// - Parameter expires: When it is settled in full if nobody did; nil: some time past the call's deadline.
    func held(
        _ ceiling: AttemptCeiling,
        decisionID: String,
        attempt: Int,
        _ upload: Upload,
        expires: Timestamp? = nil
    ) async -> Swift.Result<HoldRequest, Refusal> {
        if let freeze = spending.freeze { return .failure(Refusal(freeze)) }
        let snapshot = upload.snapshot
        let now = clock.now()
        do throws(any Error) {
            let price = try snapshot.set.prices.price(model: ceiling.model, tier: ceiling.tier, at: now)
            let allowance = try await allowances.allowance(of: snapshot, at: now)
            let request = HoldRequest(
                decisionID: decisionID,
                attempt: attempt,
                profile: snapshot.profile.name,
                revision: snapshot.revision,
                model: ceiling.model,
                tier: ceiling.tier,
                priceID: price.id,
                amount: try price.maximumCost(
                    inputTokens: ceiling.inputTokens,
                    maxOutputTokens: ceiling.maxOutputTokens
                ),
                windows: snapshot.capWindows(at: now, key: upload.client, allowance: allowance),
                at: now,
                hour: snapshot.zone.startOfHour(upload.receivedAt),
                owner: owner,
                expiresAt: expires ?? expiry(before: upload.cloudDeadline, now: now)
            )
            switch try await store.reserve(request) {
            case .held: return .success(request)
            case .refused(let refusal):
                refusals.add(snapshot.profile.name, refusal.kind)
                return .failure(
                    Refusal(reason: .budgetExhausted, detail: refusal.detail(allowance: allowance, snapshot))
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

    /// Past the call's last moment and the time its settlement may take.
    func expiry(before deadline: ContinuousClock.Instant, now: Timestamp) -> Timestamp {
        let left = max(.zero, deadline - .now)
        return Timestamp(microseconds: now.microseconds + left.microseconds).advanced(bySeconds: Self.settlingTime)
    }

    /// Longer than a settlement ever waits for a disk that works.
    private static let settlingTime: Int64 = 60

    /// Books what an attempt cost. What cannot be known is booked at the full hold and flagged. Answers what is on the
    /// books: nothing while the ledger does not take it, so that a decision never carries a bill whose attempt is open.
    ///
    /// - Parameters:
    ///   - isExtra: Whether who sends everything would not have made the call: then all of it is the gate's expense.
    ///   - cheaper: Asked where the bill is certain, of any other.
    func settled(
        _ attempt: GeminiAttempt,
        hold: HoldRequest,
        prices: PriceBook,
        facts: AnswerFacts? = nil,
        isExtra: Bool = false,
        cheaper: () -> CheaperSends = { .none }
    ) async -> Money {
        if attempt.outcome.isPolicyLimited { await freeze(after: attempt, decision: hold.decisionID) }
        let bill = bill(for: attempt, hold: hold, prices: prices)
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
            facts: facts,
            cheaper: isExtra ? .expense(bill.cost) : bill.uncertain ? .none : cheaper()
        )
        do {
            try await store.settle(settlement)
            return bill.cost
        } catch {
            // Until it is settled the hold stays: enforced spend is never less than what was spent.
            log.error("hold not settled", [("decision", .text(hold.decisionID)), ("cause", .text("\(error)"))])
            lateWrites.add("the settlement", decision: hold.decisionID) { [store] () throws(LedgerError) in
                try await store.settle(settlement)
            }
            return .zero
        }
    }

    /// An account that is limited for breaking the provider's policies is a person's affair: nothing more is sent, after
    /// a restart either, until one has acted and thaws.
    private func freeze(after attempt: GeminiAttempt, decision: String) async {
        guard !spending.isFrozen else { return }
        let record = FreezeRecord(
            isFrozen: true,
            at: clock.now(),
            by: "torii",
            from: "api",
            reason: attempt.outcome.detail ?? attempt.outcome.code
        )
        spending.put(record)
        log.error("spending frozen", [("decision", .text(decision)), ("cause", .text(record.reason))])
        do {
            try await store.append(record)
        } catch {
            lateWrites.add("the freeze", decision: decision) { [store] () throws(LedgerError) in
                try await store.append(record)
            }
        }
    }

    /// What should never be: a usage whose parts are not its total, a bill above what was held for it. Both are booked
    /// as they are, counted, and said aloud.
    private func alarm(_ attempt: GeminiAttempt, bill: Money, hold: HoldRequest) {
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
