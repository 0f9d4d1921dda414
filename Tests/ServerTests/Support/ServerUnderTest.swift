import Documents
import Economics
import Emulator
import Foundation
import Gate
import Ledger
import Platform
import Policy
import Server
import TestSupport
import Testing

/// A whole server in this process, its cloud an emulator, its clock a hand's.
final class ServerUnderTest: Sendable {
    struct Setup: Sendable {
        var script: String?
        var documents: [PolicyDocument]?
        var store: any LedgerStore = MemoryStore()
        /// Nil: no control socket.
        var data: String?
        /// Of the emulator; nil: it takes any key.
        var acceptedKeys: Set<String>?
        /// Where the emulator writes its bills.
        var journal: String?
        var cpuThreads = 2
        var cpuQueue = 256
        var dashboards: String?
        /// The secret of the mark.
        var watermarkKey: PilotKey?
        var watchers = 64
        /// Long: writes that failed are not tried again before a test has looked.
        var lateWritePause = Duration.seconds(3600)
        var webhookPause = Duration.seconds(1)
        var traces: TraceTarget?
        var tracePause = Duration.milliseconds(5)
        var clock = ManualClock()
    }

    let emulator: Emulator
    let store: any LedgerStore
    let server: RunningServer
    let clock: ManualClock
    let log = RecordedLog()
    let http = HTTPClient()
    /// What audits are drawn with: all ones never draw, 0 always does.
    let randomness = Locked(UInt64.max)
    private let data: String?

    static let clientKey = "torii_client_0123456789abcdef0123456789abcdef"
    static let readKey = "torii_read_0123456789abcdef0123456789abcdef"
    static let adminKey = "torii_admin_0123456789abcdef0123456789abcdef"
    static let iosKey = "torii_ios_0123456789abcdef0123456789abcdef"
    static let geminiKey = "gemini-key-0123456789"

    private init(_ setup: Setup) async throws {
        clock = setup.clock
        store = setup.store
        data = setup.data
        emulator = try Emulator(
            Emulator.Configuration(
                script: setup.script.map { Array($0.utf8) },
                acceptedKeys: setup.acceptedKeys,
                clock: setup.clock.wallClock,
                journal: setup.journal
            )
        )
        for key in Self.keys where try await !store.keys().contains(where: { $0.id == key.id }) {
            try await store.addKey(key)
        }
        let randomness = randomness
        server = try await RunningServer(
            RunningServer.Configuration(
                data: setup.data,
                geminiBaseURL: emulator.baseURL,
                geminiKey: Self.geminiKey,
                cpuThreads: setup.cpuThreads,
                cpuQueue: setup.cpuQueue,
                dashboards: setup.dashboards,
                watermarkKey: setup.watermarkKey,
                watchers: setup.watchers,
                lateWritePause: setup.lateWritePause,
                webhookPause: setup.webhookPause,
                traces: setup.traces,
                tracePause: setup.tracePause,
                build: "test",
                randomness: { randomness.withLock { $0 } }
            ),
            store: store,
            firstPolicy: try setup.documents ?? PolicyDocuments.documents(),
            clock: setup.clock.wallClock,
            log: log.log
        )
    }

    /// Starts it, lets `body` use it, and stops it however that ends.
    static func run(
        _ setup: Setup = Setup(),
        _ body: (ServerUnderTest) async throws -> Void
    ) async throws {
        await Turnstile.servers.enter()
        defer { Turnstile.servers.leave() }
        let server = try await ServerUnderTest(setup)
        do {
            try await body(server)
        } catch {
            await server.end()
            throw error
        }
        await server.end()
    }

    private func end() async {
        emulator.release()
        // Clients first: a server lingers for those that keep their connections.
        http.close()
        await server.stop(grace: .seconds(10))
        await emulator.stop()
    }

    static let keys = [
        key("client", clientKey, .client), key("read", readKey, .read), key("admin", adminKey, .admin),
        key("ios-only", iosKey, .client, profile: "ios"),
    ]

    static func key(_ id: String, _ text: String, _ scope: KeyRecord.Scope, profile: String? = nil) -> KeyRecord {
        KeyRecord(
            id: id,
            name: id,
            scope: scope,
            hash: Crypto.sha256(Array(text.utf8)),
            profile: profile,
            createdAt: .seconds(1_795_000_000),
            revokedAt: nil
        )
    }
}

extension ServerUnderTest {
    var url: String { "http://127.0.0.1:\(server.port)" }

    func request(
        _ method: String,
        _ path: String,
        key: String? = nil,
        headers: [(name: String, value: String)] = [],
        body: [UInt8] = [],
        through client: HTTPClient? = nil
    ) async throws -> Answer {
        var headers = headers
        if let key { headers.append((name: "Authorization", value: "Bearer \(key)")) }
        let request = HTTPClient.Request(
            method: method,
            url: url + path,
            headers: headers,
            body: body,
            maxResponseBytes: 16 << 20
        )
        let answer = Answer(try await (client ?? http).response(to: request, deadline: .now + .seconds(120)).get())
        // Whatever a test is about: the contract tells of each answer it gets.
        #expect(try Contract.whole.get().gap(in: answer, to: method, path) == nil)
        return answer
    }

    func get(_ path: String, key: String? = nil) async throws -> Answer { try await request("GET", path, key: key) }

    /// `POST /v1/classify`.
    func upload(
        _ picture: [UInt8],
        profile: String? = "ios",
        idempotencyKey: String? = nil,
        key: String = clientKey,
        headers: [(name: String, value: String)] = [],
        through client: HTTPClient? = nil
    ) async throws -> Answer {
        var headers = headers
        if let profile { headers.append((name: "Torii-Profile", value: profile)) }
        if let idempotencyKey { headers.append((name: "Idempotency-Key", value: idempotencyKey)) }
        return try await request("POST", "/v1/classify", key: key, headers: headers, body: picture, through: client)
    }

    /// `POST /v1/gate`.
    func ask(_ report: String, profile: String = "ios", key: String = clientKey) async throws -> Answer {
        try await request(
            "POST",
            "/v1/gate",
            key: key,
            headers: [(name: "Torii-Profile", value: profile)],
            body: Array(report.utf8)
        )
    }

    /// `POST /control/...` over the Unix socket.
    func control(_ name: String, _ body: JSON, method: String = "POST") async throws -> Answer {
        try await control(name, bytes: body.encoded(), method: method)
    }

    func control(_ name: String, bytes: [UInt8], method: String = "POST") async throws -> Answer {
        let request = HTTPClient.Request(
            method: method,
            url: "http://localhost/control/\(name)",
            body: bytes,
            unixSocket: ControlSocket.path(data: try #require(data))
        )
        return Answer(try await http.response(to: request, deadline: .now + .seconds(60)).get())
    }

    /// All decisions, oldest first.
    func decisions() async throws -> [DecisionRecord] { try await store.recentDecisions(limit: 1000).reversed() }

    /// The ledger ties: so many decisions, an attempt for each call the emulator saw, nothing held.
    func expectLedger(
        decisions: Int,
        attempts: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let verification = try await store.verification()
        #expect(verification.differences == [], sourceLocation: sourceLocation)
        #expect(verification.decisions == decisions, "decisions", sourceLocation: sourceLocation)
        #expect(verification.attempts == attempts, "attempts", sourceLocation: sourceLocation)
        #expect(emulator.received == attempts, "calls", sourceLocation: sourceLocation)
        #expect(verification.held == .zero, sourceLocation: sourceLocation)
    }
}

/// Returns once `condition` holds. Only in tests with a time limit.
func eventually(_ condition: () async throws -> Bool) async throws {
    while try await !condition() { try await Task.sleep(for: .milliseconds(2)) }
}
