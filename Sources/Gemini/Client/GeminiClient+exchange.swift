import Platform

extension GeminiClient {
    /// So much is read of an answer that is an error. The longest that say anything are a few kilobytes.
    static let largestError = 256 << 10

    /// One exchange, as every call of this client makes it: of an error no more than ``largestError`` is read, and what
    /// comes back never holds the key. Nothing is sent to a path with dot segments: whoever folds them lands elsewhere.
    func answer(
        to request: HTTPClient.Request,
        deadline: ContinuousClock.Instant
    ) async -> Result<HTTPClient.Response, HTTPClient.Failure> {
        guard staysInside(request) else { return .failure(Self.leaves) }
        var request = request
        request.maxErrorBytes = Self.largestError
        return await exchange(request, deadline).map(clean)
    }

    /// As `answer`, of an answer that comes piece by piece. What a caller passes on of it, the caller cleans.
    func stream(
        of request: HTTPClient.Request,
        deadline: ContinuousClock.Instant
    ) async -> Result<HTTPClient.Stream, HTTPClient.Failure> {
        guard staysInside(request) else { return .failure(Self.leaves) }
        var request = request
        // One more, by which a longer one is known.
        request.maxErrorBytes = Self.largestError + 1
        return await streaming(request, deadline)
    }

    /// The whole of an answer that began with `beginning`, as `answer` brings it.
    func whole(
        _ stream: HTTPClient.Stream,
        from beginning: [UInt8] = []
    ) async -> Result<HTTPClient.Response, HTTPClient.Failure> {
        var body = beginning
        do {
            for try await piece in stream.body { body += piece }
        } catch {
            return .failure(Self.failure(error))
        }
        return .success(clean(HTTPClient.Response(status: stream.status, headers: stream.headers, body: body)))
    }

    static func failure(_ error: any Error) -> HTTPClient.Failure {
        error as? HTTPClient.Failure
            ?? HTTPClient.Failure(kind: .cut, dispatched: true, message: "the answer broke off")
    }

    private static let leaves = HTTPClient.Failure(kind: .other, dispatched: false, message: "the path leaves the API")

    private func staysInside(_ request: HTTPClient.Request) -> Bool {
        HeaderText.hasNoDotSegments(request.url.dropFirst(baseURL.count))
    }

    /// Without the key, and no longer than an error may be.
    private func clean(_ response: HTTPClient.Response) -> HTTPClient.Response {
        let isError = !(200...299).contains(response.status)
        guard isError, response.isCutShort || response.body.count > Self.largestError else {
            return HTTPClient.Response(
                status: response.status,
                headers: response.headers,
                body: key.blotted(response.body)
            )
        }
        let beginning = key.blotted(Array(response.body.prefix(Self.largestError)))
        return HTTPClient.Response(
            status: response.status,
            headers: response.headers.filter { $0.name != "content-type" }
                + [(name: "content-type", value: "application/json")],
            body: CutError.body(status: response.status, beginning: beginning),
            isCutShort: true
        )
    }
}
