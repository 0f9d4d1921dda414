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
    let switchboard: Switchboard
    let spending: SpendSwitch
    let clock: WallClock
    let log: Log
    let lateWrites: LateWrites
    let allowances: RevenueAllowances
    let refusals = RefusalCounts()
    /// Names this process in the holds it makes.
    let owner: String
    /// 0..<1, for the spread of retries.
    let jitter: @Sendable () -> Double

    /// Kept of the deadline for what follows the last attempt: its bill and the decision must be on disk before the
    /// answer, and the answer is due by the deadline.
    static let bookingTime = Duration.milliseconds(40)

    /// Who is asked.
    enum Asked: Sendable, Hashable {
        /// The profile's model, or what may stand in for it.
        case wanted
        /// Another for less, or what may stand in for that one.
        case instead(String)
        /// This one and no other, for its judgement of what another has answered.
        case second(String)
    }

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
        /// Whether the last model asked only stood in for the one wanted.
        var isStandIn = false
        var emulated = false
        var attempts = 0
    }

    /// What the cloud makes of a picture.
    ///
    /// - Parameters:
    ///   - original: Size of the picture as it came.
    ///   - asked: Who is asked.
    ///   - earlier: How many attempts the decision has already.
    func result(
        for picture: ModelPicture,
        original: PictureSize,
        of upload: Upload,
        decisionID: String,
        asking asked: Asked = .wanted,
        after earlier: Int = 0
    ) async -> Result {
        let snapshot = upload.snapshot
        let deadline = upload.cloudDeadline - Self.bookingTime
        var schedule = RetrySchedule()
        var result = Result()
        var bodies: [CloudCall: [UInt8]] = [:]
        var refused: CloudCall?
        while true {
            guard ContinuousClock.now < deadline else {
                result.failure = .upstreamDeadline
                return result
            }
            if let freeze = spending.freeze {
                // An attempt that was made says more than a freeze since.
                if result.attempts == 0 { result.take(Refusal(freeze)) }
                return result
            }
            var call: CloudCall
            switch await route(of: upload, asking: asked) {
            case .success(let found): call = found
            case .failure(let refusal):
                // An attempt that was made says more than a circuit that opened since.
                if result.attempts == 0 { result.take(refusal) }
                return result
            }
            // What was just refused is not asked again: without what the refusal was about, or by a stand-in.
            if let last = refused, last.model == call.model { call = last }
            let hold: HoldRequest
            switch await held(
                decisionID: decisionID,
                attempt: earlier + result.attempts + 1,
                call: call,
                picture,
                upload
            ) {
            case .success(let request): hold = request
            case .failure(let refusal):
                result.take(refusal)
                return result
            }
            result.attempts += 1
            result.isStandIn = call.isStandIn
            let body =
                bodies[call]
                ?? GeminiClient.requestBody(
                    jpeg: picture.jpeg,
                    snapshot: snapshot,
                    capabilities: call.capabilities,
                    form: call.form,
                    seenAs: picture.seenAs
                )
            bodies[call] = body
            let attempt = await client.attempt(
                body: body,
                model: call.model,
                contract: snapshot.contract,
                deadline: deadline,
                attemptID: "\(decisionID)/\(hold.attempt)"
            )
            note(attempt.outcome, of: call, contract: snapshot.contract)
            await settle(attempt, hold: hold, of: call, picture, original: original, upload, asked, into: &result)
            if case .ok(let classification) = attempt.outcome {
                result.classification = classification
                result.failure = nil
                result.detail = nil
                return result
            }
            result.failure = attempt.outcome.reason
            result.detail = attempt.outcome.detail
            let next = changed(call, after: attempt.outcome)
            refused = next ?? refused
            let step = schedule.step(
                after: attempt.outcome,
                remaining: deadline - .now,
                jitter: jitter(),
                changed: next != nil || isElsewhere(call, asked, snapshot)
            )
            guard case .retry(let pause) = step else { return result }
            if pause > .zero { try? await Task.sleep(for: pause) }  // Never cancelled: handlers run to their end.
        }
    }
}

/// Why no attempt may be made.
struct Refusal: Error {
    let reason: Reason
    let detail: String
}

extension Refusal {
    init(_ freeze: FreezeRecord) {
        self.init(reason: .spendFrozen, detail: freeze.text)
    }
}

extension CloudClassifier.Result {
    fileprivate mutating func take(_ refusal: Refusal) {
        failure = refusal.reason
        detail = refusal.detail
    }
}
