import Platform
import Testing

@testable import Gemini

/// The client around one exchange: what goes out, and what each way of coming back means. No network.
@Suite struct GeminiClientTests {
    private static let secret = "AQ.Ab8-secret_0123456789"
    private typealias Answer = Result<HTTPClient.Response, HTTPClient.Failure>

    private let sent = Locked<[HTTPClient.Request]>([])

    private func client(base: String = "http://api.example", key: String = secret, _ answer: Answer) -> GeminiClient {
        GeminiClient(baseURL: base, key: key) { [sent] request, _ in
            sent.withLock { $0.append(request) }
            return answer
        }
    }

    private func ok(
        _ body: String,
        status: Int = 200,
        headers: [(name: String, value: String)] = []
    ) -> Answer {
        .success(HTTPClient.Response(status: status, headers: headers, body: Array(body.utf8)))
    }

    private func attempt(
        _ client: GeminiClient,
        model: String = "gemini-3.5-flash-lite",
        attemptID: String = "d1-1",
        deadline: ContinuousClock.Instant = .now + .seconds(60)
    ) async -> GeminiAttempt {
        await client.attempt(
            body: [1, 2, 3],
            model: model,
            contract: Samples.contract,
            deadline: deadline,
            attemptID: attemptID
        )
    }

    @Test func sendsKeyAndAttemptInHeadersOnly() async throws {
        let attempt = await attempt(
            client(base: "http://api.example/prefix//", ok(Answers.body(text: Answers.clean))),
            attemptID: "d1\r\nx: 1"
        )
        #expect(attempt.outcome == .ok(Answers.cleanValue))
        let request = try #require(sent.withLock { $0 }.first)
        #expect(request.method == "POST")
        #expect(request.url == "http://api.example/prefix/v1beta/models/gemini-3.5-flash-lite:generateContent")
        #expect(request.body == [1, 2, 3])
        // A short `X-Server-Timeout` would be answered with 500: it is never there.
        #expect(
            request.headers.map { "\($0.name): \($0.value)" } == [
                "content-type: application/json", "x-goog-api-key: \(Self.secret)", "torii-attempt: d1x:1",
            ]
        )
    }

    @Test func carriesEverythingTheAnswerSays() async {
        let answer = ok(
            Answers.body(text: "```\n\(Answers.clean)\n```"),
            headers: [(name: "torii-emulator", value: "1")]
        )
        let attempt = await attempt(client(answer))
        #expect(attempt.outcome == .ok(Answers.cleanValue))
        #expect(attempt.usage?.prompt == 560)
        #expect(attempt.usage?.candidates == 96)
        #expect(attempt.modelVersion == "gemini-3.5-flash-lite")
        #expect(attempt.responseID == "r1")
        #expect(attempt.emulated)
        #expect(attempt.repaired)
        #expect(attempt.repairs == [AnswerRepair(.fence)])
        #expect(!attempt.billingUncertain)
    }

    @Test func isNotEmulatedWithoutTheHeader() async {
        #expect(await attempt(client(ok(Answers.body(text: Answers.clean)))).emulated == false)
    }

    @Test(arguments: [
        (HTTPClient.Failure.Kind.deadline, true, GeminiOutcome.deadline), (.deadline, false, .deadline),
        (.connect, false, .transport("said")), (.cut, true, .transport("said")), (.other, false, .transport("said")),
        (.tooLarge, true, .malformed("the answer is larger than any classification")),
    ])
    func isUncertainOfTheBillOnceDispatched(
        kind: HTTPClient.Failure.Kind,
        dispatched: Bool,
        outcome: GeminiOutcome
    ) async {
        let failure = HTTPClient.Failure(kind: kind, dispatched: dispatched, message: "said")
        let attempt = await attempt(client(.failure(failure)))
        #expect(attempt.outcome == outcome)
        #expect(attempt.billingUncertain == dispatched)
        #expect(attempt.usage == nil)
    }

    @Test func sendsNothingPastTheDeadline() async {
        let attempt = await attempt(client(ok("{}")), deadline: .now - .seconds(1))
        #expect(attempt.outcome == .deadline)
        #expect(!attempt.billingUncertain)
        #expect(sent.withLock(\.count) == 0)
    }

    @Test(arguments: ["", " \n", "a\r\nb: c"]) func sendsNothingWithAKeyNoHeaderCarries(key: String) async {
        let client = client(key: key, ok("{}"))
        let why = "the key is empty or holds characters that no key has"
        #expect(await attempt(client).outcome == .auth(why))
        #expect(await client.probe(deadline: .now + .seconds(60)) == .auth(why))
        #expect(sent.withLock(\.count) == 0)
    }

    /// Another side that echoes the key must not get it into a log, a ledger or an answer.
    @Test func neverShowsTheKey() async {
        let echo = "key \(Self.secret)!"
        let answers: [Answer] = [
            ok(
                #"{"error":{"code":400,"message":"\#(echo)","status":"\#(echo)","details":[{"reason":"API_KEY_\#(echo)"}]}}"#,
                status: 400
            ),
            ok(#"{"error":{"code":404,"message":"\#(echo)"}}"#, status: 404),
            ok(#"{"promptFeedback":{"blockReason":"\#(echo)"},"modelVersion":"\#(echo)","responseId":"\#(echo)"}"#),
            ok(#"{"candidates":[{"finishReason":"\#(echo)"}],"modelStatus":{"modelStage":"\#(echo)"}}"#),
            ok(Answers.body(text: Answers.clean("calm", echo))),
            ok(Answers.body(text: Answers.clean("mist", echo))),
            .failure(HTTPClient.Failure(kind: .cut, dispatched: true, message: echo)),
            .failure(HTTPClient.Failure(kind: .connect, dispatched: false, message: echo)),
        ]
        for answer in answers {
            let client = client(answer)
            var shown = ""
            dump(await attempt(client), to: &shown)
            dump(await client.probe(deadline: .now + .seconds(60)), to: &shown)
            dump(client, to: &shown)
            shown += "\(client) \(String(reflecting: client))"
            #expect(shown.utf8.count > 100)
            #expect(!shown.lowercased().contains("secret"), "\(shown)")
        }
    }

    struct ProbeRow: Sendable {
        let status: Int
        let body: String
        let probe: GeminiProbe
    }

    @Test(arguments: [
        ProbeRow(status: 200, body: #"{"models":[{"name":"models/x"}]}"#, probe: .ok(emulated: false)),
        ProbeRow(status: 200, body: "<html>Sign in</html>", probe: .unreachable("the answer lists no models")),
        ProbeRow(
            status: 400,
            body: #"{"error":{"message":"no","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}"#,
            probe: .auth("status 400 INVALID_ARGUMENT (API_KEY_INVALID): no")
        ),
        ProbeRow(
            status: 401,
            body: #"{"error":{"status":"UNAUTHENTICATED"}}"#,
            probe: .auth("status 401 UNAUTHENTICATED")
        ),
        ProbeRow(status: 402, body: "", probe: .auth("the account's prepaid credit is used up")),
        ProbeRow(status: 403, body: "<html>", probe: .unreachable("status 403 without an error document")),
        ProbeRow(status: 404, body: "nope", probe: .unreachable("status 404 without an error document")),
        ProbeRow(status: 429, body: #"{"error":{"status":"RESOURCE_EXHAUSTED"}}"#, probe: .ok(emulated: false)),
        ProbeRow(status: 429, body: "<html>", probe: .unreachable("status 429")),
        ProbeRow(status: 503, body: "", probe: .unreachable("status 503")),
    ])
    func tellsAWrongKeyFromAWrongAddress(row: ProbeRow) async throws {
        let client = client(ok(row.body, status: row.status))
        #expect(await client.probe(deadline: .now + .seconds(60)) == row.probe)
        let request = try #require(sent.withLock { $0 }.first)
        #expect(request.method == "GET")
        #expect(request.url == "http://api.example/v1beta/models?pageSize=1")
    }

    @Test func saysThatNobodyAnswered() async {
        let failure = HTTPClient.Failure(kind: .connect, dispatched: false, message: "connection refused")
        let client = client(.failure(failure))
        #expect(await client.probe(deadline: .now + .seconds(60)) == .unreachable("connection refused"))
    }
}
