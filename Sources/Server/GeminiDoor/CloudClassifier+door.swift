import Economics
import Gemini
import Ledger
import Platform
import Policy

extension CloudClassifier {
    /// One call of someone else's, under our key and our caps: the most it can cost is held before it, the exact cost is
    /// settled after it. It is made once; SDKs have retries of their own.
    struct DoorCall: Sendable {
        let target: DoorTarget
        let request: DoorRequest
        let body: [UInt8]
        let query: [(name: String, value: String)]
        let deadline: ContinuousClock.Instant
    }

    /// Throws `budget_exhausted`, `ledger_unavailable` or `model_not_priced`: then nothing was sent.
    func forwarded(
        _ call: DoorCall,
        of upload: Upload,
        decisionID: String
    ) async throws(Problem) -> (answer: GeminiClient.Forwarded, cost: Money) {
        let hold = try await held(call, upload, decisionID)
        let answer = await client.forward(
            GeminiClient.Forwarding(
                method: call.target.httpMethod,
                path: call.target.path,
                query: call.query,
                body: call.body,
                attemptID: "\(decisionID)/1"
            ),
            contract: upload.snapshot.contract,
            deadline: call.deadline
        )
        return (answer, await settle(answer.attempt, of: call, hold, upload))
    }

    private func held(
        _ call: DoorCall,
        _ upload: Upload,
        _ decisionID: String
    ) async throws(Problem) -> HoldRequest {
        let snapshot = upload.snapshot
        let now = clock.now()
        let capabilities = snapshot.set.capabilities(of: call.target.model)
        guard let capabilities,
            let price = try? snapshot.set.prices.price(model: call.target.model, tier: call.request.tier, at: now),
            let amount = try? price.maximumCost(
                inputTokens: call.request.inputTokenCeiling(capabilities),
                maxOutputTokens: call.request.maxOutputTokens
            )
        else {
            throw Problem(
                "model_not_priced",
                404,
                "models/\(call.target.model.printable) has no \(call.request.tier.printable) price here: "
                    + "add it to prices.json5 and models.json5"
            )
        }
        let hold = HoldRequest(
            decisionID: decisionID,
            attempt: 1,
            profile: snapshot.profile.name,
            revision: snapshot.revision,
            model: call.target.model,
            tier: call.request.tier,
            priceID: price.id,
            amount: amount,
            windows: snapshot.capWindows(at: now),
            at: now,
            hour: snapshot.zone.startOfHour(upload.receivedAt)
        )
        do {
            switch try await store.reserve(hold) {
            case .held: return hold
            case .refused(let kind, let limit, _):
                throw Problem(
                    "budget_exhausted",
                    429,
                    "the \(kind.rawValue) cap of \(limit.formatted(.exact)) USD has no room for this call"
                )
            }
        } catch let problem as Problem {
            throw problem
        } catch {
            log.error("no hold, no call", [("decision", .text(decisionID)), ("cause", .text("\(error)"))])
            throw .ledgerUnavailable
        }
    }

    /// What it cost, once that is booked.
    private func settle(
        _ attempt: GeminiAttempt,
        of call: DoorCall,
        _ hold: HoldRequest,
        _ upload: Upload
    ) async -> Money {
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
            at: clock.now()
        )
        do {
            try await store.settle(settlement)
            return bill.cost
        } catch {
            log.error("hold not settled", [("decision", .text(hold.decisionID)), ("cause", .text("\(error)"))])
            lateWrites.add("the settlement", decision: hold.decisionID) { [store] () throws(LedgerError) in
                try await store.settle(settlement)
            }
            return .zero
        }
    }
}
