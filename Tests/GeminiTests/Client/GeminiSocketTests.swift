import Documents
import Platform
import TestSupport
import Testing

@testable import Gemini

/// The client over a real socket, against a scripted server.
@Suite struct GeminiSocketTests {
    /// Serves one handler to one client and puts both away.
    private func served(
        _ handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
        _ body: (GeminiClient) async throws -> Void
    ) async throws {
        let server = try HTTPServer(
            HTTPServer.Configuration(address: .tcp(host: "127.0.0.1", port: 0)),
            handler: handler
        )
        let http = HTTPClient()
        defer { http.close() }
        let client = GeminiClient(http: http, baseURL: "http://127.0.0.1:\(server.port)/", key: "k-0123456789")
        do {
            try await body(client)
        } catch {
            await server.stop(grace: .seconds(5))
            throw error
        }
        await server.stop(grace: .seconds(5))
    }

    private func attempt(_ client: GeminiClient, body: [UInt8] = [], within: Duration = .seconds(120)) async
        -> GeminiAttempt
    {
        await client.attempt(
            body: body,
            model: "gemini-3.5-flash-lite",
            contract: Samples.contract,
            deadline: .now + within,
            attemptID: "d7-2"
        )
    }

    @Test(.timeLimit(.minutes(1))) func bringsAPictureThereAndAnAnswerBack() async throws {
        let seen = Locked<HTTPRequest?>(nil)
        let jpeg = (0..<90_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let request = GeminiClient.requestBody(jpeg: jpeg, snapshot: try Samples.snapshot())
        try await served { request in
            seen.withLock { $0 = request }
            return HTTPResponse(
                status: 200,
                headers: [(name: "Content-Type", value: "application/json"), (name: "Torii-Emulator", value: "1")],
                body: .bytes(Array(Answers.body(text: Answers.clean).utf8))
            )
        } _: { client in
            let attempt = await attempt(client, body: request)
            #expect(attempt.outcome == .ok(Answers.cleanValue))
            #expect(attempt.usage?.total == 656)
            #expect(attempt.emulated)
            #expect(attempt.latency > .zero)
        }
        let received = try #require(seen.withLock { $0 })
        #expect(received.method == "POST")
        #expect(received.path == "/v1beta/models/gemini-3.5-flash-lite:generateContent")
        #expect(received.header("x-goog-api-key") == "k-0123456789")
        #expect(received.header("torii-attempt") == "d7-2")
        #expect(received.header("content-type") == "application/json")
        #expect(received.header("x-server-timeout") == nil)
        #expect(received.body == request)
    }

    @Test(.timeLimit(.minutes(1))) func readsAThrottleFromTheBody() async throws {
        let body = ErrorRow.quota("GenerateRequestsPerMinute", delay: "1.5s")
        try await served { _ in
            HTTPResponse(status: 429, body: .bytes(Array(body.utf8)))
        } _: { client in
            let attempt = await attempt(client)
            #expect(attempt.outcome == .throttled(.minute, retryAfter: .milliseconds(1_500)))
            #expect(!attempt.billingUncertain)
        }
    }

    @Test(.timeLimit(.minutes(1))) func endsAtTheDeadlineUncertainOfTheBill() async throws {
        let over = Latch()
        try await served { request in
            if request.method == "GET" { return HTTPResponse(status: 200) }
            await over.wait()
            return HTTPResponse(status: 200)
        } _: { client in
            // Opens the connection, so that a slow machine does not spend the deadline on that.
            _ = await client.probe(deadline: .now + .seconds(120))
            let attempt = await attempt(client, within: .seconds(1))
            #expect(attempt.outcome == .deadline)
            #expect(attempt.billingUncertain)
            over.open()
        }
    }

    @Test(.timeLimit(.minutes(1))) func isSureOfNoBillWhenNobodyListens() async throws {
        let taken = try TakenPort()
        let port = taken.number
        let http = HTTPClient()
        defer { http.close() }
        let client = GeminiClient(http: http, baseURL: "http://127.0.0.1:\(port)", key: "k-0123456789")
        let attempt = await attempt(client)
        guard case .transport = attempt.outcome else {
            Issue.record("\(attempt.outcome)")
            return
        }
        #expect(!attempt.billingUncertain)
        guard case .unreachable = await client.probe(deadline: .now + .seconds(120)) else {
            Issue.record("reachable")
            return
        }
        taken.free()
    }

    @Test(.timeLimit(.minutes(1))) func probesByListingModels() async throws {
        try await served { request in
            request.method == "GET" && request.path == "/v1beta/models" && request.queryItem("pageSize") == "1"
                ? HTTPResponse(status: 200, body: .bytes(Array(#"{"models":[]}"#.utf8))) : HTTPResponse(status: 404)
        } _: { client in
            #expect(await client.probe(deadline: .now + .seconds(120)) == .ok(emulated: false))
        }
    }

    /// Silent from the start, or after its first event: either is waited for no longer than its own limit.
    @Test(.timeLimit(.minutes(1)), arguments: [false, true]) func endsAStreamThatFallsSilent(speaksFirst: Bool)
        async throws
    {
        let over = Latch()
        try await served { _ in
            if !speaksFirst { await over.wait() }
            let (body, feed) = AsyncStream.makeStream(of: [UInt8].self)
            feed.yield(Array("data: {}\n\n".utf8))
            let headers = [(name: "Content-Type", value: "text/event-stream")]
            return HTTPResponse(status: 200, headers: headers, body: .stream(body))
        } _: { client in
            defer { over.open() }
            let call = GeminiClient.Forwarding(method: "POST", path: "v1/a", query: [], body: [], attemptID: "d/1")
            let (short, long) = (Duration.milliseconds(100), Duration.seconds(3_600))
            let answer = await client.forwardStream(
                call,
                contract: Samples.contract,
                deadline: .now + long,
                silence: speaksFirst ? (first: long, between: short) : (first: short, between: long)
            )
            switch answer {
            case .whole(let forwarded):
                #expect(!speaksFirst)
                #expect(forwarded.response == nil)
                #expect(forwarded.attempt.outcome == .deadline && forwarded.attempt.billingUncertain)
            case .frames(let stream):
                #expect(speaksFirst)
                let (attempt, isBroken) = await stream.read { _ in }
                #expect(isBroken && attempt.outcome == .deadline && attempt.billingUncertain)
            }
        }
    }
}
