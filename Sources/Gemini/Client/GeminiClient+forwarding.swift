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
        guard let key = key.headerValue else {
            return Forwarded(
                response: nil,
                attempt: failed(
                    .auth("the key is empty or holds characters that no key has"),
                    uncertain: false,
                    since: start
                )
            )
        }
        guard HeaderText.isPlain(call.path) else {
            return Forwarded(
                response: nil,
                attempt: failed(.invalidRequest("the path is malformed", fault: .other), uncertain: false, since: start)
            )
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
        switch await answer(to: request, deadline: deadline) {
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
        let latency = ContinuousClock.now - start
        let emulated = HeaderText.isEmulated(response.headers)
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
                latency: latency,
                emulated: emulated
            )
        }
        let bill = ForwardedBill(response)
        return GeminiAttempt(
            outcome: bill.isPolicyLimited ? .refused(reason: GeminiOutcome.policyLimitReason) : .ok(.null),
            usage: bill.usage,
            modelVersion: bill.modelVersion,
            responseID: bill.responseID,
            billingUncertain: bill.usage == nil,
            latency: latency,
            emulated: emulated
        )
    }
}
