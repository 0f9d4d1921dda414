import Documents
import Economics
import Ledger
import Platform
import Policy
import SQLiteLedger
import TestSupport
import Testing

@testable import Server

/// Uploads whose clients let the answer come later.
struct DeferralTests {
    private static let later: (name: String, value: String) = ("Prefer", "return=minimal, Respond-Async; wait=5")

    private static func run(
        _ setup: ServerUnderTest.Setup = ServerUnderTest.Setup(),
        edit: (inout String) throws -> Void = { _ in },
        _ body: (ServerUnderTest, String) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        var setup = setup
        setup.data = folder.path
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try edit(&text) }
        }
        try await ServerUnderTest.run(setup) { server in try await body(server, folder.path) }
    }

    private static func poll(_ id: String, _ server: ServerUnderTest) async throws -> Answer {
        try await server.get("/v1/decisions/\(id)", key: ServerUnderTest.clientKey)
    }

    private static func files(_ folder: String) throws -> [String] { try FolderContent.names(in: folder + "/deferred") }

    @Test(.timeLimit(.minutes(10)))
    func answersLaterAtHalfThePrice() async throws {
        try await Self.run { server, folder in
            let picture = try Pictures.sharp(seed: 1)
            let first = try await server.upload(picture, idempotencyKey: "k", headers: [Self.later])
            let id = try #require(first.decision)
            #expect(first.status == 202)
            #expect(first.string("outcome") == "deferred")
            #expect(first.reasons == ["deferred", "gate_passed"])
            #expect(first.string("localLabel.category") != nil)
            #expect(first["classification"]?.isNull == true)
            #expect(first.string("deferred.poll") == "/v1/decisions/\(id)")
            #expect(first.string("deferred.deadline") == "2026-12-01T00:53:20Z")
            #expect(first.headers["location"] == "/v1/decisions/\(id)")
            #expect(first.headers["retry-after"] == "60")
            #expect(first.headers["preference-applied"] == "respond-async")
            #expect(try Self.files(folder) == ["\(id).jpg"])
            let hold = try #require(try await server.store.attempts(decisionID: id).first)
            #expect(hold.hold.tier == "batch")
            #expect(try await server.store.verification().held == hold.hold.amount)
            for waiting in [
                try await server.upload(picture, idempotencyKey: "k", headers: [Self.later]),
                try await Self.poll(id, server),
            ] {
                #expect(waiting.status == 202)
                #expect(waiting.body == first.body)
                #expect(waiting.headers["retry-after"] == "60")
            }
            let before = try await server.get("/v1/reports/economics?format=json")
            #expect(before.integer("totals.deferred") == 1)
            #expect(before["totals.sendRate"]?.double == 1)

            await server.server.sender.look()
            let answer = try await Self.poll(id, server)
            #expect(answer.status == 200)
            #expect(answer.string("outcome") == "sent")
            #expect(answer.string("source") == "cloud")
            #expect(answer.reasons == ["gate_passed"])
            #expect(answer.string("classification.primaryCategory") != nil)
            #expect(answer["localLabel"]?.isNull == true)
            #expect(answer["deferred"] == nil)
            let replay = try await server.upload(picture, idempotencyKey: "k", headers: [Self.later])
            #expect(replay.status == 200)
            #expect(replay.body == answer.body)
            #expect(try Self.files(folder).isEmpty)
            #expect(try await server.store.deferredSends().isEmpty)

            // What it costs at once, with the same tokens.
            let now = try await server.upload(try Pictures.sharp(seed: 2))
            let batch = try #require(try await server.store.attempts(decisionID: id).first?.settlement)
            let online = try await server.store.attempts(decisionID: try #require(now.decision)).first
            let price = try #require(online?.hold.amount.nanoUSD)
            #expect(hold.hold.amount.nanoUSD * 2 == price)
            #expect(answer.integer("cost.nanoUSD") == batch.cost.nanoUSD)
            #expect(try #require(answer.integer("cost.tokens.total")) > 0)
            // What was paid for is known from now on.
            #expect(try await server.upload(picture, profile: "ios").string("outcome") == "cached")
            let after = try await server.get("/v1/reports/economics?format=json")
            #expect(after.integer("totals.deferred") == 0)
            #expect(after.integer("totals.sent") == 2)
            let verification = try await server.store.verification()
            #expect(verification.differences == [])
            #expect(verification.held == .zero)
            #expect(verification.decisions == 3)
        }
    }

    /// A decision belongs to whoever sent its picture.
    @Test(.timeLimit(.minutes(10)))
    func showsAnswersToTheirOwnClientAlone() async throws {
        try await Self.run { server, _ in
            let id = try #require(try await server.upload(try Pictures.blurred()).decision)
            #expect(try await Self.poll(id, server).string("outcome") == "rejected")
            let other = try await server.get("/v1/decisions/\(id)", key: ServerUnderTest.iosKey)
            #expect(other.status == 404)
            #expect(other.string("code") == "not_found")
            #expect(try await Self.poll("01KX", server).status == 404)
            #expect(try await server.get("/v1/decisions/\(id)", key: ServerUnderTest.readKey)["attempts"] != nil)
            #expect(try await server.get("/v1/decisions/\(id)", key: "nobody").status == 401)
        }
    }

    /// Only what would have been sent waits: rejects are answered at once, and audits teach the dial now.
    @Test(.timeLimit(.minutes(10)))
    func answersAtOnceWhatNeedNotWait() async throws {
        try await Self.run(edit: { try $0.change("auditShare: 0", to: "auditShare: 0.05") }) { server, _ in
            let rejected = try await server.upload(try Pictures.blurred(1), headers: [Self.later])
            #expect(rejected.status == 200)
            #expect(rejected.string("outcome") == "rejected")
            server.randomness.withLock { $0 = 0 }
            let audited = try await server.upload(try Pictures.blurred(2), headers: [Self.later])
            #expect(audited.string("outcome") == "sent")
            #expect(audited.reasons?.last == "audit")
            let other = try await server.upload(
                try Pictures.sharp(seed: 3),
                headers: [(name: "Prefer", value: "respond-asynchronously")]
            )
            #expect(other.string("outcome") == "sent")
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func withoutRoomAnswersLocallyAtOnce() async throws {
        try await Self.run(edit: { try $0.change("daily: \"3.00 USD\"", to: "daily: \"0.000001 USD\"") }) {
            server,
            folder in
            let answer = try await server.upload(try Pictures.sharp(seed: 4), headers: [Self.later])
            #expect(answer.status == 200)
            #expect(answer.string("outcome") == "local")
            #expect(answer.reasons == ["budget_exhausted", "gate_passed"])
            #expect(answer["deferred"] == nil)
            #expect(try Self.files(folder).isEmpty)
            try await server.expectLedger(decisions: 1, attempts: 0)
        }
    }

    /// A profile that defers at its cap has the picture wait for the next window; what never finds room gets its local label.
    @Test(.timeLimit(.minutes(10)))
    func waitsForTheNextWindowWhereTheProfileSaysSo() async throws {
        let edit: (inout String) throws -> Void = { text in
            // The hold of one picture.
            try text.change("daily: \"3.00 USD\"", to: "daily: \"0.0012 USD\"")
            try text.change("onCap: \"localLabel\"", to: "onCap: \"defer\"")
        }
        try await Self.run(edit: edit) { server, folder in
            var ids: [String] = []
            for seed in 5...6 as ClosedRange<UInt64> {
                let answer = try await server.upload(try Pictures.sharp(seed: seed), headers: [Self.later])
                #expect(answer.status == 202)
                ids.append(try #require(answer.decision))
            }
            #expect(try await server.store.attempts(decisionID: ids[1]).isEmpty)
            await server.server.sender.look()
            #expect(try await Self.poll(ids[0], server).string("outcome") == "sent")
            #expect(try await Self.poll(ids[1], server).status == 202)
            // Midnight in Tokyo, before the picture's deadline.
            server.clock.advance(seconds: 16 * 3_600)
            await server.server.sender.look()
            #expect(try await Self.poll(ids[1], server).string("outcome") == "sent")
            #expect(try Self.files(folder).isEmpty)
            let verification = try await server.store.verification()
            #expect(verification.differences == [])
            #expect(verification.held == .zero)
        }
    }

    /// A job that never ends is no longer waited for: its hold is settled in full, as uncertain, and the picture asked for.
    @Test(.timeLimit(.minutes(10)))
    func asksByItselfPastTheDeadline() async throws {
        var setup = ServerUnderTest.Setup()
        setup.script = "{ batches: { end: \"stuck\" } }"
        try await Self.run(setup) { server, folder in
            let id = try #require(try await server.upload(try Pictures.sharp(seed: 7), headers: [Self.later]).decision)
            await server.server.sender.look()
            await server.server.sender.look()
            #expect(try await Self.poll(id, server).status == 202)
            server.clock.advance(seconds: 24 * 3_600)
            await server.server.sender.look()
            let answer = try await Self.poll(id, server)
            #expect(answer.string("outcome") == "sent")
            let attempts = try await server.store.attempts(decisionID: id)
            #expect(attempts.map { $0.settlement?.result } == ["batch_stuck", "ok"])
            #expect(attempts.map { $0.settlement?.uncertain } == [true, false])
            #expect(attempts.map(\.hold.tier) == ["batch", "standard"])
            let bills = attempts.compactMap(\.settlement?.cost.nanoUSD).reduce(0, +)
            #expect(answer.integer("cost.nanoUSD") == bills)
            #expect(try Self.files(folder).isEmpty)
            #expect(try await server.store.verification().differences == [])
        }
    }

    /// Stopped with pictures waiting and in a job: the next server goes on where it was, and each is paid for once.
    @Test(.timeLimit(.minutes(10)))
    func survivesARestart() async throws {
        let folder = try TemporaryFolder()
        let data = folder.file("data")
        let ids = Locked<[String]>([])
        for round in 0..<3 {
            var setup = ServerUnderTest.Setup()
            setup.script = round == 0 ? "{ batches: { end: \"stuck\" } }" : nil
            setup.store = try await SQLiteStore.open(folder: data)
            setup.data = data
            try await ServerUnderTest.run(setup) { server in
                if round < 2 {
                    let answer = try await server.upload(
                        try Pictures.sharp(seed: 10 + UInt64(round)),
                        headers: [Self.later]
                    )
                    let id = try #require(answer.decision)
                    ids.withLock { $0.append(id) }
                }
                // The first round leaves a job, the second a picture that waits; the file of a decision that
                // is not in the ledger is nobody's.
                if round == 0 {
                    await server.server.sender.look()
                    try FileContent.write([1], to: data + "/deferred/01KXA8B2M4N6P8Q0R2S4T6V8W0.jpg")
                }
                if round == 1 { #expect(try FolderContent.names(in: data + "/deferred").count == 2) }
                guard round == 2 else { return }
                await server.server.sender.look()
                for id in ids.withLock({ $0 }) {
                    #expect(try await Self.poll(id, server).string("outcome") == "sent")
                    let settled = try await server.store.attempts(decisionID: id).compactMap(\.settlement)
                    #expect(settled.filter { $0.result == "ok" }.count == 1)
                }
                let verification = try await server.store.verification()
                #expect(verification.differences == [])
                #expect(verification.held == .zero)
                #expect(verification.decisions == 2)
                #expect(try FolderContent.names(in: data + "/deferred").isEmpty)
            }
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func callsWhoeverWaits() async throws {
        let calls = Locked<[HTTPRequest]>([])
        let receiver = try HTTPServer(.init(address: .tcp(host: "127.0.0.1", port: 0), threads: 1)) { request in
            calls.withLock { $0.append(request) }
            return HTTPResponse(status: 204)
        }
        let edit: (inout String) throws -> Void = { text in
            try text.change(
                "keepThumbnails: false,",
                to: "keepThumbnails: false, deferral: { callback: \"http://127.0.0.1:\(receiver.port)/answers\" },"
            )
        }
        try await Self.run(edit: edit) { server, _ in
            let id = try #require(try await server.upload(try Pictures.sharp(seed: 8), headers: [Self.later]).decision)
            await server.server.sender.look()
            try await eventually { calls.withLock { !$0.isEmpty } }
            let call = try #require(calls.withLock { $0.first })
            #expect(call.path == "/answers")
            let root = DocumentReader.read(call.body, file: "call", dialect: .json).root
            #expect(root?["type"]?.string == "torii.answer/1")
            #expect(root?["decisionId"]?.string == id)
            #expect(root?["answer"]?["outcome"]?.string == "sent")
            let key = server.server.service.shelf.keys.current
            #expect(call.header("torii-signature") == key.header(of: call.body, prefix: "torii-callback/1\n"))
        }
        await receiver.stop(grace: .seconds(5))
    }
}
