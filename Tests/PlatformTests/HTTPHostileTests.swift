import Platform
import Testing

/// Requests that must be answered once, with an error, on a connection that is closed then.
@Suite(.timeLimit(.minutes(1)))
struct HTTPHostileTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: String
        let status: Int

        init(_ name: String, _ bytes: String, _ status: Int = 400) {
            testDescription = name
            self.bytes = bytes
            self.status = status
        }
    }

    static let next = "GET /smuggled HTTP/1.1\r\nHost: t\r\n\r\n"

    static let cases = [
        Case("no request line", "GARBAGE\r\n\r\n"),
        Case("TLS hello", "\u{16}\u{03}\u{01}\r\n\r\n"),
        Case("two spaces", "GET  / HTTP/1.1\r\nHost: t\r\n\r\n"),
        Case("space in URL", "GET /a b HTTP/1.1\r\nHost: t\r\n\r\n"),
        Case("trailing space", "GET / HTTP/1.1 \r\nHost: t\r\n\r\n"),
        Case("leading space", " GET / HTTP/1.1\r\nHost: t\r\n\r\n"),
        Case("tab as space", "GET\t/ HTTP/1.1\r\nHost: t\r\n\r\n"),
        Case("no version", "GET /\r\nHost: t\r\n\r\n"),
        Case("wrong protocol", "GET / HTTQ/1.1\r\nHost: t\r\n\r\n"),
        Case("lower-case protocol", "GET / http/1.1\r\nHost: t\r\n\r\n"),
        Case("long version", "GET / HTTP/1.10\r\nHost: t\r\n\r\n"),
        Case("HTTP/2.0", "GET / HTTP/2.0\r\nHost: t\r\n\r\n", 505),
        Case("HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        Case("HTTP/0.9", "GET / HTTP/0.9\r\n\r\n", 505),
        Case("bracket in method", "G[T / HTTP/1.1\r\nHost: t\r\n\r\n"),
        Case("relative URL", "GET a HTTP/1.1\r\nHost: t\r\n\r\n"),
        Case("fragment", "GET /a#b HTTP/1.1\r\nHost: t\r\n\r\n"),
        Case("broken escape", "GET /%zz HTTP/1.1\r\nHost: t\r\n\r\n"),
        Case("cut escape", "GET /%4 HTTP/1.1\r\nHost: t\r\n\r\n"),
        Case("escaped NUL", "GET /a%00b HTTP/1.1\r\nHost: t\r\n\r\n"),
        Case("escape that is no UTF-8", "GET /%ff HTTP/1.1\r\nHost: t\r\n\r\n"),
        Case("broken escape in query", "GET /?a=%g0 HTTP/1.1\r\nHost: t\r\n\r\n"),
        Case("no Host", "GET / HTTP/1.1\r\n\r\n"),
        Case("two Hosts", "GET / HTTP/1.1\r\nHost: t\r\nHost: t\r\n\r\n"),
        Case("two Hosts in HTTP/1.0", "GET / HTTP/1.0\r\nHost: t\r\nhost: u\r\n\r\n"),
        Case("Host with path", "GET / HTTP/1.1\r\nHost: t/x\r\n\r\n"),
        Case("Host with user", "GET / HTTP/1.1\r\nHost: a@t\r\n\r\n"),
        Case("Host list", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n"),
        Case("NUL in value", "GET / HTTP/1.1\r\nHost: t\r\nX: a\0b\r\n\r\n"),
        Case("NUL in name", "GET / HTTP/1.1\r\nHost: t\r\nX\0: a\r\n\r\n"),
        Case("escape character", "GET / HTTP/1.1\r\nHost: t\r\nX: \u{1B}[31m\r\n\r\n"),
        Case("delete character", "GET / HTTP/1.1\r\nHost: t\r\nX: \u{7F}\r\n\r\n"),
        Case("NUL in URL", "GET /\0 HTTP/1.1\r\nHost: t\r\n\r\n"),
        Case("lone CR", "GET / HTTP/1.1\r\nHost: t\r\nX: a\rContent-Length: 3\r\n\r\n"),
        Case("lone LF", "GET / HTTP/1.1\nHost: t\n\n"),
        Case("LF ends a header", "GET / HTTP/1.1\r\nHost: t\nX: 1\r\n\r\n"),
        Case("space before colon", "POST / HTTP/1.1\r\nHost: t\r\nContent-Length : 3\r\n\r\nabc"),
        Case("folded header", "GET / HTTP/1.1\r\nHost: t\r\nX: a\r\n b\r\n\r\n"),
        Case("folded first header", "GET / HTTP/1.1\r\n Host: t\r\n\r\n"),
        Case("no colon", "GET / HTTP/1.1\r\nHost: t\r\njunk\r\n\r\n"),
        Case("empty name", "GET / HTTP/1.1\r\nHost: t\r\n: a\r\n\r\n"),
        Case("equal lengths", "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc" + next),
        Case(
            "unequal lengths",
            "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 0\r\nContent-Length: 3\r\n\r\nabc" + next
        ),
        Case("length list", "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 3, 3\r\n\r\nabc" + next),
        Case("signed length", "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: +3\r\n\r\nabc" + next),
        Case("negative length", "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: -1\r\n\r\n" + next),
        Case("hex length", "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 0x3\r\n\r\nabc" + next),
        Case("empty length", "POST / HTTP/1.1\r\nHost: t\r\nContent-Length:\r\n\r\n" + next),
        Case(
            "length and chunked",
            "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + next
        ),
        Case(
            "chunked and length",
            "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n" + next
        ),
        Case(
            "chunked twice",
            "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                + next
        ),
        Case(
            "unknown coding",
            "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + next,
            501
        ),
        Case(
            "coding list",
            "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n" + next,
            501
        ),
        Case("chunked in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + next),
        Case("chunk without size", chunked("\r\n")),
        Case("chunk size no hex", chunked("zz\r\nabc\r\n0\r\n\r\n")),
        Case("chunk size too long", chunked("0000000000000003\r\nabc\r\n0\r\n\r\n")),
        Case("chunk longer than said", chunked("3\r\nabcd\r\n0\r\n\r\n")),
        Case("chunk line ends in LF", chunked("3\nabc\r\n0\r\n\r\n")),
        Case("chunk extension too long", chunked("3;" + String(repeating: "a", count: 300) + "\r\nabc\r\n0\r\n\r\n")),
        Case("control character in extension", chunked("3;\0\r\nabc\r\n0\r\n\r\n")),
        Case("control character in trailer", chunked("0\r\nX: \0\r\n\r\n")),
        Case("endless trailers", chunked("0\r\n" + String(repeating: "X: 1\r\n", count: 3000) + "\r\n")),
        Case("TRACE", "TRACE / HTTP/1.1\r\nHost: t\r\nCookie: secret\r\n\r\n", 405),
        Case("CONNECT", "CONNECT t:443 HTTP/1.1\r\nHost: t\r\n\r\n", 405),
        Case("long URL", "GET /" + String(repeating: "a", count: 9000) + " HTTP/1.1\r\nHost: t\r\n\r\n", 414),
        Case("endless URL", "GET /" + String(repeating: "a", count: 200_000), 414),
        Case(
            "long header",
            "GET / HTTP/1.1\r\nHost: t\r\nX: " + String(repeating: "a", count: 20_000) + "\r\n\r\n",
            431
        ),
        Case("endless header", "GET / HTTP/1.1\r\nHost: t\r\nX: " + String(repeating: "a", count: 200_000), 431),
        Case("many headers", "GET / HTTP/1.1\r\nHost: t\r\n" + String(repeating: "X: 1\r\n", count: 200) + "\r\n", 431),
        Case("too large", "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 1000001\r\n\r\n", 413),
        Case(
            "absurdly large",
            "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: \(String(repeating: "9", count: 40))\r\n\r\n",
            413
        ),
        Case("chunk too large", chunked("F4241\r\n"), 413),
        Case("chunk absurdly large", chunked("fffffffffffffff\r\n"), 413),
    ]

    static func chunked(_ body: String) -> String {
        "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n" + body
    }

    @Test(arguments: cases)
    func answersOnceAndCloses(_ hostile: Case) async throws {
        let handled = Locked<[String]>([])
        try await withServer(handler: { request in
            handled.withLock { $0.append(request.path) }
            return await echo(request)
        }) { server in
            let port = server.port
            let text = try await offPool {
                let client = try HTTPRawClient(port: port)
                try client.send(hostile.bytes)
                return try client.readToEnd()
            }
            #expect(text.status == hostile.status)
            #expect(text.count(of: "HTTP/1.1 ") == 1)
            #expect(text.contains("\r\nConnection: close\r\n"))
            #expect(text.contains("\r\nContent-Type: application/problem+json\r\n"))
            #expect(!text.contains("secret"))
            #expect(handled.withLock { $0 } == [])
        }
    }

    @Test(arguments: [
        ("GET / HTTP/1.0\r\n\r\n", "GET / 0"),
        ("GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n", "GET / 0"),
        ("\r\n\r\nGET / HTTP/1.1\r\nHost: [::1]:8080\r\nConnection: close\r\n\r\n", "GET / 0"),
        ("GET /../../etc HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n", "GET /../../etc 0"),
        ("GET http://t:80/a?b HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n", "GET /a b= 0"),
        ("GET http://t?b HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n", "GET / b= 0"),
        ("OPTIONS * HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n", "OPTIONS * 0"),
        ("GET /?&a=1=2&&=3&a HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n", "GET / a=1=2 =3 a= 0"),
        ("GET /ä HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n", "GET /ä 0"),
        ("GET / HTTP/1.2\r\nHost: t\r\nConnection: close\r\nX-é: \t ü \r\n\r\n", ""),
        ("GET / HTTP/1.1\r\nHost: t\r\nExpect: magic\r\nUpgrade: h2c\r\nConnection: upgrade, close\r\n\r\n", "GET / 0"),
    ])
    func takesWhatIsUnusualButRight(request: String, body: String) async throws {
        try await withServer { server in
            let port = server.port
            let text = try await offPool {
                let client = try HTTPRawClient(port: port)
                try client.send(request)
                return try client.readToEnd()
            }
            #expect(text.status == (body.isEmpty ? 400 : 200))
            if !body.isEmpty { #expect(text.hasSuffix("\r\n\r\n" + body)) }
        }
    }

    @Test func answersWhatCameBeforeAMalformedRequest() async throws {
        try await withServer { server in
            let port = server.port
            let text = try await offPool {
                let client = try HTTPRawClient(port: port)
                try client.send("GET /good HTTP/1.1\r\nHost: t\r\n\r\nBAD\r\n\r\nGET /late HTTP/1.1\r\nHost: t\r\n\r\n")
                return try client.readToEnd()
            }
            #expect(text.count(of: "HTTP/1.1 200 OK") == 1)
            #expect(text.count(of: "HTTP/1.1 400 Bad Request") == 1)
            #expect(text.contains("GET /good 0"))
            #expect(!text.contains("/late"))
        }
    }
}
