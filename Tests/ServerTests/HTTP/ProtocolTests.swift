import Documents
import Foundation
import Platform
import TestSupport
import Testing

/// Paths, methods, headers and the form of errors.
struct ProtocolTests {
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            "/", "/v1", "/v1/classify/", "/v1/decisions/", "/v1/decisions", "/dashboard/", "/dashboard/a/b", "/V1/gate",
            "/metrics/x", "//metrics", "/v1/decisions/a%2Fb", "/%2e%2e/metrics",
        ]
    )
    func findsNothingAtOtherPaths(path: String) async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.get(path)
            #expect(answer.status == 404 || answer.status == 400)
            #expect(answer.headers["content-type"] == "application/problem+json")
        }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("GET", "/v1/classify", "POST"), ("HEAD", "/v1/gate", "POST"), ("DELETE", "/v1/gate", "POST"),
            ("POST", "/metrics", "GET"), ("PUT", "/dashboard", "GET"), ("POST", "/healthz", "GET"),
            ("PATCH", "/v1/decisions/x", "GET"), ("POST", "/dashboard/ios", "GET"),
        ]
    )
    func namesTheMethodsOfAPath(method: String, path: String, allowed: String) async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.request(method, path)
            #expect(answer.status == 405)
            #expect(answer.headers["allow"] == allowed)
            if method != "HEAD" { #expect(answer.string("code") == "method_not_allowed") }
        }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: ["/healthz", "/readyz", "/metrics", "/dashboard", "/dashboard?watch=1s"]
    )
    func answersHEADWithoutABody(path: String) async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.request("HEAD", path)
            #expect(answer.status == 200)
            #expect(answer.body.isEmpty)
            #expect(answer.headers["content-type"] != nil)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func writesProblemsInOneForm() async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.get("/v1/decisions/01NONE")
            #expect(answer.status == 404)
            #expect(answer.headers["content-type"] == "application/problem+json")
            #expect(answer.root?.object?.map(\.key) == ["type", "title", "status", "code", "detail"])
            #expect(answer.string("type") == "about:blank")
            #expect(answer.string("title") == "not found")
            #expect(answer.integer("status") == 404)
            #expect(answer.string("code") == "not_found")
            #expect(answer.string("detail") == "there is no decision `01NONE`")
        }
    }

    /// Words of a client come back short and harmless.
    @Test(.timeLimit(.minutes(10)))
    func blotsOutControlCharactersInItsMessages() async throws {
        try await ServerUnderTest.run { server in
            let name = "%1B%5B31m%00%E2%80%AE" + String(repeating: "a", count: 200)
            let answer = try await server.get("/dashboard/\(name)")
            let detail = answer.string("detail") ?? ""
            if answer.string("code") == "unknown_profile" {
                #expect(detail.hasPrefix("there is no profile `?[31m??aaa"))
                #expect(detail.count < 100)
            } else {
                #expect(answer.status == 400)
            }
            #expect(!answer.text.contains("\u{1B}") && !answer.text.contains("\u{202E}"))
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func checksTheDigestOfTheBody() async throws {
        try await ServerUnderTest.run { server in
            let picture = try Pictures.blurred()
            let digest = String(decoding: Encoding.base64(Crypto.sha256(picture)), as: UTF8.self)
            let other = String(decoding: Encoding.base64(Crypto.sha256([1])), as: UTF8.self)
            for (value, status) in [
                ("sha-256=:\(digest):", 200), ("SHA-256=:\(digest):", 200),
                ("sha-512=:AAAA:, sha-256=:\(digest):", 200),
                ("sha-512=:AAAA:", 200), ("sha-256=:\(other):", 400), ("sha-256=:no base64:", 400),
                ("sha-256=:\(digest):, sha-256=:\(other):", 400), ("sha-256=:\(other): , sha-512=:AAAA:", 400),
            ] {
                let answer = try await server.upload(picture, headers: [(name: "Content-Digest", value: value)])
                #expect(answer.status == status, "\(value)")
                #expect((answer.string("code") == "digest_mismatch") == (status == 400), "\(value)")
            }
            try await server.expectLedger(decisions: 4, attempts: 0)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func takesImagesWithoutContentEncoding() async throws {
        try await ServerUnderTest.run { server in
            let picture = try Pictures.blurred()
            let zipped = try await server.upload(picture, headers: [(name: "Content-Encoding", value: "gzip")])
            #expect(zipped.status == 415)
            #expect(zipped.string("code") == "unsupported_media")
            let plain = try await server.upload(picture, headers: [(name: "Content-Encoding", value: "Identity")])
            #expect(plain.status == 200)
            try await server.expectLedger(decisions: 1, attempts: 0)
        }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("800ms", true), ("100ms", true), ("30s", true), ("1s", true), ("30000ms", true), ("99ms", false),
            ("31s", false), ("30001ms", false), ("0s", false), ("-1s", false), ("1.5s", false), ("abc", false),
            ("1m", false), ("5", false), ("9223372036854775807s", false), ("s", false), ("ms", false),
        ]
    )
    func understandsTheClientsDeadline(text: String, isUnderstood: Bool) async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.upload(
                Pictures.blank(),
                headers: [(name: "Torii-Deadline", value: text)]
            )
            #expect(answer.status == 200)
            #expect(
                answer.strings("warnings")
                    == (isUnderstood ? nil : ["Torii-Deadline must be 100ms...30s, found `\(text)`: not used"])
            )
        }
    }

    /// The client's own deadline clips the profile's.
    @Test(.timeLimit(.minutes(10)))
    func asksNobodyPastTheClientsDeadline() async throws {
        var setup = ServerUnderTest.Setup()
        setup.script = "{ rules: [ { match: {}, action: { hold: \"release\" } } ] }"
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(
                Pictures.sharp(seed: 41, width: 160, height: 120),
                headers: [(name: "Torii-Deadline", value: "3s")]
            )
            #expect(answer.string("outcome") == "local")
            #expect(answer.reasons?.first == "upstream_deadline")
            server.emulator.release()
            try await server.expectLedger(decisions: 1, attempts: server.emulator.received)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func refusesABodyLargerThanAnyPicture() async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.upload([UInt8](repeating: 0, count: 26_000_001))
            #expect(answer.status == 413)
            #expect(answer.string("code") == "body_too_large")
            try await server.expectLedger(decisions: 0, attempts: 0)
        }
    }

    /// Neither keys nor bodies nor queries are ever in the log.
    @Test(.timeLimit(.minutes(10)))
    func logsNoSecrets() async throws {
        let store = FailingStore()
        var setup = ServerUnderTest.Setup()
        setup.store = store
        setup.script = "{ rules: [ { match: { first: 1 }, action: { status: 403 } } ] }"
        try await ServerUnderTest.run(setup) { server in
            let marker = "secret-marker-4711"
            let picture = try Pictures.sharp(seed: 42) + Array(marker.utf8)
            for _ in 0..<2 { _ = try await server.upload(picture, idempotencyKey: marker) }
            _ = try await server.ask(#"{"imageId":"\#(marker)","\#(marker)":1}"#)
            _ = try await server.ask("{\"\(marker)")
            _ = try await server.ask("{}", profile: marker)
            _ = try await server.ask("{}", key: marker)
            _ = try await server.get("/dashboard?profile=\(marker)&\(marker)", key: ServerUnderTest.readKey)
            _ = try await server.get("/v1/decisions/\(marker)", key: ServerUnderTest.adminKey)
            _ = try await server.get("/\(marker)")
            store.fail(Set(FailingStore.Call.allCases))
            _ = try await server.upload(picture, idempotencyKey: marker)
            _ = try await server.get("/v1/decisions/\(marker)", key: ServerUnderTest.adminKey)
            let log = server.log.lines.map { "\($0)" }.joined(separator: "\n")
            for secret in [
                marker, ServerUnderTest.clientKey, ServerUnderTest.readKey, ServerUnderTest.adminKey,
                ServerUnderTest.geminiKey, String(decoding: Encoding.base64(picture).prefix(40), as: UTF8.self),
                Encoding.hex(Crypto.sha256(Array(ServerUnderTest.clientKey.utf8))),
            ] { #expect(!log.contains(secret), "the log has `\(secret)`") }
            let requests = server.log.lines.filter { $0.message == "request" }
            #expect(requests.count == 11)
            #expect(requests.allSatisfy { Set($0.fields.keys).isSubset(of: Self.fields) })
            #expect(requests.first?.fields["route"] == .text("/v1/classify"))
            #expect(requests.first?.fields["bytesIn"] == .integer(Int64(picture.count)))
            #expect(requests[8].fields["route"] == .text("other"))
        }
    }

    private static let fields: Set<String> = ["method", "route", "status", "ms", "bytesIn", "decision"]

    /// The whole journey of an upload, readable for as long as its row is there.
    @Test(.timeLimit(.minutes(10)))
    func showsADecisionWithItsAttempts() async throws {
        var setup = ServerUnderTest.Setup()
        setup.script = "{ rules: [ { match: { first: 1 }, action: { status: 503 } } ] }"
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(Pictures.sharp(seed: 43))
            let shown = try await server.get("/v1/decisions/\(try #require(answer.decision))")
            #expect(shown.status == 200)
            #expect(shown.string("outcome") == "sent")
            #expect(shown["judged"]?.bool == true)
            #expect(shown["attempts"]?.array?.count == 2)
            #expect(shown.string("attempts.0.result") == "overloaded")
            #expect(shown.integer("attempts.0.costNanoUSD") == 0)
            #expect(shown.string("attempts.1.result") == "ok")
            #expect(shown.integer("attempts.1.costNanoUSD") == answer.integer("cost.nanoUSD"))
            #expect(shown["attempts.1.uncertain"]?.bool == false)
            #expect(shown.integer("cost.nanoUSD") == answer.integer("cost.nanoUSD"))
            #expect(shown.string("image.format") == "jpeg")
            #expect(shown.string("scores.coarse") != nil)
            #expect(shown["answer"].map(JSON.init) == answer.root.map(JSON.init))
        }
    }
}
