import Documents
import Ledger
import Policy
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
}
