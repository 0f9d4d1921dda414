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
        guard HeaderText.hasNoDotSegments(request.url.dropFirst(baseURL.count)) else {
            return .failure(
                HTTPClient.Failure(kind: .other, dispatched: false, message: "the path leaves the API")
            )
        }
        var request = request
        request.maxErrorBytes = Self.largestError
        return await exchange(request, deadline).map { response in
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
}
