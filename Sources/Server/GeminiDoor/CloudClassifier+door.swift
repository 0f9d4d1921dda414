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
        /// The pictures of `body`.
        let pictures: [ModelPicture]
        let body: [UInt8]
        let query: [(name: String, value: String)]
        let deadline: ContinuousClock.Instant
    }

    /// What a call came to.
    enum DoorOutcome: Sendable {
        case whole(GeminiClient.Forwarded, cost: Money)
        /// On its way; `settle` what it comes to.
        case stream(ForwardedStream, settle: @Sendable (GeminiAttempt) async -> Money)
    }

    /// Throws `budget_exhausted`, `spend_frozen`, `ledger_unavailable` or `model_not_priced`: then nothing was sent.
    func forwarded(
        _ call: DoorCall,
        of upload: Upload,
        decisionID: String
    ) async throws(Problem) -> DoorOutcome {
        let snapshot = upload.snapshot
        let model = call.target.model
        guard let capabilities = snapshot.set.capabilities(of: model) else { throw Self.notPriced(call) }
        let ceiling = AttemptCeiling(
            model: model,
            tier: call.request.tier,
            inputTokens: call.request.inputTokenCeiling(capabilities, sent: call.pictures),
            maxOutputTokens: call.request.maxOutputTokens
        )
        let hold: HoldRequest
        let expires = expiry(before: call.deadline, now: clock.now())
        switch await held(ceiling, decisionID: decisionID, attempt: 1, upload, expires: expires) {
        case .success(let request): hold = request
        case .failure(let refusal): throw Self.problem(refusal, of: call)
        }
        let forwarding = GeminiClient.Forwarding(
            method: call.target.httpMethod,
            path: call.target.path,
            query: call.query,
            body: call.body,
            attemptID: "\(decisionID)/\(hold.attempt)"
        )
        let (contract, prices) = (snapshot.contract, snapshot.set.prices)
        let answer: GeminiClient.Forwarded
        if call.target.method == .streamGenerateContent {
            switch await client.forwardStream(forwarding, contract: contract, deadline: call.deadline) {
            case .whole(let whole): answer = whole
            case .frames(let stream):
                return .stream(stream) { await settled($0, hold: hold, prices: prices) }
            }
        } else {
            answer = await client.forward(forwarding, contract: contract, deadline: call.deadline)
        }
        return .whole(answer, cost: await settled(answer.attempt, hold: hold, prices: prices))
    }

    private static func problem(_ refusal: Refusal, of call: DoorCall) -> Problem {
        switch refusal.reason {
        case .budgetExhausted: Problem(.budgetExhausted, refusal.detail)
        case .spendFrozen: Problem(.spendFrozen, refusal.detail)
        case .priceMissing: notPriced(call)
        default: .ledgerUnavailable
        }
    }

    private static func notPriced(_ call: DoorCall) -> Problem {
        Problem(
            .modelNotPriced,
            "models/\(call.target.model.printable) has no \(call.request.tier.printable) price here: "
                + "add it to prices.json5 and models.json5"
        )
    }
}
