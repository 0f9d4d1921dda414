import Foundation
import Platform
import Testing

/// Slow, large, many and impatient clients.
@Suite(.timeLimit(.minutes(1)), .serialized)
struct HTTPLimitTests {
    /// Sends one byte after another, ten milliseconds apart, until the server has had enough or all is sent.
    private func drip(_ text: String, _ client: HTTPRawClient) throws -> Int {
        var sent = 0
        for byte in text.utf8 {
            do {
                try client.send([byte])
            } catch {
                return sent
            }
            sent += 1
            if client.hasAnswer(withinMilliseconds: 10) { return sent }
        }
        return sent
    }

    @Test(arguments: ["GET / HTTP/1.1\r\nHost: t\r\nX: ", "GET /"])
    func endsHeadersThatDrip(start: String) async throws {
        try await withServer(headerDeadline: .milliseconds(300)) { server in
            let port = server.port
            let (sent, text) = try await offPool {
                let client = try HTTPRawClient(port: port)
                let sent = try drip(start + String(repeating: "a", count: 4000), client)
                return (sent, try client.readToEnd())
            }
            #expect(text.status == 408)
            #expect(sent < 1000)
        }
    }

    @Test(arguments: ["Content-Length: 100000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\nFFFF\r\n"])
    func endsBodiesThatDrip(framing: String) async throws {
        try await withServer(minBodyBytesPerSecond: 1000, bodyGrace: .milliseconds(300)) { server in
            let port = server.port
            let (sent, text) = try await offPool {
                let client = try HTTPRawClient(port: port)
                try client.send("POST / HTTP/1.1\r\nHost: t\r\n" + framing)
                let sent = try drip(String(repeating: "a", count: 8000), client)
                return (sent, try client.readToEnd())
            }
            #expect(text.status == 408)
            #expect(sent < 4000)
        }
    }

    /// Fast enough for every grace period, and still not for ever.
    @Test(arguments: ["Content-Length: 100000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\nFFFF\r\n"])
    func endsBodiesThatTakeTooLongAltogether(framing: String) async throws {
        try await withServer(minBodyBytesPerSecond: 1, bodyDeadline: .milliseconds(300)) { server in
            let port = server.port
            let (sent, text) = try await offPool {
                let client = try HTTPRawClient(port: port)
                try client.send("POST / HTTP/1.1\r\nHost: t\r\n" + framing)
                let sent = try drip(String(repeating: "a", count: 8000), client)
                return (sent, try client.readToEnd())
            }
            #expect(text.status == 408)
            #expect(sent < 4000)
            #expect(server.heldBytes == 0)
        }
    }

    @Test func endsConnectionsThatSendOnlyEmptyLines() async throws {
        try await withServer(headerDeadline: .milliseconds(300)) { server in
            let port = server.port
            let text = try await offPool {
                let client = try HTTPRawClient(port: port)
                let sent = try drip(String(repeating: "\r\n", count: 2000), client)
                #expect(sent < 1000)
                return try? client.readToEnd()
            }
            // The last byte may be half an empty line.
            #expect(text ?? "" == "" || text?.status == 408)
        }
    }

    /// All uploads together have a budget of memory; what does not fit is told to come again.
    @Test(arguments: ["Content-Length: 600000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n927C0\r\n"])
    func holdsNoMoreBodiesThanFit(framing: String) async throws {
        let gate = HTTPGate()
        let bytes = [UInt8](repeating: 7, count: 600_000)
        try await withServer(
            maxHeldBytes: 1_000_000,
            handler: { request in
                await gate.pass()
                return await echo(request)
            }
        ) { server in
            let port = server.port
            let first = try HTTPRawClient(port: port)
            try await offPool {
                try first.send("POST /1 HTTP/1.1\r\nHost: t\r\nContent-Length: 600000\r\n\r\n")
                try first.send(bytes)
            }
            await gate.arrivals(1)
            #expect(server.heldBytes == 600_000)
            let refused = try await offPool {
                let second = try HTTPRawClient(port: port)
                try second.send("POST /2 HTTP/1.1\r\nHost: t\r\n" + framing)
                try second.send(bytes)
                return try second.readToEnd()
            }
            #expect(refused.status == 503)
            #expect(refused.contains("\r\nRetry-After: 1\r\n"))
            #expect(server.heldBytes == 600_000)
            gate.open()
            #expect(try await offPool { try first.readAnswer().body } == "POST /1 600000")
            try await until { server.heldBytes == 0 }
            let third = try await offPool {
                let third = try HTTPRawClient(port: port)
                try third.send("POST /3 HTTP/1.1\r\nHost: t\r\nContent-Length: 600000\r\n\r\n")
                try third.send(bytes)
                return try third.readAnswer().body
            }
            #expect(third == "POST /3 600000")
        }
    }

    @Test func forgetsTheBytesOfAClientThatLeaves() async throws {
        try await withServer { server in
            let port = server.port
            let client = try HTTPRawClient(port: port)
            try client.send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 600000\r\n\r\n")
            try client.send([UInt8](repeating: 7, count: 300_000))
            try await until { server.heldBytes == 300_000 }
            client.reset()
            try await until { server.heldBytes == 0 }
        }
    }

    @Test func endsClientsThatDoNotReadTheirAnswer() async throws {
        let body = [UInt8](repeating: 0, count: 30_000_000)
        try await withServer(
            bodyGrace: .milliseconds(300),
            handler: { _ in
                HTTPResponse(status: 200, body: .bytes(body))
            }
        ) { server in
            let port = server.port
            let client = try HTTPRawClient(port: port)
            try client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
            // The sockets' buffers take some megabytes; the rest is given up with the connection.
            try await until { server.inFlight > 0 || client.hasAnswer(withinMilliseconds: 1) }
            try await until { server.inFlight == 0 }
            let text = try? await offPool { try client.readToEnd() }
            #expect((text?.utf8.count ?? 0) < 30_000_000)
        }
    }

    @Test func closesConnectionsThatIdle() async throws {
        try await withServer(idleTimeout: .milliseconds(300)) { server in
            let port = server.port
            let rest = try await offPool {
                let client = try HTTPRawClient(port: port)
                let silent = try HTTPRawClient(port: port)
                try client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
                _ = try client.readAnswer()
                return try client.readToEnd() + silent.readToEnd()
            }
            #expect(rest == "")
        }
    }

    /// The client sends everything before it reads, as most HTTP libraries do.
    @Test(arguments: [
        "Content-Length: 8000000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n7A1200\r\n",
        "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n7A1200\r\n",
    ])
    func delivers413ToAClientThatSendsOn(framing: String) async throws {
        let bytes = [UInt8](repeating: 7, count: 8_000_000)
        try await withServer { server in
            let port = server.port
            let text = try await offPool {
                let client = try HTTPRawClient(port: port)
                try client.send("POST / HTTP/1.1\r\nHost: t\r\n" + framing)
                try client.send(bytes)
                client.finishSending()
                return try client.readToEnd()
            }
            #expect(text.status == 413)
            #expect(text.contains(#""code":"body_too_large""#))
            #expect(text.count(of: "HTTP/1.1 ") == 1)
        }
    }

    @Test func refusesBeforeTheBodyWhereAdmissionSaysSo() async throws {
        let bytes = [UInt8](repeating: 7, count: 900_000)
        try await withServer(admission: { request in
            request.header("authorization") == nil
                ? HTTPResponse(status: 401, body: .bytes(Array("who are you?".utf8))) : nil
        }) { server in
            let port = server.port
            let (text, answer) = try await offPool {
                let client = try HTTPRawClient(port: port)
                try client.send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 900000\r\n\r\n")
                try client.send(bytes)
                let text = try client.readToEnd()
                let known = try HTTPRawClient(port: port)
                try known.send("POST / HTTP/1.1\r\nHost: t\r\nAuthorization: x\r\nContent-Length: 900000\r\n\r\n")
                try known.send(bytes)
                return (text, try known.readAnswer())
            }
            #expect(text.status == 401)
            #expect(text.hasSuffix("\r\n\r\nwho are you?"))
            #expect(answer.body == "POST / 900000")
        }
    }

    @Test func saysContinueBeforeTheBodyIsSent() async throws {
        try await withServer { server in
            let port = server.port
            let (interim, answer, late) = try await offPool {
                let client = try HTTPRawClient(port: port)
                try client.send("POST / HTTP/1.1\r\nHost: t\r\nExpect: 100-Continue\r\nContent-Length: 3\r\n\r\n")
                let interim = try client.read(until: "\r\n\r\n")
                try client.send("abc")
                let answer = try client.readAnswer()
                // With the body already there, there is nothing to continue.
                try client.send("POST / HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc")
                return (interim, answer, try client.readAnswer())
            }
            #expect(interim == "HTTP/1.1 100 Continue\r\n\r\n")
            #expect(answer.body == "POST / 3")
            #expect(late.body == "POST / 3")
        }
    }

    @Test(arguments: [
        ("POST / HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\nContent-Length: 2000000\r\n\r\n", 413),
        ("POST /secret HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n", 401),
    ])
    func refusesInsteadOfContinue(request: String, status: Int) async throws {
        try await withServer(admission: { $0.path == "/secret" ? HTTPResponse(status: 401) : nil }) { server in
            let port = server.port
            let text = try await offPool {
                let client = try HTTPRawClient(port: port)
                try client.send(request)
                client.finishSending()
                return try client.readToEnd()
            }
            #expect(text.status == status)
            #expect(!text.contains("100 Continue"))
        }
    }

    @Test func servesBesidesAThousandIdleConnections() async throws {
        try await withServer { server in
            let port = server.port
            let bodies = try await offPool {
                let idle = try (0..<1000).map { _ in try HTTPRawClient(port: port) }
                for client in idle.prefix(500) { try client.send("GET / HTTP/1.1\r\n") }
                let client = try HTTPRawClient(port: port)
                let bodies = try (0..<20).map { index in
                    try client.send("GET /\(index) HTTP/1.1\r\nHost: t\r\n\r\n")
                    return try client.readAnswer().body
                }
                // The idle ones are alive: they go on where they were.
                try idle[0].send("Host: t\r\n\r\n")
                try idle[999].send("GET /last HTTP/1.1\r\nHost: t\r\n\r\n")
                return bodies + [try idle[0].readAnswer().body, try idle[999].readAnswer().body]
            }
            #expect(bodies == (0..<20).map { "GET /\($0) 0" } + ["GET / 0", "GET /last 0"])
        }
    }

    @Test func turnsAwayConnectionsBeyondTheLimit() async throws {
        try await withServer(maxConnections: 2) { server in
            let port = server.port
            let (text, after) = try await offPool {
                let first = try HTTPRawClient(port: port)
                let second = try HTTPRawClient(port: port)
                for client in [first, second] {
                    try client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
                    _ = try client.readAnswer()
                }
                let text = try HTTPRawClient(port: port).readToEnd()
                try first.send("GET /x HTTP/1.1\r\nHost: t\r\n\r\n")
                return (text, try first.readAnswer().body)
            }
            #expect(text.status == 503)
            #expect(text.contains("\r\nRetry-After: 1\r\n"))
            #expect(after == "GET /x 0")
        }
    }
}
