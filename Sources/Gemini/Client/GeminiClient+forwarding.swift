import Documents
import Economics
package import Platform
package import Policy

extension GeminiClient {
    /// A call that someone who speaks the API makes through us.
    package struct Forwarding: Sendable {
        package let method: String
        /// Below the base URL: `v1/models/gemini-3.5-flash-lite:generateContent`. One that would need encoding, or has
        /// empty or dot segments, is not called.
        package let path: String
        package let query: [(name: String, value: String)]
        package let body: [UInt8]
        package let attemptID: String

        package init(
            method: String,
            path: String,
            query: [(name: String, value: String)],
            body: [UInt8],
            attemptID: String
        ) {
            self.method = method
            self.path = path
            self.query = query
            self.body = body
            self.attemptID = attemptID
        }
    }

    /// What came back, as it came and as it is billed.
    package struct Forwarded: Sendable {
        /// Nil when no answer came.
        package let response: HTTPClient.Response?
        /// `ok(.null)` for an answer, which is read no further than for its bill and for an account that is limited.
        package let attempt: GeminiAttempt
    }

    private static let largestAnswer = 64 << 20

    /// Makes the call under our own key. Answers are not judged: they are the caller's. An error that is longer than
    /// ``largestError`` comes as a shorter one.
    package func forward(
        _ call: Forwarding,
        contract: Contract,
        deadline: ContinuousClock.Instant
    ) async -> Forwarded {
        let start = ContinuousClock.now
        switch request(for: call) {
        case .failure(let unsent): return forwarded(unsent, since: start)
        case .success(let request):
            return forwarded(await answer(to: request, deadline: deadline), contract: contract, since: start)
        }
    }

    /// Why a call is not made.
    struct Unsent: Error {
        let outcome: GeminiOutcome
    }

    func forwarded(_ unsent: Unsent, since start: ContinuousClock.Instant) -> Forwarded {
        Forwarded(response: nil, attempt: failed(unsent.outcome, uncertain: false, since: start))
    }

    func request(for call: Forwarding) -> Result<HTTPClient.Request, Unsent> {
        guard let key = key.headerValue else {
            return .failure(Unsent(outcome: .auth("the key is empty or holds characters that no key has")))
        }
        guard HeaderText.isPlain(call.path) else {
            return .failure(Unsent(outcome: .invalidRequest("the path is malformed", fault: .other)))
        }
        let query = call.query.map { "\(HeaderText.queryText($0.name))=\(HeaderText.queryText($0.value))" }
        var request = HTTPClient.Request(
            method: call.method,
            url: "\(baseURL)/\(call.path)" + (query.isEmpty ? "" : "?" + query.joined(separator: "&")),
            body: call.body,
            maxResponseBytes: Self.largestAnswer
        )
        request.headers = [
            (name: "content-type", value: "application/json"),
            (name: "x-goog-api-key", value: key),
            (name: "torii-attempt", value: HeaderText.visible(call.attemptID)),
        ]
        return .success(request)
    }

    func forwarded(
        _ result: Result<HTTPClient.Response, HTTPClient.Failure>,
        contract: Contract,
        since start: ContinuousClock.Instant
    ) -> Forwarded {
        switch result {
        case .failure(let failure):
            return Forwarded(
                response: nil,
                attempt: failed(outcome(of: failure), uncertain: failure.dispatched, since: start)
            )
        case .success(let answer):
            return Forwarded(response: answer, attempt: attempt(forwarded: answer, contract: contract, since: start))
        }
    }

    private func attempt(
        forwarded response: HTTPClient.Response,
        contract: Contract,
        since start: ContinuousClock.Instant
    ) -> GeminiAttempt {
        guard (200...299).contains(response.status) else {
            let answer = AnswerReader(
                status: response.status,
                headers: response.headers,
                body: response.body,
                contract: contract
            )
            return GeminiAttempt(
                outcome: answer.outcome,
                usage: nil,
                modelVersion: nil,
                responseID: nil,
                billingUncertain: answer.billingUncertain,
                latency: ContinuousClock.now - start,
                emulated: HeaderText.isEmulated(response.headers)
            )
        }
        return attempt(ForwardedBill(response), headers: response.headers, since: start)
    }

    /// What an answer came to that was read to its end.
    func attempt(
        _ bill: ForwardedBill,
        headers: [(name: String, value: String)],
        since start: ContinuousClock.Instant
    ) -> GeminiAttempt {
        GeminiAttempt(
            outcome: bill.isPolicyLimited ? .refused(reason: GeminiOutcome.policyLimitReason) : .ok(.null),
            usage: bill.usage,
            modelVersion: bill.modelVersion,
            responseID: bill.responseID,
            billingUncertain: bill.usage == nil,
            latency: ContinuousClock.now - start,
            emulated: HeaderText.isEmulated(headers)
        )
    }
}
