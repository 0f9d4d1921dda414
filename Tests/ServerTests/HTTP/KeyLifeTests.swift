import Economics
import Ledger
import Platform
import TestSupport
import Testing

@testable import Server

/// Keys that expire, follow one another, and are seen to be used.
struct KeyLifeTests {
    private static let text = "torii_client_that_ends"

    private static func key(_ id: String, _ text: String, client: String? = nil, expiresAt: Timestamp?) -> KeyRecord {
        KeyRecord(
            id: id,
            client: client,
            name: id,
            scope: .client,
            hash: Crypto.sha256(Array(text.utf8)),
            profile: "ios",
            createdAt: .seconds(1_795_000_000),
            expiresAt: expiresAt
        )
    }

    /// Nobody has to tell the server: its clock does.
    @Test(.timeLimit(.minutes(10)))
    func refusesAKeyFromItsEndOn() async throws {
        let setup = ServerUnderTest.Setup()
        let end = setup.clock.wallClock.now().advanced(bySeconds: 60)
        try await setup.store.addKey(Self.key("brief", Self.text, expiresAt: end))
        try await ServerUnderTest.run(setup) { server in
            #expect(try await server.ask("{}", key: Self.text).status == 200)
            server.clock.advance(seconds: 60)
            let late = try await server.ask("{}", key: Self.text)
            #expect(late.status == 401)
            #expect(late.string("detail") == "this key expired at \(end.iso8601): use the one that followed it")
            let door = try await server.request("GET", "/v1beta/models?key=\(Self.text)")
            #expect(door.status == 400)
            #expect(door.string("error.message")?.contains("API key expired") == true)
        }
    }

    /// Idempotency keys belong to the client, whichever key of its line it sends.
    @Test(.timeLimit(.minutes(10)))
    func replaysAcrossARotation() async throws {
        let setup = ServerUnderTest.Setup()
        let end = setup.clock.wallClock.now().advanced(bySeconds: 60)
        try await setup.store.addKey(Self.key("first", Self.text, expiresAt: nil))
        try await setup.store.rotateKey(
            to: Self.key("second", Self.text + "_2", client: "first", expiresAt: nil),
            until: end
        )
        try await ServerUnderTest.run(setup) { server in
            let picture = try Pictures.sharp(seed: 1)
            let one = try await server.upload(picture, idempotencyKey: "k", key: Self.text)
            server.clock.advance(seconds: 60)
            #expect(try await server.upload(picture, idempotencyKey: "k", key: Self.text).status == 401)
            let two = try await server.upload(picture, idempotencyKey: "k", key: Self.text + "_2")
            #expect(two.headers["idempotency-replayed"] == "true")
            #expect(two.body == one.body)
            #expect(try await server.decisions().map(\.client) == ["first"])
            try await server.expectLedger(decisions: 1, attempts: 1)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func writesUsesTogetherAndKeepsThoseThatFail() async throws {
        let store = FailingStore()
        for key in [Self.key("a", "a", expiresAt: nil), Self.key("b", "b", expiresAt: .seconds(50))] {
            try await store.addKey(key)
        }
        let keyring = Keyring(try await store.keys())
        let log = RecordedLog()
        let uses = KeyUses(keyring: keyring, store: store, log: log.log)
        for second in [10, 30, 20] as [Int64] { _ = keyring.standing(of: "a", at: .seconds(second)) }
        // Refused keys are not used.
        _ = keyring.standing(of: "b", at: .seconds(50))
        _ = keyring.standing(of: "nobody", at: .seconds(50))
        store.fail([.noteUses])
        await uses.write()
        #expect(try await store.keys().map(\.lastUsedAt) == [nil, nil])
        store.fail([])
        await uses.write()
        #expect(try await store.keys().map(\.lastUsedAt) == [.seconds(30), nil])
        #expect(keyring.takeUses().isEmpty)
    }

    @Test func tellsExpiredFromUnknown() {
        let key = Self.key("a", Self.text, expiresAt: .seconds(50))
        let keyring = Keyring([key])
        #expect(keyring.standing(of: Self.text, at: .seconds(49)) == .good(key))
        #expect(keyring.standing(of: Self.text, at: .seconds(50)) == .expired(key))
        #expect(keyring.standing(of: Self.text + "x", at: .seconds(49)) == .none)
        #expect(Keyring([]).isEmpty)
    }
}
