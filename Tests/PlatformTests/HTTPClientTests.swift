import Glibc
import Platform
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HTTPClientTests {
    private func soon(_ duration: Duration = .seconds(90)) -> ContinuousClock.Instant { .now + duration }

    /// curl would read it on the thread that drives every other call.
    @Test func waitsForNoPipeInThePlaceOfTrustedCertificates() async throws {
        let folder = try TemporaryFolder()
        let pipe = folder.file("trusted.pem")
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        let client = HTTPClient(caFile: pipe)
        defer { client.close() }
        let request = HTTPClient.Request(method: "GET", url: "https://127.0.0.1:1/")
        guard case .failure(let failure) = await client.response(to: request, deadline: soon()) else {
            Issue.record("an answer of nobody")
            return
        }
        #expect(failure.kind == .connect && !failure.dispatched)
        #expect(failure.message == "the certificates to trust cannot be read: `\(pipe)` is no file")
    }

    /// A socket that takes one connection and does with it what the test says.
    private func withRawServer(
        _ serve: @escaping @Sendable (HTTPRawServer.Connection) throws -> Void,
        _ body: (Int) async throws -> Void
    ) async throws {
        let server = try HTTPRawServer()
        async let served: Void = offPool { try server.serve(serve) }
        do {
            try await body(server.port)
        } catch {
            server.stop()
            throw error
        }
        server.stop()
        try await served
    }

    @Test func getsStatusHeadersAndBody() async throws {
        try await withServer(handler: { request in
            let sent = request.headers.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
            return HTTPResponse(
                status: 418,
                headers: [(name: "X-Two", value: "a"), (name: "x-two", value: "b")],
                body: .bytes(Array("\(request.method) \(request.path) \(request.body.count) \(sent)".utf8))
            )
        }) { server in
            let client = HTTPClient()
            defer { client.close() }
            let request = HTTPClient.Request(
                method: "POST",
                url: "http://127.0.0.1:\(server.port)/x",
                headers: [(name: "X-Key", value: "k"), (name: "X-Empty", value: "")],
                body: [UInt8](repeating: 1, count: 200_000)
            )
            let response = try await client.response(to: request, deadline: soon()).get()
            #expect(response.status == 418)
            #expect(response.headers.filter { $0.name == "x-two" }.map(\.value) == ["a", "b"])
            // No Expect, no User-Agent, no Accept and no invented Content-Type.
            #expect(
                String(decoding: response.body, as: UTF8.self)
                    == "POST /x 200000 host=127.0.0.1:\(server.port)|x-key=k|x-empty=|content-length=200000"
            )
        }
    }

    @Test(arguments: ["GET", "HEAD", "POST", "PUT", "DELETE"])
    func sendsTheMethodItIsGiven(method: String) async throws {
        try await withServer(handler: { request in
            HTTPResponse(status: 200, headers: [(name: "X-Method", value: request.method)], body: .bytes([1]))
        }) { server in
            let client = HTTPClient()
            defer { client.close() }
            let request = HTTPClient.Request(method: method, url: "http://127.0.0.1:\(server.port)/")
            let response = try await client.response(to: request, deadline: soon()).get()
            #expect(response.headers.first { $0.name == "x-method" }?.value == method)
            #expect(response.body == (method == "HEAD" ? [] : [1]))
        }
    }

    @Test func keepsOneConnectionForCallsInARow() async throws {
        try await withRawServer({ connection in
            for _ in 0..<20 {
                try connection.readHead()
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }) { port in
            // The raw server accepts once: a second connection would never be answered.
            let client = HTTPClient()
            defer { client.close() }
            for _ in 0..<20 {
                let request = HTTPClient.Request(method: "GET", url: "http://127.0.0.1:\(port)/")
                #expect(await client.response(to: request, deadline: soon()).answer?.status == 200)
            }
        }
    }

    @Test func passesOverInterimAnswersAndTrailers() async throws {
        try await withRawServer({ connection in
            try connection.readHead()
            try connection.send(
                "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 302 Found\r\nLocation: /elsewhere\r\n"
            )
            try connection.send("Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Late: 1\r\n\r\n")
        }) { port in
            let client = HTTPClient()
            defer { client.close() }
            let request = HTTPClient.Request(method: "GET", url: "http://127.0.0.1:\(port)/")
            let response = try await client.response(to: request, deadline: soon()).get()
            #expect(response.status == 302)
            #expect(response.headers.map(\.name) == ["location", "transfer-encoding"])
            #expect(response.body == Array("ok".utf8))
        }
    }

    @Test func saysThatNothingWasSentWhenNobodyListens() async throws {
        let taken = try TakenPort()
        let client = HTTPClient()
        defer { client.close() }
        let request = HTTPClient.Request(method: "POST", url: "http://127.0.0.1:\(taken.number)/", body: [1])
        let failure = await client.response(to: request, deadline: soon()).failure
        #expect(failure?.kind == .connect)
        #expect(failure?.dispatched == false)
        taken.free()
    }

    @Test func endsAtTheDeadlineAndSaysThatTheRequestWasSent() async throws {
        let gate = HTTPGate()
        try await withServer(handler: { _ in
            await gate.pass()
            return HTTPResponse(status: 200)
        }) { server in
            let client = HTTPClient()
            defer { client.close() }
            let request = HTTPClient.Request(method: "POST", url: "http://127.0.0.1:\(server.port)/", body: [1])
            let failure = await client.response(to: request, deadline: soon(.milliseconds(200))).failure
            #expect(failure?.kind == .deadline)
            #expect(failure?.dispatched == true)
            gate.open()
        }
    }

    @Test func countsTheQueueIntoTheDeadline() async throws {
        let gate = HTTPGate()
        try await withServer(handler: { _ in
            await gate.pass()
            return HTTPResponse(status: 200)
        }) { server in
            let client = HTTPClient(maxConnections: 1)
            defer { client.close() }
            let request = HTTPClient.Request(method: "POST", url: "http://127.0.0.1:\(server.port)/", body: [1])
            async let first = client.response(to: request, deadline: soon())
            await gate.arrivals(1)
            let failure = await client.response(to: request, deadline: soon(.milliseconds(100))).failure
            #expect(failure?.kind == .deadline)
            #expect(failure?.dispatched == false)
            let past = await client.response(to: request, deadline: .now - .seconds(1)).failure
            #expect(past?.kind == .deadline)
            #expect(past?.dispatched == false)
            gate.open()
            #expect(await first.answer?.status == 200)
        }
    }

    /// Long before the deadline, and certain that nothing was sent.
    @Test func givesUpAConnectionThatNobodyTakes() async throws {
        let server = try HTTPDeafServer()
        let client = HTTPClient(connectTimeout: .milliseconds(300))
        defer { client.close() }
        let request = HTTPClient.Request(method: "POST", url: "http://127.0.0.1:\(server.port)/", body: [1])
        let failure = await client.response(to: request, deadline: soon()).failure
        #expect(failure?.kind == .connect)
        #expect(failure?.dispatched == false)
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"])
    func reportsACutConnection(answer: String) async throws {
        try await withRawServer({ connection in
            try connection.readHead()
            try connection.send(answer)
        }) { port in
            let client = HTTPClient()
            defer { client.close() }
            let request = HTTPClient.Request(method: "POST", url: "http://127.0.0.1:\(port)/", body: [1])
            let failure = await client.response(to: request, deadline: soon()).failure
            #expect(failure?.kind == .cut)
            #expect(failure?.dispatched == true)
        }
    }

    /// curl would send the request again by itself on a fresh connection: then it might be paid for twice.
    @Test func neverSendsAPostTwice() async throws {
        let heads = Locked(0)
        let server = try HTTPRawServer()
        async let served: Void = offPool {
            for _ in 0..<2 {
                try server.serve { connection in
                    try connection.readHead()
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                    // The next request on the connection is read, and then dropped without a word.
                    try connection.readHead()
                    heads.withLock { $0 += 1 }
                }
            }
        }
        let client = HTTPClient()
        let url = "http://127.0.0.1:\(server.port)/"
        let get = HTTPClient.Request(method: "GET", url: url)
        let post = HTTPClient.Request(method: "POST", url: url)
        #expect(await client.response(to: get, deadline: soon()).answer?.status == 200)
        let failure = await client.response(to: post, deadline: soon()).failure
        #expect(failure?.kind == .cut)
        #expect(failure?.dispatched == true)
        #expect(heads.withLock { $0 } == 1)
        client.close()
        server.stop()
        _ = try? await served
    }

    /// Whoever checked a path must find it where it was checked: nothing is folded.
    @Test(arguments: ["/a/../b", "/a/./b", "/a/%2e%2e/b", "//a/.."])
    func sendsThePathAsItIsWritten(path: String) async throws {
        try await withRawServer({ connection in
            let line = try connection.readHead().prefix { $0 != "\r\n" }
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(line.utf8.count)\r\n\r\n\(line)")
        }) { port in
            let client = HTTPClient()
            defer { client.close() }
            let request = HTTPClient.Request(method: "GET", url: "http://127.0.0.1:\(port)\(path)")
            let answer = try await client.response(to: request, deadline: soon()).get()
            #expect(String(decoding: answer.body, as: UTF8.self) == "GET \(path) HTTP/1.1")
        }
    }

    /// An error may be as long as it likes; what is said first is enough.
    @Test(
        arguments: [
            (400, 1001, false, 1000, true), (400, 1001, true, 1000, true), (503, 1000, false, 1000, false),
            (200, 1001, false, 1001, false), (200, 1001, true, 1001, false),
            // Its head says that it is larger than any answer may be; of a chunked one nobody knows.
            (400, 5000, false, 0, true), (400, 5000, true, 1000, true),
        ]
    )
    func readsOfAnErrorWhatItIsTold(status: Int, size: Int, isChunked: Bool, read: Int, isCut: Bool) async throws {
        try await withServer(handler: { _ in
            let bytes = [UInt8](repeating: 1, count: size)
            guard isChunked else { return HTTPResponse(status: status, body: .bytes(bytes)) }
            let (stream, feed) = AsyncStream<[UInt8]>.makeStream()
            feed.yield(bytes)
            feed.finish()
            return HTTPResponse(status: status, body: .stream(stream))
        }) { server in
            let client = HTTPClient()
            defer { client.close() }
            var request = HTTPClient.Request(method: "GET", url: "http://127.0.0.1:\(server.port)/")
            request.maxResponseBytes = 2000
            request.maxErrorBytes = 1000
            let answer = try await client.response(to: request, deadline: soon()).get()
            #expect(answer.status == status)
            #expect(answer.body == [UInt8](repeating: 1, count: read))
            #expect(answer.isCutShort == isCut)
            // The next one does not get the rest of this one.
            request.maxErrorBytes = nil
            request.maxResponseBytes = 10_000
            #expect(await client.response(to: request, deadline: soon()).answer?.body.count == size)
        }
    }

    @Test(arguments: [true, false])
    func refusesAnswersThatAreTooLarge(isChunked: Bool) async throws {
        try await withServer(handler: { _ in
            let bytes = [UInt8](repeating: 1, count: 1001)
            guard isChunked else { return HTTPResponse(status: 200, body: .bytes(bytes)) }
            let (stream, feed) = AsyncStream<[UInt8]>.makeStream()
            feed.yield(bytes)
            feed.finish()
            return HTTPResponse(status: 200, body: .stream(stream))
        }) { server in
            let client = HTTPClient()
            defer { client.close() }
            var request = HTTPClient.Request(method: "GET", url: "http://127.0.0.1:\(server.port)/")
            request.maxResponseBytes = 1000
            let failure = await client.response(to: request, deadline: soon()).failure
            #expect(
                failure
                    == HTTPClient.Failure(
                        kind: .tooLarge,
                        dispatched: true,
                        message: "the answer is larger than 1000 bytes"
                    )
            )
            request.maxResponseBytes = 1001
            #expect(await client.response(to: request, deadline: soon()).answer?.body.count == 1001)
        }
    }

    @Test(arguments: [
        ("ftp://127.0.0.1/", "GET", "a"), ("http://", "GET", "a"), ("http://127.0.0.1/ b", "GET", "a"),
        ("http://127.0.0.1:1/", "GE T", "a"), ("http://127.0.0.1:1/", "GET", "a\r\nb: c"),
    ])
    func sendsNothingMalformed(url: String, method: String, value: String) async {
        let client = HTTPClient()
        defer { client.close() }
        let request = HTTPClient.Request(method: method, url: url, headers: [(name: "X", value: value)])
        let failure = await client.response(to: request, deadline: soon()).failure
        #expect(failure?.kind == .other)
        #expect(failure?.dispatched == false)
    }

    @Test func finishesAnExchangeWhoseCallerIsCancelled() async throws {
        let gate = HTTPGate()
        try await withServer(handler: { request in
            await gate.pass()
            return await echo(request)
        }) { server in
            let client = HTTPClient()
            defer { client.close() }
            let request = HTTPClient.Request(method: "POST", url: "http://127.0.0.1:\(server.port)/", body: [1])
            let deadline = soon()
            let task = Task { await client.response(to: request, deadline: deadline) }
            await gate.arrivals(1)
            task.cancel()
            gate.open()
            #expect(await task.value.answer?.body == Array("POST / 1".utf8))
        }
    }

    @Test func failsCallsInFlightWhenItIsClosed() async throws {
        let gate = HTTPGate()
        try await withServer(handler: { _ in
            await gate.pass()
            return HTTPResponse(status: 200)
        }) { server in
            let client = HTTPClient()
            let request = HTTPClient.Request(method: "POST", url: "http://127.0.0.1:\(server.port)/", body: [1])
            async let failure = client.response(to: request, deadline: soon()).failure
            await gate.arrivals(1)
            client.close()
            client.close()
            #expect(
                await failure
                    == HTTPClient.Failure(
                        kind: .other,
                        dispatched: true,
                        message: "the client was closed"
                    )
            )
            #expect(
                await client.response(to: request, deadline: soon()).failure
                    == HTTPClient.Failure(
                        kind: .other,
                        dispatched: false,
                        message: "the client is closed"
                    )
            )
            gate.open()
        }
    }

    @Test func servesManyCallersAtOnce() async throws {
        try await withServer(handler: { request in
            await Task.yield()
            return HTTPResponse(status: 200, body: .bytes(Array(request.path.utf8)))
        }) { server in
            let client = HTTPClient(maxConnections: 8)
            defer { client.close() }
            let deadline = soon()
            let wrong = await withTaskGroup(of: Bool.self) { group in
                for index in 0..<200 {
                    group.addTask {
                        let url = "http://127.0.0.1:\(server.port)/\(index)"
                        let result = await client.response(
                            to: HTTPClient.Request(method: "POST", url: url, body: [1]),
                            deadline: deadline
                        )
                        return (try? result.get().body) != Array("/\(index)".utf8)
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(wrong == 0)
        }
    }
}

extension Result {
    var answer: Success? { try? get() }

    var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
