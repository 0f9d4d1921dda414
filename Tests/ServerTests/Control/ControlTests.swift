import Documents
import Economics
import Ledger
import Platform
import Policy
import TestSupport
import Testing

@testable import Server

/// What commands ask of the running server through its own socket.
struct ControlTests {
    /// A server with a control socket.
    private static func run(
        store: any LedgerStore = MemoryStore(),
        _ body: (ServerUnderTest) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        var setup = ServerUnderTest.Setup()
        setup.data = folder.path
        setup.store = store
        try await ServerUnderTest.run(setup, body)
    }

    private static func proposal(_ documents: [PolicyDocument], base: Int? = nil) -> JSON {
        var members: [JSON.Member] = [
            .init(
                "documents",
                .array(
                    documents.map {
                        ["path": .string($0.path), "text": .string(String(decoding: $0.bytes, as: UTF8.self))]
                    }
                )
            ), .init("by", "ada"), .init("reason", "tests"),
        ]
        if let base { members.append(.init("base", .integer(Int64(base)))) }
        return .object(members)
    }

    private static func edited(sharpness: String = "0.2") throws -> [PolicyDocument] {
        try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try text.change("min: 0.18", to: "min: \(sharpness)") }
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func switchesThePolicyBetweenTwoRequests() async throws {
        try await Self.run { server in
            let before = try await server.upload(Pictures.blurred())
            #expect(before.headers["torii-policy-revision"] == "1")
            #expect(before["gate.thresholds.sharpness"]?.double == 0.18)
            server.clock.advance(seconds: 60)
            let applied = try await server.control("policy/apply", Self.proposal(Self.edited(), base: 1))
            #expect(applied.status == 200)
            #expect(applied.string("outcome") == "applied")
            #expect(applied.integer("revision") == 2)
            let after = try await server.upload(Pictures.blurred())
            #expect(after.headers["torii-policy-revision"] == "2")
            #expect(after["gate.thresholds.sharpness"]?.double == 0.2)
            let revision = try #require(try await server.store.latestRevision())
            #expect(revision.number == 2)
            #expect(revision.by == "ada")
            #expect(revision.from == "socket")
            #expect(revision.reason == "tests")
            // What was decided before is shown as it was.
            let shown = try await server.get("/v1/decisions/\(try #require(before.decision))")
            #expect(shown["thresholds.then.sharpness"]?.double == 0.18)
            #expect(shown["thresholds.now.sharpness"]?.double == 0.2)
            let metrics = try Metrics(try await server.get("/metrics").text)
            #expect(metrics[#"torii_policy_revision{profile="ios"}"#] == "2")
            #expect(
                metrics[#"torii_policy_applied_timestamp_seconds{profile="ios"}"#]
                    == "\(server.clock.wallClock.now().seconds)"
            )
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func makesNoRevisionOfWhatIsInForce() async throws {
        try await Self.run { server in
            let same = try PolicyDocuments.documents().reversed()
            let answer = try await server.control("policy/apply", Self.proposal(Array(same)))
            #expect(answer.status == 200)
            #expect(answer.string("outcome") == "unchanged")
            #expect(answer.integer("revision") == 1)
            #expect(try await server.store.latestRevision()?.number == 1)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func refusesDocumentsWithErrorsWhole() async throws {
        try await Self.run { server in
            let wrong = try PolicyDocuments.documents { path, text in
                if path == "ios.json5" { try text.change("phase: \"enforce\"", to: "phase: \"enfroce\"") }
                if path == "android.json5" { try text.change("tier:", to: "teir:") }
            }
            let answer = try await server.control("policy/apply", Self.proposal(wrong))
            #expect(answer.status == 422)
            #expect(answer.string("code") == "policy_refused")
            #expect(try #require(answer["errors"]?.array).count >= 2)
            #expect(try await server.store.latestRevision()?.number == 1)
            #expect(try await server.ask("{}").headers["torii-policy-revision"] == "1")
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func refusesAProposalReadAgainstAnotherRevision() async throws {
        try await Self.run { server in
            _ = try await server.control("policy/apply", Self.proposal(Self.edited(), base: 1))
            let late = try await server.control("policy/apply", Self.proposal(Self.edited(sharpness: "0.21"), base: 1))
            #expect(late.status == 409)
            #expect(late.string("code") == "stale")
            #expect(late.integer("revision") == 2)
            #expect(try await server.store.latestRevision()?.number == 2)
        }
    }

    /// Two revisions at once: the later one stays in force, whichever comes to be put in force last.
    @Test func neverGoesBackToAnEarlierRevision() throws {
        func set(_ sharpness: String) throws -> PolicySet {
            let read = PolicyReader.read(
                try Self.edited(sharpness: sharpness),
                knownZones: TimeZones.known,
                now: ManualClock().wallClock.now()
            )
            return try #require(read.set)
        }
        let holder = try PolicyHolder(revision: 1, appliedAt: .seconds(10), set: set("0.2"))
        try holder.put(revision: 3, appliedAt: .seconds(30), set: set("0.3"))
        try holder.put(revision: 2, appliedAt: .seconds(20), set: set("0.25"))
        #expect(holder.revision == 3)
        #expect(holder.appliedAt == .seconds(30))
        #expect(holder.snapshot(of: "ios")?.profile.gate.sharpness.min == 0.3)
        #expect(holder.snapshot(of: "ios")?.revision == 3)
        #expect(holder.snapshot(of: "windows") == nil)
        #expect(holder.snapshots.map(\.profile.name) == ["android", "ios"])
    }

    @Test(.timeLimit(.minutes(10)))
    func takesAndForgetsKeysAtOnce() async throws {
        try await Self.run { server in
            let text = "torii_client_new"
            #expect(try await server.ask("{}", key: text).status == 401)
            let key = ServerUnderTest.key("new", text, .client, profile: "ios")
            let added = try await server.control("keys/add", key.json)
            #expect(added.status == 200)
            #expect(added.string("outcome") == "added")
            #expect(try await server.ask("{}", key: text).status == 200)
            let twice = try await server.control("keys/add", key.json)
            #expect(twice.status == 409)
            #expect(twice.string("code") == "conflict")
            let revoked = try await server.control("keys/revoke", ["id": "new"])
            #expect(revoked.string("outcome") == "revoked")
            #expect(try await server.ask("{}", key: text).status == 401)
            let unknown = try await server.control("keys/revoke", ["id": "other"])
            #expect(unknown.status == 404)
            #expect(server.server.service.keyring.isEmpty == false)
        }
    }

    /// Changes at the same time all count: a key that was revoked never comes back to life.
    @Test(.timeLimit(.minutes(10)))
    func losesNoKeyOfManyAtOnce() async throws {
        try await Self.run { server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<24 {
                    group.addTask {
                        let key = ServerUnderTest.key("k\(number)", "torii_many_\(number)", .client, profile: "ios")
                        let added = try await server.control("keys/add", key.json)
                        #expect(added.status == 200)
                        guard number.isMultiple(of: 2) else { return }
                        let revoked = try await server.control("keys/revoke", ["id": .string(key.id)])
                        #expect(revoked.status == 200)
                    }
                }
                try await group.waitForAll()
            }
            for number in 0..<24 {
                let keyring = server.server.service.keyring
                let standing = keyring.standing(of: "torii_many_\(number)", at: server.clock.wallClock.now())
                #expect((standing == .none) == number.isMultiple(of: 2), "key \(number)")
            }
        }
    }

    /// The reading that was begun last counts, not the one that ends last.
    @Test(.timeLimit(.minutes(10)))
    func takesTheLatestReadingOfTheKeys() async throws {
        let keyring = Keyring([])
        let isAsked = Latch()
        let mayAnswer = Latch()
        let store = FailingStore(readKeys: {
            isAsked.open()
            await mayAnswer.wait()
            return [ServerUnderTest.key("old", "torii_old", .client)]
        })
        async let slow: Void = keyring.refresh(from: store)
        await isAsked.wait()
        try await keyring.refresh(from: MemoryStore())
        mayAnswer.open()
        try await slow
        #expect(keyring.standing(of: "torii_old", at: .seconds(1)) == .none)
    }

    @Test(.timeLimit(.minutes(10)))
    func registersOurOwnPictures() async throws {
        try await Self.run { server in
            let picture = try Pictures.sharp(seed: 51)
            let hash = Encoding.hex(Crypto.sha256(picture))
            let answer = try await server.control("watermark/register", ["hashes": [.string(hash), .string(hash)]])
            #expect(answer.string("outcome") == "registered")
            #expect(answer.integer("new") == 1)
            #expect(try await server.upload(picture).reasons == ["own_watermark"])
            for hashes: JSON in [["abc"], [.string(hash), "12"], [7], [], .null] {
                let wrong = try await server.control("watermark/register", ["hashes": hashes])
                #expect(wrong.status == 400)
                #expect(wrong.string("code") == "invalid_field")
            }
        }
    }

    private static let zeros = String(repeating: "0", count: 64)

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("keys/add", "{}", 400, "invalid_field"), ("keys/revoke", "{}", 400, "missing_field"),
            ("keys/add", #"{"id":"a","name":"a","scope":"root","hash":"00","createdAt":1}"#, 400, "invalid_field"),
            ("policy/apply", #"{"documents":[{"path":"ios.json5"}]}"#, 400, "invalid_field"),
            ("policy/apply", "{}", 400, "missing_field"),
            ("policy/apply", #"{"reason":"a test"}"#, 422, "policy_refused"),
            ("policy/apply", #"{"reason":7}"#, 400, "invalid_field"),
            ("policy/rollback", #"{"revision":1}"#, 400, "missing_field"),
            ("policy/promote", #"{"reason":" "}"#, 400, "invalid_field"),
            ("policy/end-rollout", #"{"reason":"one\ntwo"}"#, 400, "invalid_field"),
            ("freeze", #"{"reason":"\u001b[2J"}"#, 400, "invalid_field"), ("thaw", "{}", 400, "missing_field"),
            ("policy/apply", "[]", 400, "invalid_json"),
            ("policy/apply", "{", 400, "invalid_json"),
            ("cache/purge", "{}", 400, "missing_field"), ("cache/purge", #"{"hash":"00"}"#, 400, "invalid_field"),
            ("cache/purge", #"{"hash":"\#(zeros)"}"#, 400, "invalid_field"), ("nothing", "{}", 404, "not_found"),
        ]
    )
    func refusesWhatItDoesNotUnderstand(name: String, body: String, status: Int, code: String) async throws {
        try await Self.run { server in
            let answer = try await server.control(name, bytes: Array(body.utf8))
            #expect(answer.status == status)
            #expect(answer.string("code") == code)
            #expect(answer.headers["content-type"] == "application/problem+json")
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func takesPOSTAlone() async throws {
        try await Self.run { server in
            let answer = try await server.control("keys/add", bytes: [], method: "GET")
            #expect(answer.status == 405)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func saysThatTheLedgerIsDown() async throws {
        let store = FailingStore()
        try await Self.run(store: store) { server in
            store.fail(Set(FailingStore.Call.allCases))
            let key = ServerUnderTest.key("late", "torii_late", .read)
            #expect(try await server.control("keys/add", key.json).status == 503)
            #expect(try await server.control("keys/revoke", ["id": "client"]).status == 503)
            let hash = JSON.string(Encoding.hex(Crypto.sha256([1])))
            #expect(try await server.control("watermark/register", ["hashes": [hash]]).status == 503)
            #expect(try await server.control("cache/purge", ["all": true]).status == 503)
            let apply = try await server.control("policy/apply", Self.proposal(Self.edited()))
            #expect(apply.status == 503)
            #expect(apply.string("code") == "ledger_unavailable")
            store.fail([])
            #expect(try await server.ask("{}").headers["torii-policy-revision"] == "1")
        }
    }
}
