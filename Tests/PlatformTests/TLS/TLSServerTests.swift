import Foundation
import Platform
import TestSupport
import Testing

/// The server's engine over TLS: the same requests, and clients that shake hands badly.
@Suite(.timeLimit(.minutes(2))) struct TLSServerTests {
    /// What a Python client with the system's OpenSSL saw.
    private func python(_ task: String, _ server: HTTPServer, _ identity: TestIdentity) async throws -> String {
        let script = #filePath.replacing("/PlatformTests/TLS/TLSServerTests.swift", with: "/Tools/tls/client.py")
        let arguments = [script, task, String(server.port), identity.certificate]
        return try await offPool {
            try Program.run("/usr/bin/python3", arguments).output.trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    @Test func carriesBodiesOfManyRecordsBothWays() async throws {
        let identity = try TestIdentity()
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
            await Task.yield()
            return HTTPResponse(status: 200, headers: [], body: .bytes(request.body.reversed()))
        }
        try await withServer(tls: identity, maxBodyBytes: 8_000_000, handler: handler) { server in
            let client = try identity.client()
            defer { client.close() }
            let url = "https://localhost:\(server.port)/"
            let bodies = (0..<6).map { number in (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 + number) } }
            let answers = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
                for (number, body) in bodies.enumerated() {
                    group.addTask {
                        var request = HTTPClient.Request(method: "POST", url: url, body: body)
                        request.maxResponseBytes = 8_000_000
                        let answer = await client.response(to: request, deadline: .now + .seconds(60))
                        return (number, try answer.get().body)
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            for (number, body) in bodies.enumerated() { #expect(answers[number] == body.reversed()) }
        }
    }

    @Test(arguments: [
        // Three requests over one connection, the last two sent at once.
        ("keep-alive", "200 200 200 one connection"),
        ("tls1.1", "refused"),
        ("tls1.2", "TLSv1.2 None"),
        ("tls1.3", "TLSv1.3 None"),
        ("alpn", "TLSv1.3 http/1.1"),
        ("alpn-h2", "refused"),
        // The end of an answer and of the connection is told, not just cut.
        ("closing", "200 close_notify"),
        ("resumed", "200 200 resumed"),
    ])
    func speaksWithOtherStacks(task: String, seen: String) async throws {
        let identity = try TestIdentity()
        try await withServer(tls: identity) { server in
            let found = try await python(task, server, identity)
            #expect(found == seen)
        }
    }

    /// Each would have kept the only thread busy for ever, had the failed writes counted as progress.
    @Test func outlivesClientsThatEndTheirSideAndReset() async throws {
        let identity = try TestIdentity()
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
            let count = Int(request.path.dropFirst()) ?? 2
            return HTTPResponse(status: 200, body: .bytes([UInt8](repeating: 7, count: count)))
        }
        try await withServer(tls: identity, threads: 1, handler: handler) { server in
            let found = try await python("resetting", server, identity)
            #expect(found == "200")
        }
    }

    @Test(arguments: ["", "\u{16}\u{3}\u{1}", "\u{16}\u{3}\u{1}\u{0}\u{30}\u{1}\u{0}"])
    func cutsAHandshakeThatIsSlow(start: String) async throws {
        let identity = try TestIdentity()
        try await withServer(tls: identity, headerDeadline: .milliseconds(300)) { server in
            let port = server.port
            let text = try await offPool {
                let client = try HTTPRawClient(port: port)
                try client.send(start)
                return try client.readToEnd()
            }
            #expect(text == "")
        }
    }

    @Test func tellsPlainHTTPWhatThePortSpeaks() async throws {
        let identity = try TestIdentity()
        try await withServer(tls: identity) { server in
            let port = server.port
            let text = try await offPool {
                let client = try HTTPRawClient(port: port)
                try client.send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 900000\r\n\r\n")
                try client.send([UInt8](repeating: 97, count: 900_000))
                return try client.readToEnd()
            }
            #expect(text.status == 400)
            #expect(text.hasSuffix(#""detail":"this port speaks TLS: use https"}"# + "\n"))
            // Anything else that is no handshake is cut off.
            let nothing = try await offPool {
                let client = try HTTPRawClient(port: port)
                try client.send("SSH-2.0-OpenSSH_9.2\r\n")
                return (try? client.readToEnd()) ?? ""
            }
            #expect(!nothing.contains("HTTP"))
        }
    }

    @Test func drainsWithTheAnswerAndACloseNotify() async throws {
        let identity = try TestIdentity()
        let gate = HTTPGate()
        let server = try HTTPServer(
            .init(address: .tcp(host: "127.0.0.1", port: 0), tls: TLSIdentity(identity.files))
        ) { request in
            await gate.pass()
            return await echo(request)
        }
        async let seen = python("closing", server, identity)
        await gate.arrivals(1)
        async let stopped: Void = server.stop(grace: .seconds(20))
        gate.open()
        let found = try await seen
        #expect(found == "200 close_notify")
        await stopped
        #expect(server.inFlight == 0)
    }

    @Test func renewsTheCertificateWithoutAFailedRequest() async throws {
        let identity = try TestIdentity()
        let own = try TLSIdentity(identity.files)
        try await withServer(identity: own) { server in
            let url = "https://localhost:\(server.port)/"
            for _ in 0..<4 {
                let old = try identity.client()
                defer { old.close() }
                let request = HTTPClient.Request(method: "GET", url: url)
                #expect(try await old.response(to: request, deadline: .now + .seconds(20)).get().status == 200)
                try identity.renew()
                try await offPool { try own.reload(at: WallClock.system.now()) }
                // Its connection goes on; new ones see the new certificate.
                #expect(try await old.response(to: request, deadline: .now + .seconds(20)).get().status == 200)
                let new = try identity.client()
                defer { new.close() }
                #expect(try await new.response(to: request, deadline: .now + .seconds(20)).get().status == 200)
            }
        }
    }
}
