import Platform
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HTTPServerTests {
    @Test func answersOneRequestAfterAnother() async throws {
        try await withServer { server in
            let port = server.port
            let (first, second) = try await offPool {
                let client = try HTTPRawClient(port: port)
                try client.send("GET /a%20b?x=1&y=%C3%A4+z HTTP/1.1\r\nHost: t\r\n\r\n")
                let first = try client.readAnswer()
                try client.send("POST /c HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\n\r\nabc")
                return (first, try client.readAnswer())
            }
            #expect(first.body == "GET /a b x=1 y=ä z 0")
            #expect(first.head.hasPrefix("HTTP/1.1 200 OK\r\nDate: "))
            #expect(first.head.contains("\r\nContent-Type: text/plain\r\n"))
            #expect(!first.head.contains("Connection:"))
            #expect(second.body == "POST /c 3")
        }
    }

    @Test func answersPipelinedRequestsInOrder() async throws {
        try await withServer(handler: { request in
            // The first takes longer than the others.
            if request.path == "/0" { for _ in 0..<20 { await Task.yield() } }
            return await echo(request)
        }) { server in
            let port = server.port
            let text = try await offPool {
                let client = try HTTPRawClient(port: port)
                var all = ""
                for index in 0..<5 { all += "GET /\(index) HTTP/1.1\r\nHost: t\r\n\r\n" }
                try client.send(all + "GET /5 HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
                return try client.readToEnd()
            }
            #expect(text.count(of: "HTTP/1.1 200 OK") == 6)
            let order = text.ranges(of: "GET /").map { text[$0.upperBound] }
            #expect(order == ["0", "1", "2", "3", "4", "5"])
            #expect(text.count(of: "Connection: close") == 1)
        }
    }

    @Test(arguments: [1, 2, 3, 7, 64, 100_000])
    func readsChunkedBodiesHoweverTheyAreCut(piece: Int) async throws {
        try await withServer { server in
            let port = server.port
            let answer = try await offPool {
                let client = try HTTPRawClient(port: port)
                let all = Array(
                    ("POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: Chunked\r\n\r\n"
                        + "5;a=b\r\nhello\r\n00A\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n"
                        + "GET /next HTTP/1.1\r\nHost: t\r\n\r\n").utf8
                )
                for start in stride(from: 0, to: all.count, by: piece) {
                    try client.send(Array(all[start..<min(all.count, start + piece)]))
                }
                return (try client.readAnswer().body, try client.readAnswer().body)
            }
            #expect(answer == ("POST / 15", "GET /next 0"))
        }
    }

    @Test func answersHeadLikeGetWithoutBody() async throws {
        try await withServer { server in
            let port = server.port
            let text = try await offPool {
                let client = try HTTPRawClient(port: port)
                try client.send("HEAD / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
                return try client.readToEnd()
            }
            #expect(text.contains("\r\nContent-Length: 8\r\n"))
            #expect(text.hasSuffix("\r\n\r\n"))
        }
    }

    @Test(arguments: [
        ("GET / HTTP/1.0\r\n\r\n", "Connection: close\r\n"),
        ("GET / HTTP/1.1\r\nHost: t\r\nConnection: foo, Close\r\n\r\n", "Connection: close\r\n"),
    ])
    func closesWhereTheClientExpectsIt(request: String, header: String) async throws {
        try await withServer { server in
            let port = server.port
            let text = try await offPool {
                let client = try HTTPRawClient(port: port)
                try client.send(request)
                return try client.readToEnd()
            }
            #expect(text.status == 200)
            #expect(text.contains(header))
        }
    }

    @Test func keepsOldClientsConnectionsWhenAsked() async throws {
        try await withServer { server in
            let port = server.port
            let heads = try await offPool {
                let client = try HTTPRawClient(port: port)
                return try (0..<2).map { _ in
                    try client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                    return try client.readAnswer().head
                }
            }
            #expect(heads.allSatisfy { $0.contains("\r\nConnection: keep-alive\r\n") })
        }
    }

    @Test func answersClientsThatHaveStoppedSending() async throws {
        try await withServer { server in
            let port = server.port
            let text = try await offPool {
                let client = try HTTPRawClient(port: port)
                try client.send("GET /half HTTP/1.1\r\nHost: t\r\n\r\n")
                client.finishSending()
                return try client.readToEnd()
            }
            #expect(text.hasSuffix("GET /half 0"))
        }
    }

    @Test func neverSendsAHeaderThatBeginsAnother() async throws {
        let response = HTTPResponse(
            status: 200,
            headers: [
                (name: "X-Good", value: "1"), (name: "X-Bad", value: "a\r\nSet-Cookie: b"), (name: "X Bad", value: "c"),
                (name: "Content-Length", value: "999"), (name: "Connection", value: "close"),
            ],
            body: .bytes([0x61])
        )
        try await withServer(handler: { _ in response }) { server in
            let port = server.port
            let text = try await offPool {
                let client = try HTTPRawClient(port: port)
                try client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
                return try client.readToEnd()
            }
            let lines = text.split(separator: "\r\n").filter { !$0.hasPrefix("Date: ") }
            #expect(lines == ["HTTP/1.1 200 OK", "X-Good: 1", "Connection: close", "Content-Length: 1", "a"])
        }
    }

    @Test func streamsInChunksAndGoesOn() async throws {
        try await withServer(handler: { request in
            guard request.path == "/stream" else { return await echo(request) }
            let (stream, feed) = AsyncStream<[UInt8]>.makeStream()
            for text in ["one", "", "two!"] { feed.yield(Array(text.utf8)) }
            feed.finish()
            return HTTPResponse(status: 200, body: .stream(stream))
        }) { server in
            let port = server.port
            let (streamed, next, old) = try await offPool {
                let client = try HTTPRawClient(port: port)
                try client.send("GET /stream HTTP/1.1\r\nHost: t\r\n\r\n")
                let streamed = try client.read(until: "0\r\n\r\n")
                try client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
                let next = try client.readAnswer().body
                let older = try HTTPRawClient(port: port)
                try older.send("GET /stream HTTP/1.0\r\n\r\n")
                return (streamed, next, try older.readToEnd())
            }
            #expect(streamed.contains("\r\nTransfer-Encoding: chunked\r\n"))
            #expect(streamed.hasSuffix("\r\n\r\n3\r\none\r\n4\r\ntwo!\r\n0\r\n\r\n"))
            #expect(next == "GET / 0")
            #expect(old.hasSuffix("\r\n\r\nonetwo!"))
        }
    }

    @Test func endsAStreamWhoseReaderLeft() async throws {
        let (ended, end) = AsyncStream<Void>.makeStream()
        let (stream, feed) = AsyncStream<[UInt8]>.makeStream(bufferingPolicy: .bufferingNewest(1))
        feed.onTermination = { _ in end.finish() }
        try await withServer(handler: { _ in HTTPResponse(status: 200, body: .stream(stream)) }) { server in
            let port = server.port
            feed.yield([0x61])
            try await offPool {
                let client = try HTTPRawClient(port: port)
                try client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
                _ = try client.read(until: "1\r\na\r\n")
                client.reset()
            }
            for await _ in ended {}
        }
    }

    @Test func dropsChunksForAReaderThatDoesNotRead() async throws {
        let chunk = [UInt8](repeating: 0x78, count: 1_000_000)
        let remaining = Locked(200)
        let gate = HTTPGate()
        try await withServer(handler: { _ in
            let stream = AsyncStream<[UInt8]> {
                let isOver = remaining.withLock { remaining in
                    remaining -= 1
                    return remaining < 0
                }
                if !isOver { return chunk }
                gate.open()
                return nil
            }
            return HTTPResponse(status: 200, body: .stream(stream))
        }) { server in
            let port = server.port
            let client = try HTTPRawClient(port: port)
            try client.send("GET / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
            // Nothing is read until the stream is over.
            await gate.pass()
            let text = try await offPool { try client.readToEnd() }
            let isEnded = text.hasSuffix("\r\n0\r\n\r\n")
            #expect(isEnded)
            let chunks = text.count(of: "f4240\r\n")
            #expect((1..<100).contains(chunks))
            let length = text.utf8.count
            #expect(length > chunks * 1_000_000)
        }
    }
}
