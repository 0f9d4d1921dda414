import Documents
import Ledger
import Policy
import SQLiteLedger
import TestSupport
import Testing

@testable import Server

/// The switch that stops all spending.
struct FreezeTests {
    @Test(.timeLimit(.minutes(10)))
    func stopsSpendAtOnceAndGivesLocalLabels() async throws {
        let folder = try TemporaryFolder()
        var setup = ServerUnderTest.Setup()
        setup.data = folder.path
        try await ServerUnderTest.run(setup) { server in
            let frozen = try await server.control("freeze", ["by": "ada", "reason": "strange bill"])
            #expect(frozen.string("outcome") == "changed")
            let answer = try await server.upload(Pictures.sharp(seed: 1))
            #expect(answer.status == 200)
            #expect(answer.string("outcome") == "local")
            #expect(answer.reasons?.first == "spend_frozen")
            #expect(answer["classification"]?.isNull == true)
            #expect(server.emulator.received == 0)
            let metrics = try Metrics(try await server.get("/metrics").text)
            #expect(metrics["torii_spend_frozen"] == "1")
            #expect(
                try await server.control("freeze", ["by": "ada", "reason": "again"]).string("outcome") == "unchanged"
            )
            let record = try #require(try await server.store.latestFreeze())
            #expect(record.by == "ada")
            #expect(record.reason == "strange bill")
            #expect(record.from == "socket")

            #expect(
                try await server.control("thaw", ["by": "ada", "reason": "found it"]).string("outcome") == "changed"
            )
            let after = try await server.upload(Pictures.sharp(seed: 2))
            #expect(after.string("outcome") == "sent")
            #expect(server.emulator.received == 1)
            #expect(try await server.control("freeze", ["by": "ada"]).status == 400)
            try await server.expectLedger(decisions: 2, attempts: 1)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func staysFrozenOverARestart() async throws {
        let store = MemoryStore()
        try await store.append(
            FreezeRecord(isFrozen: true, at: .seconds(1), by: "ada", from: "cli", reason: "night")
        )
        var setup = ServerUnderTest.Setup()
        setup.store = store
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(Pictures.sharp(seed: 1))
            #expect(answer.reasons?.first == "spend_frozen")
            #expect(server.emulator.received == 0)
        }
    }

    /// Every way to spend, not the uploads alone.
    @Test(.timeLimit(.minutes(10)))
    func stopsGooglesOwnDoorToo() async throws {
        let folder = try TemporaryFolder()
        var setup = ServerUnderTest.Setup()
        setup.data = folder.path
        try await ServerUnderTest.run(setup) { server in
            _ = try await server.control("freeze", ["by": "ada", "reason": "strange bill"])
            let answer = try await Self.askThroughTheDoor(server)
            #expect(answer.status == 503)
            #expect(answer.string("error.status") == "UNAVAILABLE")
            #expect(answer.string("error.details.0.reason") == "SPEND_FROZEN")
            #expect(answer.string("error.message")?.hasSuffix("strange bill") == true)
            #expect(try await server.decisions().map(\.reasons.first) == [.spendFrozen])
            _ = try await server.control("thaw", ["by": "ada", "reason": "found it"])
            #expect(try await Self.askThroughTheDoor(server).status == 200)
            try await server.expectLedger(decisions: 2, attempts: 1)
        }
    }

    /// An account that is limited for breaking the provider's policies: a person must act, and a restart is none.
    @Test(.timeLimit(.minutes(10)), arguments: ["upload", "door"])
    func freezesWhenTheAccountBrokeAPolicy(way: String) async throws {
        let folder = try TemporaryFolder()
        var setup = ServerUnderTest.Setup()
        setup.store = try await SQLiteStore.open(folder: folder.file("ledger"))
        setup.data = folder.path
        setup.script = "{ rules: [ { match: { first: 1 }, action: { finish: \"PUP_LIMITED_DISABLED\" } } ] }"
        let why = "the account is limited for breaking the provider's policies"
        try await ServerUnderTest.run(setup) { server in
            if way == "door" {
                #expect(try await Self.askThroughTheDoor(server).status == 200)
            } else {
                #expect(try await server.upload(Pictures.sharp(seed: 1)).reasons?.first == "upstream_blocked")
            }
            #expect(try await server.upload(Pictures.sharp(seed: 2)).reasons?.first == "spend_frozen")
            #expect(try await Self.askThroughTheDoor(server).status == 503)
            #expect(server.emulator.received == 1)
            let record = try #require(try await server.store.latestFreeze())
            #expect(record.isFrozen && record.by == "torii" && record.from == "api" && record.reason == why)
            #expect(server.log.messages.contains("spending frozen"))
        }
        setup.store = try await SQLiteStore.open(folder: folder.file("ledger"))
        setup.script = nil
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(Pictures.sharp(seed: 3))
            #expect(answer.reasons?.first == "spend_frozen")
            #expect(answer.string("detail")?.hasSuffix(why) == true)
            #expect(server.emulator.received == 0)
            _ = try await server.control("thaw", ["by": "ada", "reason": "appealed"])
            #expect(try await server.upload(Pictures.sharp(seed: 4)).string("outcome") == "sent")
            #expect(server.emulator.received == 1)
        }
    }

    private static func askThroughTheDoor(_ server: ServerUnderTest) async throws -> Answer {
        try await server.request(
            "POST",
            "/v1beta/models/gemini-3.5-flash-lite:generateContent",
            headers: [(name: "x-goog-api-key", value: ServerUnderTest.iosKey)],
            body: Array(#"{"contents":[{"parts":[{"text":"hi"}]}],"generationConfig":{"maxOutputTokens":64}}"#.utf8)
        )
    }
}
