import Documents
import Foundation
import Ledger
import Platform
import Policy
import SQLiteLedger
import TestSupport
import Testing

@testable import Server

/// Events on their way to a real listener.
@Suite(.timeLimit(.minutes(10))) struct WebhookTests {
    /// A receiver that refuses the first so many posts.
    private final class Receiver: Sendable {
        struct Post: Sendable {
            let id: String
            let signature: String
            let body: [UInt8]

            var kind: String? {
                DocumentReader.read(body, file: "body", dialect: .json).root?["kind"]?.string
            }
        }

        private let posts = Locked<[Post]>([])
        private let server: HTTPServer

        init(refusing count: Int = 0, port: Int = 0) throws {
            let posts = posts
            server = try HTTPServer(.init(address: .tcp(host: "127.0.0.1", port: port), threads: 1)) { request in
                let post = Post(
                    id: request.header("torii-event") ?? "",
                    signature: request.header("torii-webhook-signature") ?? "",
                    body: request.body
                )
                let number = posts.withLock { posts in
                    posts.append(post)
                    return posts.count
                }
                return HTTPResponse(status: number <= count ? 503 : 204)
            }
        }

        var url: String { "http://127.0.0.1:\(server.port)/hook" }
        var all: [Post] { posts.withLock { $0 } }
        func stop() async { await server.stop(grace: .zero) }
    }

    private static func setup(_ webhook: String, store: any LedgerStore = MemoryStore()) throws -> ServerUnderTest.Setup
    {
        var setup = ServerUnderTest.Setup()
        setup.store = store
        setup.webhookPause = .milliseconds(5)
        setup.documents = try PolicyDocuments.documents()
        let portfolio = "{ budget: { daily: \"90 USD\", timeZone: \"UTC\" }, \(webhook) }"
        setup.documents?.append(PolicyDocument(path: "portfolio.json5", bytes: Array(portfolio.utf8)))
        return setup
    }

    @Test func postsAgainUntilItIsTakenAndSigns() async throws {
        let receiver = try Receiver(refusing: 2)
        let folder = try TemporaryFolder()
        var setup = try Self.setup("alertWebhook: \"\(receiver.url)\"")
        setup.data = folder.path
        try await ServerUnderTest.run(setup) { server in
            _ = try await server.control("freeze", ["by": "ada", "reason": "strange bill"])
            try await eventually { receiver.all.contains { $0.kind == "spending_frozen" } }
            let posts = receiver.all
            // Refused twice, the first event came three times before the second came at all.
            #expect(posts.prefix(3).map(\.id) == ["policy/r1", "policy/r1", "policy/r1"])
            let secret = try FileContent.readSecret(folder.file("webhook.secret")).dropLast()
            #expect(secret.count == 64)
            for post in posts {
                let parts = post.signature.split(separator: ",")
                let time = try #require(parts.first?.dropFirst(2))
                let code = HMAC.sha256(Array("\(time).".utf8) + post.body, key: Array(secret))
                #expect(post.signature == "t=\(time),v1=\(Encoding.hex(code))")
            }
            try await eventually { try await server.store.events(EventQuery(isAwaitingDelivery: true)).isEmpty }
            #expect(receiver.all.count(where: { $0.kind == "spending_frozen" }) == 1)
        }
        await receiver.stop()
    }

    @Test func postsOnlyWhatThePolicyAsksFor() async throws {
        let receiver = try Receiver()
        let folder = try TemporaryFolder()
        var setup = try Self.setup(
            """
            alertWebhook: "\(receiver.url)", alertSeverity: "info", alertKinds: ["spending_thawed"]
            """
        )
        setup.data = folder.path
        try await ServerUnderTest.run(setup) { server in
            _ = try await server.control("freeze", ["by": "ada", "reason": "a"])
            try await eventually { try await server.store.events(EventQuery(kind: .spendingFrozen)).count == 1 }
            _ = try await server.control("thaw", ["by": "ada", "reason": "b"])
            try await eventually { !receiver.all.isEmpty }
            #expect(receiver.all.map(\.kind) == ["spending_thawed"])
        }
        await receiver.stop()
    }

    /// What a stopped server had not delivered is delivered by the next one.
    @Test func deliversAfterARestart() async throws {
        let folder = try TemporaryFolder()
        let dead = try TakenPort()
        func setup() async throws -> ServerUnderTest.Setup {
            let store = try await SQLiteStore.open(folder: folder.file("data"))
            return try Self.setup("alertWebhook: \"http://127.0.0.1:\(dead.number)/hook\"", store: store)
        }
        try await ServerUnderTest.run(try await setup()) { server in
            try await eventually { try await server.store.events(EventQuery(isAwaitingDelivery: true)).count == 1 }
        }
        dead.free()
        let receiver = try Receiver(port: dead.number)
        try await ServerUnderTest.run(try await setup()) { server in
            try await eventually { try await server.store.events(EventQuery(isAwaitingDelivery: true)).isEmpty }
            #expect(Set(receiver.all.map(\.id)) == ["policy/r1"])
        }
        await receiver.stop()
    }

    @Test func postsWhatTheLedgerDoesNotTake() async throws {
        let receiver = try Receiver()
        let store = FailingStore()
        try await ServerUnderTest.run(try Self.setup("alertWebhook: \"\(receiver.url)\"", store: store)) { server in
            try await eventually { receiver.all.count == 1 }
            store.fail([.appendEvents])
            server.server.service.gateway.spending.put(
                FreezeRecord(isFrozen: true, at: server.clock.wallClock.now(), by: "ada", from: "cli", reason: "x")
            )
            try await eventually { receiver.all.contains { $0.kind == "ledger_trouble" } }
            store.fail([])
            try await eventually { try await store.events(EventQuery(kind: .ledgerRecovered)).count == 1 }
            let kept = try await store.events(EventQuery()).map(\.kind)
            #expect(kept == [.policyApplied, .spendingFrozen, .ledgerTrouble, .ledgerRecovered])
        }
        await receiver.stop()
    }
}
