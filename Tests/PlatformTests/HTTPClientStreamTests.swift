import Platform
import TestSupport
import Testing

/// Answers that are read while they come.
@Suite(.timeLimit(.minutes(1)))
struct HTTPClientStreamTests {
    private func stream(
        _ server: HTTPServer,
        _ client: HTTPClient,
        maxResponseBytes: Int = 1_000_000,
        within: Duration = .seconds(50),
        at base: String = "http://127.0.0.1"
    ) async -> Result<HTTPClient.Stream, HTTPClient.Failure> {
        let request = HTTPClient.Request(
            method: "GET",
            url: "\(base):\(server.port)/",
            maxResponseBytes: maxResponseBytes
        )
        return await client.stream(of: request, deadline: .now + within)
    }

    /// What was read, and why it ended before its end.
    private func read(_ stream: HTTPClient.Stream) async -> (bytes: [UInt8], failure: HTTPClient.Failure?) {
        var bytes: [UInt8] = []
        do {
            for try await piece in stream.body { bytes += piece }
            return (bytes, nil)
        } catch {
            return (bytes, error as? HTTPClient.Failure)
        }
    }

    /// The server says each word only once the one before it was read: nobody waits for the whole.
    @Test func bringsHeadAndPiecesAsTheyCome() async throws {
        let read = [Latch(), Latch(), Latch()]
        try await withServer(handler: { _ in
            HTTPResponse(
                status: 203,
                headers: [(name: "X-Kind", value: "slow")],
                body: .stream(
                    AsyncStream { continuation in
                        Task {
                            for number in 0..<3 {
                                await read[number].wait()
                                continuation.yield([UInt8(number)])
                            }
                            continuation.finish()
                        }
                    }
                )
            )
        }) { server in
            let client = HTTPClient()
            defer { client.close() }
            let answer = try await stream(server, client).get()
            #expect(answer.status == 203)
            #expect(answer.headers.contains { $0.name == "x-kind" && $0.value == "slow" })
            read[0].open()
            var pieces: [[UInt8]] = []
            for try await piece in answer.body {
                pieces.append(piece)
                if pieces.count < 3 { read[pieces.count].open() }
            }
            #expect(pieces == [[0], [1], [2]])
        }
    }

    @Test(arguments: [0, 5, 300_000]) func bringsAWholeBodyToo(count: Int) async throws {
        let body = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        try await withServer(handler: { _ in HTTPResponse(status: 200, body: .bytes(body)) }) { server in
            let client = HTTPClient()
            defer { client.close() }
            // The connection is one to be used again.
            for _ in 0..<2 {
                let (bytes, failure) = await read(try await stream(server, client).get())
                #expect(bytes == body)
                #expect(failure == nil)
            }
        }
    }

    @Test func saysThatTheBodyBrokeOff() async throws {
        try await withServer(handler: { _ in
            var response = HTTPResponse(status: 200, body: .bytes(Array(repeating: 7, count: 100)))
            response.cutAfter = 40
            return response
        }) { server in
            let client = HTTPClient()
            defer { client.close() }
            let (bytes, failure) = await read(try await stream(server, client).get())
            #expect(bytes == Array(repeating: 7, count: 40))
            #expect(failure?.kind == .cut)
            #expect(failure?.dispatched == true)
        }
    }

    /// A stream that breaks off on the server's side has no end on ours.
    @Test(arguments: [true, false]) func knowsABrokenStreamFromAWholeOne(isBroken: Bool) async throws {
        try await withServer(handler: { _ in
            var response = HTTPResponse(
                status: 200,
                body: .stream(
                    AsyncStream { continuation in
                        continuation.yield([1, 2])
                        continuation.finish()
                    }
                )
            )
            response.isBrokenOff = { isBroken }
            return response
        }) { server in
            let client = HTTPClient()
            defer { client.close() }
            let (bytes, failure) = await read(try await stream(server, client).get())
            #expect(bytes == [1, 2])
            #expect(failure?.kind == (isBroken ? .cut : nil))
        }
    }

    @Test func endsWhatIsTooLarge() async throws {
        try await withServer(handler: { _ in
            HTTPResponse(status: 200, body: .bytes(Array(repeating: 7, count: 100_000)))
        }) { server in
            let client = HTTPClient()
            defer { client.close() }
            let whole = await read(try await stream(server, client, maxResponseBytes: 100_000).get())
            #expect(whole.bytes.count == 100_000 && whole.failure == nil)
            switch await stream(server, client, maxResponseBytes: 99_999) {
            // The length that is announced may end it before the head does.
            case .failure(let failure): #expect(failure.kind == .tooLarge)
            case .success(let answer): #expect(await read(answer).failure?.kind == .tooLarge)
            }
        }
    }

    @Test func endsAtItsDeadlineInTheMiddle() async throws {
        let over = Latch()
        try await withServer(handler: { _ in
            HTTPResponse(
                status: 200,
                body: .stream(
                    AsyncStream { continuation in
                        continuation.yield([1])
                        Task {
                            await over.wait()
                            continuation.finish()
                        }
                    }
                )
            )
        }) { server in
            let client = HTTPClient()
            defer { client.close() }
            switch await stream(server, client, within: .seconds(2)) {
            // On a machine so busy that the head is late, it ends before that.
            case .failure(let failure): #expect(failure.kind == .deadline)
            case .success(let answer):
                let (bytes, failure) = await read(answer)
                #expect([[], [1]].contains(bytes))
                #expect(failure?.kind == .deadline)
            }
            over.open()
        }
    }

    /// Whoever makes a stream waits for its slow reader, over both ends of a connection: nobody holds more than a few pieces
    /// and what the kernel does.
    @Test(arguments: [false, true]) func makesTheOtherSideWaitForASlowReader(isSecret: Bool) async throws {
        let identity = isSecret ? try TestIdentity() : nil
        let base = isSecret ? "https://localhost" : "http://127.0.0.1"
        let size = 1 << 18
        let made = Locked(0)
        try await withServer(
            tls: identity,
            handler: { request in
                guard request.path == "/" else { return HTTPResponse(status: 204) }
                let (body, feed) = AsyncStream.makeStream(of: [UInt8].self)
                let flow = HTTPStreamFlow()
                Task {
                    for _ in 0..<128 {
                        await flow.admission()
                        feed.yield(Array(repeating: 7, count: size))
                        made.withLock { $0 += size }
                    }
                    feed.finish()
                }
                var response = HTTPResponse(status: 200, body: .stream(body))
                response.flow = flow
                return response
            }
        ) { server in
            let client = try identity?.client() ?? HTTPClient()
            defer { client.close() }
            var read = 0
            let answer = try await stream(server, client, maxResponseBytes: 256 * size, at: base).get()
            for try await piece in answer.body {
                if read == 0 {
                    // Turns of both threads, in which all that may come does.
                    for _ in 0..<300 {
                        let other = HTTPClient.Request(method: "GET", url: "\(base):\(server.port)/other")
                        _ = try await client.response(to: other, deadline: .now + .seconds(50)).get()
                    }
                    let ahead = made.withLock { $0 }
                    #expect(ahead < 64 * size, "\(ahead)")
                }
                read += piece.count
            }
            #expect(read == 128 * size)
        }
    }

    /// One that nobody reads any more goes on for the other side's sake.
    @Test func takesAllOfAStreamThatIsDropped() async throws {
        let (body, feed) = AsyncStream.makeStream(of: [UInt8].self)
        let flow = HTTPStreamFlow()
        try await withServer(handler: { _ in
            var response = HTTPResponse(status: 200, body: .stream(body))
            response.flow = flow
            return response
        }) { server in
            let client = HTTPClient()
            defer { client.close() }
            var answer: HTTPClient.Stream? = try await stream(server, client, maxResponseBytes: 256 << 20).get()
            #expect(answer?.status == 200)
            answer = nil
            for _ in 0..<24 {
                await flow.admission()
                feed.yield(Array(repeating: 7, count: 1 << 20))
            }
            feed.finish()
            try await until { server.inFlight == 0 }
        }
    }

    @Test func failsWhereNobodyListens() async throws {
        let taken = try TakenPort()
        let client = HTTPClient()
        defer { client.close() }
        let request = HTTPClient.Request(method: "GET", url: "http://127.0.0.1:\(taken.number)/")
        switch await client.stream(of: request, deadline: .now + .seconds(20)) {
        case .success: Issue.record("somebody does")
        case .failure(let failure): #expect(failure.kind == .connect && !failure.dispatched)
        }
        taken.free()
    }
}
