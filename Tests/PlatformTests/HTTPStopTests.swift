import Foundation
import Platform
import Testing

/// Clients that leave, servers that stop, addresses that are taken.
@Suite(.timeLimit(.minutes(1)))
struct HTTPStopTests {
    @Test func runsTheHandlerToItsEndWhenTheClientLeaves() async throws {
        let gate = HTTPGate()
        let finished = HTTPGate()
        try await withServer(handler: { request in
            await gate.pass()
            let wasCancelled = Task.isCancelled
            finished.open()
            await finished.pass()
            return HTTPResponse(status: wasCancelled ? 500 : 200)
        }) { server in
            let port = server.port
            for leave in [HTTPRawClient.reset, HTTPRawClient.finishSending] {
                let client = try HTTPRawClient(port: port)
                try client.send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 1\r\n\r\na")
                await gate.arrivals(1)
                leave(client)()
            }
            #expect(server.inFlight > 0)
            gate.open()
            await finished.arrivals(2)
            try await until { server.inFlight == 0 }
            let text = try await offPool {
                let client = try HTTPRawClient(port: port)
                try client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
                return try client.readAnswer().head
            }
            #expect(text.status == 200)
        }
    }

    @Test func finishesRequestsInFlightAndClosesTheRest() async throws {
        let gate = HTTPGate()
        let server = try HTTPServer(.init(address: .tcp(host: "127.0.0.1", port: 0))) { request in
            await gate.pass()
            return await echo(request)
        }
        let port = server.port
        let idle = try HTTPRawClient(port: port)
        let busy = try HTTPRawClient(port: port)
        try busy.send("GET /busy HTTP/1.1\r\nHost: t\r\n\r\n")
        await gate.arrivals(1)
        async let stopped: Void = server.stop(grace: .seconds(20))
        #expect(try await offPool { try idle.readToEnd() } == "")
        #expect(throws: HTTPRawClient.Cut.self) {
            _ = try HTTPRawClient(port: port)
        }
        gate.open()
        let text = try await offPool { try busy.readToEnd() }
        #expect(text.hasSuffix("GET /busy 0"))
        #expect(text.contains("\r\nConnection: close\r\n"))
        await stopped
        #expect(server.inFlight == 0)
        await server.stop(grace: .zero)
    }

    /// Whoever connected before the end, or sent on a connection that was kept, is answered and not reset.
    @Test func answersWhatHadArrivedBeforeItStopped() async throws {
        let server = try HTTPServer(.init(address: .tcp(host: "127.0.0.1", port: 0), threads: 1), handler: echo)
        let port = server.port
        let texts = try await offPool {
            let kept = try HTTPRawClient(port: port)
            try kept.send("GET /kept HTTP/1.1\r\nHost: t\r\n\r\n")
            _ = try kept.readAnswer()
            let stopped = DispatchSemaphore(value: 0)
            let late = try (0..<20).map { _ in try HTTPRawClient(port: port) }
            for client in late + [kept] { try client.send("GET /late HTTP/1.1\r\nHost: t\r\n\r\n") }
            Task {
                await server.stop(grace: .seconds(20))
                stopped.signal()
            }
            let texts = try (late + [kept]).map { try $0.readToEnd() }
            stopped.wait()
            return texts
        }
        #expect(texts.map(\.status) == Array(repeating: 200, count: 21))
    }

    @Test func waitsForQuietWhileItStillAccepts() async throws {
        let gate = HTTPGate()
        let server = try HTTPServer(.init(address: .tcp(host: "127.0.0.1", port: 0))) { request in
            if request.path == "/busy" { await gate.pass() }
            return await echo(request)
        }
        let port = server.port
        let busy = try HTTPRawClient(port: port)
        try busy.send("GET /busy HTTP/1.1\r\nHost: t\r\n\r\n")
        await gate.arrivals(1)
        async let quiet: Void = server.quiet(by: .now + .seconds(60))
        let other = try await offPool {
            let client = try HTTPRawClient(port: port)
            try client.send("GET /readyz HTTP/1.1\r\nHost: t\r\n\r\n")
            return try client.readAnswer().body
        }
        #expect(other == "GET /readyz 0")
        gate.open()
        await quiet
        #expect(server.inFlight == 0)
        await server.stop(grace: .seconds(5))
    }

    @Test func doesNotWaitLongerThanItsGrace() async throws {
        let gate = HTTPGate()
        let server = try HTTPServer(.init(address: .tcp(host: "127.0.0.1", port: 0))) { request in
            await gate.pass()
            return await echo(request)
        }
        let busy = try HTTPRawClient(port: server.port)
        try busy.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
        await gate.arrivals(1)
        await server.stop(grace: .milliseconds(50))
        #expect(server.inFlight == 1)
        gate.open()
        try await until { server.inFlight == 0 }
    }

    @Test func endsStreamsWhenItStops() async throws {
        let (stream, feed) = AsyncStream<[UInt8]>.makeStream()
        let server = try HTTPServer(.init(address: .tcp(host: "127.0.0.1", port: 0))) { _ in
            HTTPResponse(status: 200, body: .stream(stream))
        }
        feed.yield([0x61])
        let client = try HTTPRawClient(port: server.port)
        try client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
        _ = try await offPool { try client.read(until: "1\r\na\r\n") }
        await server.stop(grace: .seconds(20))
        #expect(try await offPool { try client.readToEnd() } == "0\r\n\r\n")
    }

    /// Whoever makes a stream for a client that leaves is held up by nobody, whether or not it had begun.
    @Test(arguments: [true, false]) func waitsForNoReaderWhoHasLeft(hasBegun: Bool) async throws {
        let gate = HTTPGate()
        let made = HTTPGate()
        try await withServer(
            threads: 1,
            handler: { request in
                guard request.path == "/" else { return HTTPResponse(status: 200) }
                await gate.pass()
                let (stream, feed) = AsyncStream<[UInt8]>.makeStream()
                let flow = HTTPStreamFlow()
                Task {
                    for _ in 0..<64 {
                        await flow.admission()
                        feed.yield(Array(repeating: 7, count: 1 << 20))
                    }
                    feed.finish()
                    await made.pass()
                }
                var response = HTTPResponse(status: 200, body: .stream(stream))
                response.flow = flow
                return response
            }
        ) { server in
            let port = server.port
            let client = try HTTPRawClient(port: port)
            try client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
            await gate.arrivals(1)
            if hasBegun {
                gate.open()
                _ = try await offPool { try client.read(until: "\r\n\r\n") }
                client.reset()
            } else {
                client.reset()
                // Whose end the loop has seen: it answers who came after it.
                _ = try await offPool {
                    let other = try HTTPRawClient(port: port)
                    try other.send("GET /other HTTP/1.1\r\nHost: t\r\n\r\n")
                    return try other.readAnswer()
                }
                gate.open()
            }
            await made.arrivals(1)
            made.open()
            try await until { server.inFlight == 0 }
        }
    }

    /// One that ends by itself is waited for like any answer.
    @Test func waitsForTheEndOfAStreamThatEnds() async throws {
        let (stream, feed) = AsyncStream<[UInt8]>.makeStream()
        let server = try HTTPServer(.init(address: .tcp(host: "127.0.0.1", port: 0))) { _ in
            var response = HTTPResponse(status: 200, body: .stream(stream))
            response.flow = HTTPStreamFlow()
            return response
        }
        let port = server.port
        feed.yield([0x61])
        let client = try HTTPRawClient(port: port)
        try client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
        _ = try await offPool { try client.read(until: "1\r\na\r\n") }
        async let stopped: Void = server.stop(grace: .seconds(20))
        // Nobody listens any more: it is stopping.
        try await until { (try? HTTPRawClient(port: port)) == nil }
        feed.yield([0x62])
        feed.finish()
        #expect(try await offPool { try client.readToEnd() } == "1\r\nb\r\n0\r\n\r\n")
        await stopped
        #expect(server.inFlight == 0)
    }

    @Test func stopsUnderLoad() async throws {
        let server = try HTTPServer(.init(address: .tcp(host: "127.0.0.1", port: 0))) { request in
            if request.path == "/slow" { await Task.yield() }
            return await echo(request)
        }
        let port = server.port
        let answered = Locked(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<8 {
                group.addTask {
                    try await offPool {
                        guard let client = try? HTTPRawClient(port: port) else { return }
                        let request = "GET \(index % 2 == 0 ? "/slow" : "/") HTTP/1.1\r\nHost: t\r\n\r\n"
                        // Until the server ends the connection: between requests, or after an answer.
                        while (try? client.send(request)) != nil, let answer = try? client.readAnswer() {
                            if answer.head.status != 200 { throw HTTPRawClient.Cut() }
                            answered.withLock { $0 += 1 }
                        }
                    }
                }
            }
            try await until { answered.withLock { $0 } > 200 }
            await server.stop(grace: .seconds(10))
            try await group.waitForAll()
        }
        #expect(server.inFlight == 0)
    }

    @Test func endsWithItsLastReference() async throws {
        var server: HTTPServer? = try HTTPServer(.init(address: .tcp(host: "127.0.0.1", port: 0)), handler: echo)
        let client = try HTTPRawClient(port: server?.port ?? 0)
        server = nil
        #expect(try await offPool { try client.readToEnd() } == "")
    }

    @Test func saysThatThePortIsTaken() async throws {
        try await withServer { server in
            let port = server.port
            #expect(throws: PlatformError(.addressInUse, "port `\(port)` is taken: another program listens on it")) {
                _ = try HTTPServer(.init(address: .tcp(host: "127.0.0.1", port: port)), handler: echo)
            }
        }
    }

    @Test(arguments: [("127.0.0.1", 65_536), ("127.0.0.1", -1), ("no.such.host.invalid", 0), ("192.0.2.1", 0)])
    func refusesAddressesThatCannotBe(host: String, port: Int) {
        let error = #expect(throws: PlatformError.self) {
            _ = try HTTPServer(.init(address: .tcp(host: host, port: port)), handler: echo)
        }
        #expect(error?.code == .cannotListen)
    }

    @Test func servesOnAUnixSocketThatOnlyItsOwnerMayUse() async throws {
        let path = NSTemporaryDirectory() + "torii-\(UUID().uuidString).sock"
        let address = HTTPServer.Configuration.Address.unix(path: path)
        let server = try HTTPServer(.init(address: address)) { request in
            HTTPResponse(status: 200, body: .bytes(Array(request.peer.utf8)))
        }
        #expect(server.port == 0)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let client = HTTPClient()
        defer { client.close() }
        let request = HTTPClient.Request(method: "GET", url: "http://torii/", unixSocket: path)
        #expect(await client.response(to: request, deadline: .now + .seconds(20)).answer?.body == Array("local".utf8))
        #expect(throws: PlatformError(.addressInUse, "socket `\(path)` is taken: another program listens on it")) {
            _ = try HTTPServer(.init(address: address), handler: echo)
        }
        await server.stop(grace: .seconds(5))
        #expect(!FileManager.default.fileExists(atPath: path))
        let failure = await client.response(to: request, deadline: .now + .seconds(20)).failure
        #expect(failure?.kind == .connect)
        #expect(failure?.dispatched == false)
    }

    @Test func replacesAStaleSocketButNoFile() async throws {
        let path = NSTemporaryDirectory() + "torii-\(UUID().uuidString).sock"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let stale = try HTTPRawServer(path: path)
        stale.stop()
        let server = try HTTPServer(.init(address: .unix(path: path)), handler: echo)
        await server.stop(grace: .zero)
        try "data".write(toFile: path, atomically: true, encoding: .utf8)
        let error = #expect(throws: PlatformError.self) {
            _ = try HTTPServer(.init(address: .unix(path: path)), handler: echo)
        }
        #expect(error?.code == .cannotListen)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "data")
        let long = #expect(throws: PlatformError.self) {
            _ = try HTTPServer(.init(address: .unix(path: "/tmp/" + String(repeating: "a", count: 200))), handler: echo)
        }
        #expect(long?.code == .cannotListen)
    }
}

/// Waits, a millisecond at a time, for what no event tells of. The suite's time limit bounds it.
func until(_ condition: @Sendable () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: .milliseconds(1)) }
}
