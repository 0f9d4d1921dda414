import Documents
import Economics
import Gemini
import Platform
import TestSupport

/// The API on a bad day, without a socket: 30 % overloaded, 10 % malformed, 5 % that hang until their deadline. What
/// becomes of an attempt follows from its bytes and its number, so every run is the same, in whatever order calls come.
final class StormyAPI: Sendable {
    enum Weather: Sendable, Hashable { case hung, overloaded, malformed, fine }

    struct Call: Sendable {
        let weather: Weather
        let begun: ContinuousClock.Instant
        /// What the client gave the call.
        let deadline: ContinuousClock.Instant
        let charged: Money
    }

    private static let prompt = 660
    private static let candidates = 97
    /// At the list price of the shipped model: 300 nano-USD a token in, 2,500 out.
    private static let charge = Money(nanoUSD: Int64(prompt * 300 + candidates * 2_500))

    private let seed: UInt64
    private let made = Locked<[String: Call]>([:])

    init(seed: UInt64) { self.seed = seed }

    /// By attempt: the decision's id, a slash, the number.
    var calls: [String: Call] { made.withLock { $0 } }

    var client: GeminiClient {
        GeminiClient(baseURL: "http://api.test", key: "key-0123456789") { [self] request, deadline in
            answer(to: request, deadline: deadline)
        }
    }

    private func answer(
        to request: HTTPClient.Request,
        deadline: ContinuousClock.Instant
    ) -> Result<HTTPClient.Response, HTTPClient.Failure> {
        let attempt = request.headers.first { $0.name == "torii-attempt" }?.value ?? ""
        let weather = weather(body: request.body, number: UInt64(attempt.split(separator: "/").last ?? "") ?? 0)
        let isCharged = weather == .fine || weather == .malformed
        let call = Call(
            weather: weather,
            begun: .now,
            deadline: deadline,
            charged: isCharged ? Self.charge : .zero
        )
        made.withLock { $0[attempt] = call }
        switch weather {
        case .hung:
            // Nobody waits here: the client itself has ended it, as at its deadline.
            return .failure(HTTPClient.Failure(kind: .deadline, dispatched: true, message: "the deadline passed"))
        case .overloaded:
            return Self.response(#"{"error":{"code":503,"status":"UNAVAILABLE","message":"overloaded"}}"#, status: 503)
        case .malformed: return Self.response(Self.answer(BatchAPI.classification.replacing("calm", with: "bored")))
        case .fine: return Self.response(Self.answer(BatchAPI.classification))
        }
    }

    private func weather(body: [UInt8], number: UInt64) -> Weather {
        let start = Crypto.sha256(body).prefix(8).reduce(seed ^ number << 32) { $0 << 8 ^ $0 >> 56 ^ UInt64($1) }
        var generator = SeededGenerator(seed: start)
        switch Double.random(in: 0..<1, using: &generator) {
        case ..<0.05: return .hung
        case ..<0.35: return .overloaded
        case ..<0.45: return .malformed
        default: return .fine
        }
    }

    private static func answer(_ text: String) -> String {
        let quoted = String(decoding: JSON.string(text).encoded(), as: UTF8.self)
        return #"{"candidates":[{"content":{"parts":[{"text":\#(quoted)}]},"finishReason":"STOP"}],"#
            + #""usageMetadata":{"promptTokenCount":\#(prompt),"candidatesTokenCount":\#(candidates),"#
            + #""totalTokenCount":\#(prompt + candidates)},"modelVersion":"gemini-3.5-flash-lite"}"#
    }

    private static func response(_ body: String, status: Int = 200) -> Result<HTTPClient.Response, HTTPClient.Failure> {
        .success(HTTPClient.Response(status: status, headers: [], body: Array(body.utf8)))
    }
}
