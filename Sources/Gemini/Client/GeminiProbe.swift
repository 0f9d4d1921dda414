import Documents
import Platform

/// What a look at the API with the configured key showed.
package enum GeminiProbe: Sendable, Hashable {
    /// The key is accepted.
    case ok(emulated: Bool)
    /// The other side answered and does not take the key: why.
    case auth(String)
    /// Nobody answered, or not a Gemini API.
    case unreachable(String)
}

extension GeminiClient {
    /// Lists models with the key: costs nothing and tells a wrong key from a wrong address.
    package func probe(deadline: ContinuousClock.Instant) async -> GeminiProbe {
        guard let headerValue = key.headerValue else {
            return .auth("the key is empty or holds characters that no key has")
        }
        var request = HTTPClient.Request(method: "GET", url: "\(baseURL)/v1beta/models?pageSize=1")
        request.headers = [(name: "x-goog-api-key", value: headerValue)]
        switch await answer(to: request, deadline: deadline) {
        case .success(let response): return probe(response)
        case .failure(let failure): return .unreachable(Excerpt.of(key.blotted(failure.message)))
        }
    }

    private func probe(_ response: HTTPClient.Response) -> GeminiProbe {
        let root = DocumentReader.read(response.body, file: "answer", dialect: .json).root
        let emulated = HeaderText.isEmulated(response.headers)
        if response.status == 200 {
            return root?["models"]?.array == nil ? .unreachable("the answer lists no models") : .ok(emulated: emulated)
        }
        let error = root.flatMap { StatusBody($0) }
        switch ErrorClassifier.outcome(status: response.status, headers: response.headers, error: error) {
        case .auth(let why):
            // Only the API itself speaks about keys in a status document; a proxy's page is no verdict on ours.
            return error == nil ? .unreachable(why) : .auth(why)
        case .noCredit: return .auth("the account's prepaid credit is used up")
        // Too many questions, of a key that is known.
        case .throttled where error != nil: return .ok(emulated: emulated)
        case .gone(let why), .invalidRequest(let why, _), .transport(let why): return .unreachable(why)
        default: return .unreachable("status \(response.status)")
        }
    }
}
