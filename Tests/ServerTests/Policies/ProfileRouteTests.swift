import Documents
import Ledger
import Policy
import Testing

@testable import Server

/// The policy life cycle over HTTP: admin keys alone, one profile at a time.
struct ProfileRouteTests {
    private static func document(_ server: ServerUnderTest, _ name: String = "ios") async throws -> String {
        let answer = try await server.get("/v1/profiles/\(name)", key: ServerUnderTest.adminKey)
        return try #require(answer.string("document.text"))
    }

    private static func change(
        _ server: ServerUnderTest,
        _ action: String,
        _ body: JSON,
        key: String = ServerUnderTest.adminKey
    ) async throws -> Answer {
        try await server.request("POST", "/v1/profiles/\(action)", key: key, body: body.encoded())
    }

    @Test(.timeLimit(.minutes(10)))
    func showsWhatHoldsAndWhereItComesFrom() async throws {
        try await ServerUnderTest.run { server in
            let list = try await server.get("/v1/profiles", key: ServerUnderTest.adminKey)
            #expect(list.status == 200)
            #expect(list["profiles"]?.array?.compactMap { $0["name"]?.string } == ["android", "ios"])
            #expect(list.integer("revision") == 1)
            let one = try await server.get("/v1/profiles/ios", key: ServerUnderTest.adminKey)
            #expect(one.headers["etag"] == "\"r1\"")
            let settings = try #require(one["settings"]?.array)
            let minimum = try #require(settings.first { $0["path"]?.string == "gate.sharpness.min" })
            #expect(minimum["value"]?.double == 0.18)
            #expect(minimum["origin"]?.string == "document")
            #expect(minimum["file"]?.string == "ios.json5")
            let enabled = try #require(settings.first { $0["path"]?.string == "gate.enabled" })
            #expect(enabled["origin"]?.string == "default")
            #expect(enabled["line"] == nil)
            #expect(try await server.get("/v1/profiles/web", key: ServerUnderTest.adminKey).status == 404)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func letsOnlyAdminKeysIn() async throws {
        try await ServerUnderTest.run { server in
            for path in ["/v1/profiles", "/v1/profiles/ios", "/v1/profiles/ios/history"] {
                #expect(try await server.get(path).status == 401, "\(path)")
                #expect(try await server.get(path, key: ServerUnderTest.readKey).status == 403, "\(path)")
                #expect(try await server.get(path, key: ServerUnderTest.clientKey).status == 403, "\(path)")
            }
            let body: JSON = ["revision": 1, "reason": "mine"]
            for action in ["ios:rollback", "ios:apply"] {
                let answer = try await Self.change(server, action, body, key: ServerUnderTest.clientKey)
                #expect(answer.status == 403)
            }
            #expect(try await server.get("/v1/profiles/ios:apply", key: ServerUnderTest.adminKey).status == 405)
            #expect(try await server.get("/v1/profiles/ios:aply", key: ServerUnderTest.adminKey).status == 404)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func appliesOneProfileAndRollsItBack() async throws {
        try await ServerUnderTest.run { server in
            var text = try await Self.document(server)
            let original = text
            try text.change("min: 0.18", to: "min: 0.2")
            let applied = try await Self.change(
                server,
                "ios:apply",
                ["document": .string(text), "base": 1, "reason": "stricter"]
            )
            #expect(applied.status == 200)
            #expect(applied.integer("revision") == 2)
            #expect(try await Self.document(server) == text)
            let revision = try #require(try await server.store.latestRevision())
            #expect(revision.by == "admin")
            #expect(revision.from == "http")
            #expect(revision.reason == "stricter")
            #expect(revision.documents.count == 5)

            let back = try await Self.change(server, "ios:rollback", ["revision": 1, "reason": "too strict"])
            #expect(back.integer("revision") == 3)
            #expect(try await Self.document(server) == original)
            let first = try #require(try await server.store.revision(number: 1))
            #expect(try await server.store.latestRevision()?.documents == first.documents)

            let history = try await server.get("/v1/profiles/ios/history", key: ServerUnderTest.adminKey)
            let entries = try #require(history["history"]?.array)
            #expect(entries.compactMap { $0["revision"]?.integer } == [3, 2, 1])
            #expect(entries.compactMap { $0["reason"]?.string }.prefix(2) == ["too strict", "stricter"])
            let change = try #require(entries[0]["diff"]?["changes"]?.array?.first)
            #expect(change["path"]?.string == "gate.sharpness.min")
            #expect(change["before"]?.double == 0.2)
            #expect(change["after"]?.double == 0.18)
            // android's document never changed after the start.
            let other = try await server.get("/v1/profiles/android/history", key: ServerUnderTest.adminKey)
            #expect(other["history"]?.array?.compactMap { $0["revision"]?.integer } == [1])
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func refusesAStaleEditAndNamesTheLiveRevision() async throws {
        try await ServerUnderTest.run { server in
            let text = try await Self.document(server)
            var first = text
            try first.change("min: 0.18", to: "min: 0.2")
            var second = text
            try second.change("min: 0.18", to: "min: 0.21")
            let one: JSON = ["document": .string(first), "base": 1, "reason": "one"]
            #expect(try await Self.change(server, "ios:apply", one).status == 200)
            let two: JSON = ["document": .string(second), "base": 1, "reason": "two"]
            let late = try await Self.change(server, "ios:apply", two)
            #expect(late.status == 409)
            #expect(late.string("code") == "stale")
            #expect(late.integer("revision") == 2)
            #expect(try await Self.document(server) == first)
        }
    }

    static let mistakes: [(body: JSON, status: Int, code: String)] = [
        (["base": 1, "reason": "x"], 400, "missing_field"),
        (["document": "{}", "reason": "x"], 400, "missing_field"),
        (["document": "{}", "base": 1], 400, "missing_field"),
        (["document": "{}", "base": 1, "reason": " "], 400, "invalid_field"),
        (["document": "{}", "base": "1", "reason": "x"], 400, "invalid_field"),
        (["document": "{}", "baze": 1, "reason": "x"], 400, "invalid_field"),
        (["document": "{}", "base": 1, "reason": "x"], 422, "policy_refused"),
        ([1], 400, "invalid_json"),
    ]

    @Test(.timeLimit(.minutes(10)))
    func refusesBadChangesWithAllTheirMistakes() async throws {
        try await ServerUnderTest.run { server in
            for (body, status, code) in Self.mistakes {
                let answer = try await Self.change(server, "ios:apply", body)
                #expect(answer.status == status, "\(body.text())")
                #expect(answer.string("code") == code, "\(body.text())")
                guard code == "policy_refused" else { continue }
                let found = try #require(answer["diagnostics"]?.array)
                #expect(found.contains { $0["field"]?.string == "scoreSpace" && $0["file"]?.string == "ios.json5" })
                #expect(found.count >= 8)
            }
            let absent = try await Self.change(server, "ios:rollback", ["revision": 9, "reason": "x"])
            #expect(absent.status == 404)
            #expect(try await server.store.latestRevision()?.number == 1)
        }
    }
}
