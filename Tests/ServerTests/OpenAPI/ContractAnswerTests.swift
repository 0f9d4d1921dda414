import Documents
import Ledger
import Platform
import TestSupport
import Testing

@testable import Server

/// What a server really answers, against what the document says it answers.
struct ContractAnswerTests {
    private static let admin = ServerUnderTest.adminKey
    private static let client = ServerUnderTest.clientKey
    private static let ios = [(name: "Torii-Profile", value: "ios")]

    /// Checks answers and remembers which operations gave which statuses.
    private final class Bench {
        let server: ServerUnderTest
        let contract: Contract
        var seen: Set<String> = []

        init(_ server: ServerUnderTest) throws {
            self.server = server
            contract = try Contract()
        }

        @discardableResult
        func ask(
            _ method: String,
            _ path: String,
            _ status: Int,
            key: String? = admin,
            _ headers: [(name: String, value: String)] = [],
            body: [UInt8] = []
        ) async throws -> Answer {
            let answer = try await server.request(method, path, key: key, headers: headers, body: body)
            #expect(answer.status == status, "\(method) \(path): \(answer.text.prefix(300))")
            #expect(contract.mistakes(in: answer, to: method, path) == [], "\(method) \(path) \(status)")
            if let operation = contract.operation(method, path) {
                seen.insert("\(method) \(operation.path) \(answer.status)")
            }
            return answer
        }

        func post(
            _ path: String,
            _ status: Int,
            _ text: String,
            key: String? = admin,
            headers: [(name: String, value: String)] = ios
        ) async throws {
            try await ask("POST", path, status, key: key, headers, body: Array(text.utf8))
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func answersAsTheDocumentSays() async throws {
        let folder = try TemporaryFolder()
        var setup = ServerUnderTest.Setup()
        setup.data = folder.path
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try text.change("auditShare: 0", to: "auditShare: 0.05") }
        }
        try await ServerUnderTest.run(setup) { server in
            let bench = try Bench(server)
            try await uploads(bench)
            try await devices(bench)
            try await audits(bench)
            try await reports(bench)
            try await policies(bench)
            try await door(bench)
            let successes = bench.contract.operations.flatMap { operation in
                (operation.node["responses"]?.object ?? []).map(\.key).filter { $0.hasPrefix("2") }.map {
                    "\(operation.method.uppercased()) \(operation.path) \($0)"
                }
            }
            #expect(Set(successes).subtracting(bench.seen) == [])
        }
    }

    private func uploads(_ bench: Bench) async throws {
        let picture = try Pictures.sharp(seed: 1)
        let path = "/v1/classify"
        let keyed = Self.ios + [(name: "Idempotency-Key", value: "k1")]
        let sent = try await bench.ask("POST", path, 200, key: Self.client, keyed, body: picture)
        #expect(sent.string("outcome") == "sent")
        try await bench.ask("POST", path, 200, key: Self.client, keyed, body: picture)
        let device =
            Self.ios + [
                (name: "Torii-Device", value: "thermal=serious, battery=0.1, net=none"),
                (name: "Torii-Client", value: "ios/4.12.0"), (name: "Torii-Deadline", value: "1h"),
            ]
        try await bench.ask("POST", path, 200, key: Self.client, device, body: Pictures.blurred())
        let later = Self.ios + [(name: "Prefer", value: "respond-async")]
        let waiting = try await bench.ask("POST", path, 202, key: Self.client, later, body: Pictures.sharp(seed: 2))
        try await bench.ask("POST", path, 409, key: Self.client, keyed, body: Pictures.sharp(seed: 3))
        let broken = try await bench.ask("POST", path, 415, key: Self.client, Self.ios, body: Array("no picture".utf8))
        try await bench.ask("POST", path, 400, body: picture)
        try await bench.ask("POST", path, 401, key: nil, Self.ios, body: picture)
        try await bench.ask("POST", path, 403, key: ServerUnderTest.readKey, Self.ios, body: picture)
        try await bench.ask("POST", path, 404, [(name: "Torii-Profile", value: "mac")], body: picture)
        let bad = Self.ios + [(name: "Content-Digest", value: "sha-256=:AAAA:")]
        try await bench.ask("POST", path, 400, bad, body: picture)

        let id = try #require(sent.decision)
        try await bench.ask("GET", "/v1/decisions/\(id)", 200, key: ServerUnderTest.readKey)
        try await bench.ask("GET", "/v1/decisions/\(id)", 200, key: Self.client)
        try await bench.ask("GET", "/v1/decisions/\(id)?format=text", 200)
        try await bench.ask("GET", "/v1/decisions/\(id)?format=xml", 400)
        try await bench.ask("GET", "/v1/decisions/\(try #require(waiting.decision))", 202, key: Self.client)
        try await bench.ask("GET", "/v1/decisions/\(try #require(broken.decision))", 415, key: Self.client)
        try await bench.ask("GET", "/v1/decisions/nobody", 404)
        let word = #"{"decisionId":"\#(id)","judgement":"wrong","category":"urban"}"#
        try await bench.post("/v1/feedback", 200, word, key: Self.client)
        try await bench.post("/v1/feedback", 404, #"{"decisionId":"x","judgement":"right"}"#)
        try await bench.post("/v1/feedback", 400, #"{"decisionId":7}"#)
    }

    private func devices(_ bench: Bench) async throws {
        let report = try #require(
            bench.contract.operation("post", "/v1/gate")?.node["requestBody"]?["content"]?["application/json"]?[
                "example"
            ]
        )
        let text = JSON(report).text()
        try await bench.post("/v1/gate", 200, text, key: Self.client)
        try await bench.post("/v1/gate", 200, #"{"score_space":"ml-kit/17","scores":{"sharpness":"0,31","foo":1}}"#)
        try await bench.post("/v1/gate", 400, #"{"scores":NaN}"#)
        try await bench.post("/v1/gate", 400, #"{"scoreSpace":"a/1","scoreSpace":"b/1"}"#)
        try await bench.post("/v1/gate", 400, #"{"scoreSpace":"a/1","score_space":"b/1"}"#)
        try await bench.post("/v1/gate", 413, String(repeating: " ", count: 140_000))
        try await bench.post("/v1/gate:batch", 200, "\(text)\nbroken\n")
        let policy = try await bench.ask("GET", "/v1/policy/ios?scoreSpace=apple-vision/18", 200)
        let tag = try #require(policy.headers["etag"])
        let same = [(name: "If-None-Match", value: tag)]
        try await bench.ask("GET", "/v1/policy/ios?scoreSpace=apple-vision/18", 304, same)
        try await bench.ask("GET", "/v1/policy/android?scoreSpace=nobody/1", 200)
        try await bench.ask("GET", "/v1/policy/ios?scoreSpace=Apple", 400)
        try await bench.ask("GET", "/v1/policy/android", 403, key: ServerUnderTest.iosKey)
        try await bench.ask("GET", "/v1/policy/mac", 404)
    }

    private func audits(_ bench: Bench) async throws {
        bench.server.randomness.withLock { $0 = 0 }
        let sent = try await bench.ask(
            "POST",
            "/v1/classify",
            200,
            key: Self.client,
            Self.ios,
            body: Pictures.blurred(9)
        )
        bench.server.randomness.withLock { $0 = .max }
        let id = try #require(sent.decision)
        try await bench.ask("GET", "/audits", 200)
        try await bench.ask("GET", "/audits", 401, key: nil)
        try await bench.ask("GET", "/v1/audits?profile=ios&limit=5", 200)
        try await bench.ask("GET", "/v1/audits?limit=0", 400)
        try await bench.ask("GET", "/v1/audits?profile=mac", 404)
        let word = #"{"finding":"falseReject","reason":"a cat"}"#
        try await bench.post("/v1/audits/\(id)", 200, word)
        try await bench.post("/v1/audits/\(id)", 409, #"{"finding":"withdrawn","reason":"a cat","edition":7}"#)
        try await bench.post("/v1/audits/\(id)", 400, #"{"finding":"maybe","reason":"a cat"}"#)
        try await bench.post("/v1/audits/nobody", 404, word)
        try await bench.post("/v1/audits/\(id)", 403, word, key: Self.client)
        try await bench.ask("GET", "/v1/audits?all", 200)
        try await bench.ask("GET", "/v1/decisions/\(id)", 200, key: ServerUnderTest.readKey)
    }

    private func reports(_ bench: Bench) async throws {
        let event = #"{"id":"e1","profile":"ios","at":"2026-11-30T00:50:00Z","valueMicros":2520,"currencyCode":"USD"}"#
        try await bench.post("/v1/revenue", 200, event)
        let row =
            #"{"date":"2026-11-29","timeZone":"America/Los_Angeles","profile":"ios","source":"admob.network","#
            + #""country":"US","impressions":10,"revenueMicros":25000,"currency":"USD","status":"estimated","#
            + #""asOf":"2026-11-30T00:50:00Z"}"#
        try await bench.post("/v1/revenue", 200, #"{"rows":[\#(row)]}"#)
        try await bench.post("/v1/revenue", 400, #"{"id":""}"#)
        try await bench.post("/v1/revenue", 403, #"{"rows":[]}"#, key: Self.client)
        for format in ["json", "text", "csv", "html"] {
            try await bench.ask("GET", "/v1/reports/economics?format=\(format)&by=profile,day,reason&from=7d", 200)
        }
        try await bench.ask("GET", "/v1/reports/economics?format=json&against=600%20USD", 200)
        try await bench.ask("GET", "/v1/reports/economics?from=never", 400)
        try await bench.ask("GET", "/v1/reports/economics?profile=mac", 404)
        for format in ["json", "text"] {
            try await bench.ask("GET", "/v1/reports/parity?format=\(format)", 200)
        }
        try await bench.ask("GET", "/v1/reports/parity?format=csv", 400)
        for format in ["json", "text", "ansi", "html"] {
            try await bench.ask("GET", "/dashboard?format=\(format)", 200)
            try await bench.ask("GET", "/dashboard/ios?format=\(format)", 200)
        }
        try await bench.ask("GET", "/dashboard?wdith=3", 400)
        try await bench.ask("GET", "/dashboard/nobody", 404)
        try await bench.ask("GET", "/metrics", 200)
        try await bench.ask("GET", "/metrics", 200, [(name: "Accept", value: "application/openmetrics-text")])
        // The server looks for events once a second.
        while try await bench.server.store.events(EventQuery()).isEmpty {
            try await Task.sleep(for: .milliseconds(20))
        }
        try await bench.ask("GET", "/v1/events?severity=info&limit=5", 200)
        try await bench.ask("GET", "/v1/events?since=soon", 400)
        try await bench.ask("GET", "/v1/events?profile=mac", 404)
        for path in ["/healthz", "/readyz", "/openapi.json"] { try await bench.ask("GET", path, 200, key: nil) }
    }

    private func policies(_ bench: Bench) async throws {
        try await bench.ask("GET", "/v1/profiles", 200)
        try await bench.ask("GET", "/v1/profiles", 403, key: Self.client)
        let shown = try await bench.ask("GET", "/v1/profiles/ios", 200)
        try await bench.ask("GET", "/v1/profiles/mac", 404)
        let old = try #require(shown.string("document.text"))
        var text = old
        try text.change("sendRate: 0.466", to: "sendRate: 0.4")
        func body(_ text: String, _ more: JSON.Member...) -> String {
            JSON.object([.init("document", .string(text))] + more).text()
        }
        let why = JSON.Member("reason", "a test")
        try await bench.post("/v1/profiles/ios:plan", 200, body(text, .init("changed", true)))
        try await bench.post("/v1/profiles/ios:plan", 422, body("{ name: \"ios\", phase: 3 }"))
        try await bench.post("/v1/profiles/ios:plan", 409, body(text, .init("base", 9)))
        try await bench.post("/v1/profiles/ios:apply", 200, body(old, .init("base", 1), why))
        try await bench.post("/v1/profiles/ios:apply", 400, body(text, .init("base", 1)))
        try await bench.post("/v1/profiles/ios:apply", 200, body(text, .init("base", 1), why))
        try await bench.post("/v1/profiles/ios:apply", 409, body(text, .init("base", 1), why))
        try await bench.post("/v1/profiles/ios:apply", 422, body("{", .init("base", 2), why))
        try await bench.post("/v1/profiles/ios:rollback", 200, #"{"revision":1,"reason":"a test"}"#)
        try await bench.post("/v1/profiles/ios:rollback", 404, #"{"revision":99,"reason":"a test"}"#)
        try await bench.ask("GET", "/v1/rollout", 404)
        try await bench.post("/v1/rollout:promote", 404, #"{"reason":"a test"}"#)
        try await bench.post("/v1/profiles/ios:apply", 400, body(text, .init("base", 3), why, .init("share", 1)))
        try await bench.post("/v1/profiles/ios:apply", 200, body(text, .init("base", 3), why, .init("share", 0.25)))
        let other = text.replacing("sendRate: 0.4", with: "sendRate: 0.3")
        try await bench.post("/v1/profiles/ios:apply", 409, body(other, .init("base", 3), why))
        for format in ["json", "text"] { try await bench.ask("GET", "/v1/rollout?format=\(format)", 200) }
        try await bench.ask("GET", "/v1/rollout?format=csv", 400)
        try await bench.post("/v1/rollout:promote", 200, #"{"reason":"a test","share":0.5}"#)
        try await bench.post("/v1/rollout:promote", 400, #"{"reason":"a test","share":"all"}"#)
        try await bench.post("/v1/rollout:end", 200, #"{"reason":"a test"}"#)
        try await bench.ask("GET", "/v1/profiles/ios/history", 200)
        for format in ["json", "text", "svg"] {
            try await bench.ask("GET", "/v1/profiles/ios/projection?format=\(format)&days=3", 200)
        }
        try await bench.ask("GET", "/v1/profiles/ios/projection?days=0", 400)
    }

    private func door(_ bench: Bench) async throws {
        let models = "/v1beta/models"
        let model = "\(models)/gemini-3.5-flash-lite"
        let text = #"{"contents":[{"role":"user","parts":[{"text":"Say a word."}]}]}"#
        try await bench.ask("GET", models, 200, Self.ios)
        try await bench.ask("GET", model, 200, Self.ios)
        try await bench.ask("GET", "\(models)/gemini-9", 404, Self.ios)
        try await bench.ask("GET", models, 403, key: nil, Self.ios)
        try await bench.ask("GET", models, 400, key: nil, Self.ios + [(name: "x-goog-api-key", value: "nobody")])
        try await bench.post("\(model):generateContent", 200, text)
        try await bench.post("\(model):generateContent", 400, "{}")
        try await bench.post("\(models)/nobody-1:generateContent", 404, text)
        try await bench.post("\(model):streamGenerateContent", 200, text)
        try await bench.post("\(model):streamGenerateContent?alt=sse", 200, text)
        try await bench.post("\(model):countTokens", 200, text)
        let blurred = String(decoding: Encoding.base64(try Pictures.blurred(4)), as: UTF8.self)
        let picture = #"{"contents":[{"parts":[{"inlineData":{"mimeType":"image/jpeg","data":"\#(blurred)"}}]}]}"#
        try await bench.post("\(model):generateContent", 200, picture)
    }
}
