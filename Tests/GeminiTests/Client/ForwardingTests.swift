import Documents
import Platform
import Testing

@testable import Gemini

/// Calls of others through us, and what every call of the client is kept from. No network.
@Suite struct ForwardingTests {
    private static let secret = "AQ.Ab8-secret_0123456789"
    private let sent = Locked<[HTTPClient.Request]>([])

    private func client(_ body: String = "{}", status: Int = 200, isCutShort: Bool = false) -> GeminiClient {
        GeminiClient(baseURL: "http://api.example/x", key: Self.secret) { [sent] request, _ in
            sent.withLock { $0.append(request) }
            return .success(
                HTTPClient.Response(
                    status: status,
                    headers: [(name: "content-type", value: "text/html"), (name: "torii-emulator", value: "1")],
                    body: Array(body.utf8),
                    isCutShort: isCutShort
                )
            )
        }
    }

    private func forwarded(
        _ client: GeminiClient,
        path: String = "v1/models/a:generateContent"
    ) async -> GeminiClient.Forwarded {
        await client.forward(
            GeminiClient.Forwarding(
                method: "POST",
                path: path,
                query: [(name: "alt", value: "a&b/c")],
                body: [1],
                attemptID: "d/1"
            ),
            contract: Samples.contract,
            deadline: .now + .seconds(60)
        )
    }

    @Test func callsThePathItIsGiven() async {
        #expect(await forwarded(client()).response?.status == 200)
        #expect(
            sent.withLock { $0.map(\.url) } == ["http://api.example/x/v1/models/a:generateContent?alt=a%26b%2Fc"]
        )
        #expect(sent.withLock { $0.map(\.maxErrorBytes) } == [262_144])
    }

    @Test(arguments: ["v1/models/../files", "v1/models/..%2Ffiles", "v1/models//a", "v1/models/a b"])
    func callsNoPathThatMayMeanAnother(path: String) async {
        let answer = await forwarded(client(), path: path)
        #expect(answer.response == nil)
        #expect(answer.attempt.outcome == .invalidRequest("the path is malformed", fault: .other))
        #expect(!answer.attempt.billingUncertain)
        #expect(sent.withLock(\.count) == 0)
    }

    /// Models come from policies and batches from answers: neither leads out of the API.
    @Test(arguments: ["../../files", "a/../../b", "./a"])
    func leavesTheAPIWithNoCallOfItsOwn(name: String) async {
        let attempt = await client().attempt(
            body: [1],
            model: name,
            contract: Samples.contract,
            deadline: .now + .seconds(60),
            attemptID: "d/1"
        )
        #expect(attempt.outcome == .transport("the path leaves the API"))
        #expect(!attempt.billingUncertain)
        await #expect(throws: GeminiClient.BatchFailure.self) {
            try await client().batch(name, contract: Samples.contract, deadline: .now + .seconds(60))
        }
        #expect(sent.withLock(\.count) == 0)
    }

    /// Longer than is read, by a double that does not stop by itself or by the HTTP client that does.
    @Test(arguments: [(300_000, false), (1_000, true)])
    func passesALongErrorOnAsAShortOne(length: Int, isCutShort: Bool) async throws {
        let message = "bad \(Self.secret) é " + String(repeating: "x", count: length)
        let body = #"{"error":{"code":400,"status":"FAILED_PRECONDITION","message":"\#(message)"#
        let answer = await forwarded(client(body, status: 400, isCutShort: isCutShort))
        let response = try #require(answer.response)
        #expect(response.status == 400)
        #expect(
            response.headers.map { "\($0.name): \($0.value)" } == [
                "torii-emulator: 1", "content-type: application/json",
            ]
        )
        #expect(response.body.count < 2_500)
        let root = try #require(DocumentReader.read(response.body, file: "a", dialect: .json).root)
        #expect(root["error"]?["code"]?.integer == 400)
        #expect(root["error"]?["status"]?.string == "FAILED_PRECONDITION")
        #expect(root["error"]?["message"]?.string?.hasPrefix("bad ************************ é xxx") == true)
        #expect(answer.attempt.emulated)
        guard case .auth(let said) = answer.attempt.outcome else {
            Issue.record("\(answer.attempt.outcome)")
            return
        }
        #expect(said.hasPrefix("status 400 FAILED_PRECONDITION: bad "))
    }

    /// An answer is not an error: it comes whole.
    @Test func passesALongAnswerOnWhole() async {
        let body = "\"" + String(repeating: "x", count: 300_000) + "\""
        #expect(await forwarded(client(body)).response?.body == Array(body.utf8))
    }
}
