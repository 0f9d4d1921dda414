package import Platform
package import Policy

/// Calls `generateContent`. Knows nothing of money: the caller reserves before each attempt and settles after it.
///
/// The API is pinned to `v1beta`, and `X-Server-Timeout` is never sent: a short one is answered with 500.
package final class GeminiClient: Sendable {
    /// One exchange with the other side.
    package typealias Exchange =
        @Sendable (HTTPClient.Request, ContinuousClock.Instant) async -> Result<HTTPClient.Response, HTTPClient.Failure>

    /// The same, of an answer that comes piece by piece.
    package typealias Streaming =
        @Sendable (HTTPClient.Request, ContinuousClock.Instant) async -> Result<HTTPClient.Stream, HTTPClient.Failure>

    let exchange: Exchange
    let streaming: Streaming
    let baseURL: String
    let key: APIKey

    /// - Parameters:
    ///   - streams: Makes the calls whose answers are streams; nil: `http`.
    ///   - baseURL: `https://generativelanguage.googleapis.com` or an emulator; a path prefix and a last slash are
    ///     allowed.
    ///   - key: Sent as `x-goog-api-key`; never logged.
    package convenience init(http: HTTPClient, streams: HTTPClient? = nil, baseURL: String, key: String) {
        let streams = streams ?? http
        self.init(
            baseURL: baseURL,
            key: key,
            streaming: { await streams.stream(of: $0, deadline: $1) },
            exchange: { await http.response(to: $0, deadline: $1) }
        )
    }

    /// - Parameters:
    ///   - streaming: Instead of HTTP: for doubles. Nil: what `exchange` answers, in one piece.
    ///   - exchange: Instead of HTTP: for doubles.
    package init(baseURL: String, key: String, streaming: Streaming? = nil, exchange: @escaping Exchange) {
        self.exchange = exchange
        self.streaming =
            streaming ?? { request, deadline in
                await exchange(request, deadline).map { answer in
                    let (body, pieces) = AsyncThrowingStream.makeStream(of: [UInt8].self, throwing: (any Error).self)
                    pieces.yield(answer.body)
                    pieces.finish()
                    return HTTPClient.Stream(status: answer.status, headers: answer.headers, body: body)
                }
            }
        self.baseURL = String(baseURL.reversed().drop { $0 == "/" }.reversed())
        self.key = APIKey(key)
    }

    /// The request body for one picture under a policy. Computed once and used by every attempt on models of one
    /// family.
    ///
    /// - Parameters:
    ///   - capabilities: Of the family asked; nil for the one of the profile's model.
    ///   - form: Less than `full` after a 400 that came of what is left out.
    ///   - seenAs: What the gate took the picture for; nil where it has not looked.
    /// Complexity: linear in `jpeg`.
    package static func requestBody(
        jpeg: [UInt8],
        snapshot: PolicySnapshot,
        capabilities: ModelCapabilities? = nil,
        form: RequestForm = .full,
        seenAs: CoarseCategory? = nil
    ) -> [UInt8] {
        request(snapshot, capabilities: capabilities, form: form, seenAs: seenAs).bytes(jpeg: jpeg)
    }

    /// The most input tokens one attempt with `requestBody` can be billed for; a hold needs it together with
    /// `maxOutputTokens`, which bounds thoughts and answer. Several times the real bill: never an estimate of spend.
    ///
    /// - Parameters:
    ///   - width: Of the picture as sent, in pixels; with `height` it matters to the 2.x family alone.
    ///   - capabilities: Of the family asked; nil for the one of the profile's model.
    package static func inputTokenCeiling(
        snapshot: PolicySnapshot,
        width: Int,
        height: Int,
        capabilities: ModelCapabilities? = nil
    ) -> Int {
        let request = request(snapshot, capabilities: capabilities, form: .full)
        return TokenCeiling.inputTokens(of: request, width: width, height: height)
    }

    /// The input tokens one attempt will probably be billed for.
    ///
    /// - Parameters:
    ///   - width: Of the picture as sent, in pixels.
    ///   - capabilities: Of the family asked; nil for the one of the profile's model.
    ///   - seenAs: As for `requestBody`.
    package static func inputEstimate(
        snapshot: PolicySnapshot,
        width: Int,
        height: Int,
        capabilities: ModelCapabilities? = nil,
        form: RequestForm = .full,
        seenAs: CoarseCategory? = nil
    ) -> InputEstimate {
        let request = request(snapshot, capabilities: capabilities, form: form, seenAs: seenAs)
        return InputEstimate(of: request, width: width, height: height)
    }

    /// The input tokens one attempt will probably be billed for, of settings that no policy has.
    package static func inputEstimate(
        contract: Contract,
        cloud: CloudSettings,
        capabilities: ModelCapabilities,
        width: Int,
        height: Int
    ) -> InputEstimate {
        let request = GenerationRequest(contract: contract, cloud: cloud, capabilities: capabilities, form: .full)
        return InputEstimate(of: request, width: width, height: height)
    }

    private static func request(
        _ snapshot: PolicySnapshot,
        capabilities: ModelCapabilities?,
        form: RequestForm,
        seenAs: CoarseCategory? = nil
    ) -> GenerationRequest {
        GenerationRequest(
            contract: snapshot.contract,
            cloud: snapshot.profile.cloud,
            capabilities: capabilities ?? snapshot.capabilities,
            form: form,
            seenAs: seenAs
        )
    }

    /// One attempt. Always returns by `deadline`; a cancelled caller changes nothing.
    ///
    /// - Parameter attemptID: Sent as `Torii-Attempt`, so that the other side's logs can be matched with the ledger.
    package func attempt(
        body: [UInt8],
        model: String,
        contract: Contract,
        deadline: ContinuousClock.Instant,
        attemptID: String
    ) async -> GeminiAttempt {
        let start = ContinuousClock.now
        guard start < deadline else { return failed(.deadline, uncertain: false, since: start) }
        guard let key = key.headerValue else {
            return failed(.auth("the key is empty or holds characters that no key has"), uncertain: false, since: start)
        }
        var request = HTTPClient.Request(method: "POST", url: url(generating: model), body: body)
        request.headers = [
            (name: "content-type", value: "application/json"),
            (name: "x-goog-api-key", value: key),
            (name: "torii-attempt", value: HeaderText.visible(attemptID)),
        ]
        switch await answer(to: request, deadline: deadline) {
        case .success(let response):
            return attempt(response, contract: contract, since: start)
        case .failure(let failure):
            return failed(outcome(of: failure), uncertain: failure.dispatched, since: start)
        }
    }

    private func attempt(
        _ response: HTTPClient.Response,
        contract: Contract,
        since start: ContinuousClock.Instant
    ) -> GeminiAttempt {
        let latency = ContinuousClock.now - start
        let answer = AnswerReader(
            status: response.status,
            headers: response.headers,
            body: response.body,
            contract: contract
        )
        return GeminiAttempt(answer, latency: latency, emulated: HeaderText.isEmulated(response.headers))
    }

    /// The attempt that got no answer.
    func failed(_ outcome: GeminiOutcome, uncertain: Bool, since start: ContinuousClock.Instant)
        -> GeminiAttempt
    {
        GeminiAttempt(
            outcome: outcome,
            usage: nil,
            modelVersion: nil,
            responseID: nil,
            billingUncertain: uncertain,
            latency: ContinuousClock.now - start,
            emulated: false
        )
    }

    func outcome(of failure: HTTPClient.Failure) -> GeminiOutcome {
        switch failure.kind {
        case .deadline: .deadline
        case .tooLarge: .malformed("the answer is larger than any classification")
        case .connect, .cut, .other: .transport(Excerpt.of(key.blotted(failure.message)))
        }
    }

    private func url(generating model: String) -> String {
        "\(baseURL)/v1beta/models/\(HeaderText.pathSegment(model)):generateContent"
    }
}
