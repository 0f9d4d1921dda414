import Documents
import Economics
import Emulator
import Ledger
import Platform
import Policy
import SQLiteLedger
import Server
import Workbench

/// The main job, once, on real pictures: a server and an emulator on real sockets, two client families, one ledger.
struct Demo: Sendable {
    let pictures: [DemoPicture]
    let policies: String
    let data: String
    let console: Console
    let tour: Tour

    /// What is shown beside the main job.
    enum Tour: Sendable {
        case none
        /// All of it at once, or at a reader's pace.
        case quick, paced
    }

    /// Faults every demo shows: an overloaded model, a minute's quota, a block.
    static let faults = """
        {
          rules: [
            { match: { nth: 3 }, action: { status: 503 } },
            { match: { nth: 9 }, action: { status: 429, quota: "minute", retryDelay: "0.2s" } },
            { match: { nth: 14 }, action: { block: "PROHIBITED_CONTENT" } },
          ],
        }
        """

    /// What one upload was answered.
    struct Answer: Sendable {
        let picture: DemoPicture
        let status: Int
        let outcome: String
        let reasons: [String]
        let label: String
        let nanoUSD: Int64
    }

    func run() async throws(Stop) {
        let endpoint = try GeminiEndpoint.emulated(script: Array(Self.faults.utf8))
        console.tell("EMULATED: the Gemini emulator answers, key or no key; its tokens are priced as the real ones")
        let store = try await stopping { () throws(LedgerError) in try await SQLiteStore.open(folder: data) }
        let server = try await started(store: store, endpoint: endpoint)
        let keys = try await makeKeys(store, server: server)
        let own = pictures.filter(\.isOwn).map { Crypto.sha256($0.bytes) }
        _ = try await stopping { () throws(LedgerError) in
            try await store.registerOwn(hashes: own, at: WallClock.system.now())
        }
        console.tell(
            "server on http://127.0.0.1:\(server.port), ledger in \(data), policy r\(server.service.policies.revision)"
        )
        console.out("\(pictures.count) uploads, \(own.count) own pictures registered")
        console.tell("the emulator plays three faults: an overloaded model, a minute's quota, a blocked prompt")
        console.out("")
        if tour != .none { console.out("1  Uploads of two apps, as they come\n") }
        let answers = await upload(to: server, keys: keys)
        if tour == .none {
            console.out("\n" + (try await dashboard(of: server)) + "\n\n" + (try await report(of: server)))
        } else {
            console.out("\n" + (try await report(of: server)))
            try await tour(after: answers, store: store, server: server, endpoint: endpoint, keys: keys)
            console.out("\n" + (try await dashboard(of: server)))
        }
        let verification = try await stopping { () throws(LedgerError) in try await store.verification() }
        await server.stop(grace: .seconds(10))
        await endpoint.emulator?.stop()
        console.out("")
        console.tell(
            verification.differences.isEmpty
                ? "ledger verified: \(verification.decisions) decisions, \(verification.attempts) attempts, difference 0.000000000 USD"
                : "ledger DIFFERS: \(verification.differences.joined(separator: "; "))"
        )
        guard verification.differences.isEmpty else {
            throw Stop(code: .limitBroken, message: "the ledger does not tie")
        }
        let missing = Self.missing(answers)
        guard missing.isEmpty else { throw .failed("the demo did not show: \(missing.joined(separator: ", "))") }
    }

    /// Through the same server, and one beside it for what never was uploaded.
    private func tour(
        after answers: [Answer],
        store: SQLiteStore,
        server: RunningServer,
        endpoint: GeminiEndpoint,
        keys: [String: String]
    ) async throws(Stop) {
        let http = HTTPClient()
        defer { http.close() }
        let admin = try await addKey("demo-admin", .admin, store: store, server: server)
        let tour = DemoTour(console: console, http: http, adminKey: admin, keys: keys, isPaced: self.tour == .paced)
        await tour.pause(.seconds(3))
        let sent = answers.filter { $0.outcome == "sent" && !$0.reasons.contains("audit") }.map(\.picture)
        try await tour.showCap(sent, port: server.port)
        guard let profile = server.service.policies.snapshot(of: "ios")?.profile else {
            throw .failed("the demo has no profile `ios`")
        }
        // Scores without pictures would stand in the report of these uploads.
        let folder = "\(data)/dial"
        await tour.heading("3  A dial: the send rate held at its target, as far as evidence allows")
        try tour.keepDial(of: profile, in: folder)
        let beside = try await stopping { () throws(LedgerError) in try await SQLiteStore.open(folder: folder) }
        let documents = try PolicyFiles(folder: policies).documents.map { document in
            guard document.path.hasSuffix("ios.json5") else { return document }
            let text = String(decoding: document.bytes, as: UTF8.self)
            return PolicyDocument(
                path: document.path,
                bytes: Array(text.replacing("mode: \"off\"", with: "mode: \"auto\"").utf8)
            )
        }
        let dials = try await started(store: beside, endpoint: endpoint, data: folder, documents: documents)
        let key = try await addKey("demo-devices", .client, store: beside, server: dials)
        try await tour.feedDial(target: profile.target.sendRate, in: folder, key: key, port: dials.port)
        await dials.stop(grace: .seconds(10))
    }

    private func addKey(
        _ name: String,
        _ scope: KeyRecord.Scope,
        store: SQLiteStore,
        server: RunningServer
    ) async throws(Stop) -> String {
        let (key, record) = KeyRecord.made(name: name, scope: scope, profile: scope == .client ? "ios" : nil)
        try await stopping { () throws(LedgerError) in try await store.addKey(record) }
        let all = try await stopping { () throws(LedgerError) in try await store.keys() }
        server.service.keyring.replace(with: all)
        return key
    }

    private func started(
        store: SQLiteStore,
        endpoint: GeminiEndpoint,
        data: String? = nil,
        documents: [PolicyDocument]? = nil
    ) async throws(Stop) -> RunningServer {
        // The same audits every time: the draws are seeded, and only here and in tests.
        let draws = Locked(SeededBits(seed: 20))
        do {
            return try await RunningServer(
                RunningServer.Configuration(
                    data: data ?? self.data,
                    geminiBaseURL: endpoint.baseURL,
                    geminiKey: endpoint.key,
                    build: Version.current,
                    randomness: { draws.withLock { $0.next() } }
                ),
                store: store,
                firstPolicy: try documents ?? PolicyFiles(folder: policies).documents,
                clock: .system,
                log: .silent
            )
        } catch {
            throw .failed((error as? StartError)?.message ?? "\(error)")
        }
    }

    /// One key a family, bound to its profile, as an operator would make them.
    private func makeKeys(_ store: SQLiteStore, server: RunningServer) async throws(Stop) -> [String: String] {
        var keys: [String: String] = [:]
        for profile in Set(pictures.map(\.profile)).sorted() {
            let (key, record) = KeyRecord.made(name: "demo-\(profile)", scope: .client, profile: profile)
            try await stopping { () throws(LedgerError) in try await store.addKey(record) }
            keys[profile] = key
        }
        let all = try await stopping { () throws(LedgerError) in try await store.keys() }
        server.service.keyring.replace(with: all)
        return keys
    }

    /// Four clients at a time; those that repeat others wait until these are answered.
    private func upload(to server: RunningServer, keys: [String: String]) async -> [Answer] {
        let http = HTTPClient()
        defer { http.close() }
        var answers: [Answer] = []
        for batch in [pictures.filter { !$0.comesLast }, pictures.filter(\.comesLast)] {
            await withTaskGroup(of: Answer.self) { group in
                var waiting = batch[...]
                for picture in waiting.prefix(4) {
                    group.addTask { await Self.answer(picture, http, server.port, keys) }
                }
                waiting = waiting.dropFirst(4)
                for await answer in group {
                    answers.append(answer)
                    console.out(Self.line(answer, width: console.demoWidth))
                    if let picture = waiting.popFirst() {
                        group.addTask { await Self.answer(picture, http, server.port, keys) }
                    }
                }
            }
        }
        return answers
    }

    static func answer(
        _ picture: DemoPicture,
        _ http: HTTPClient,
        _ port: Int,
        _ keys: [String: String]
    ) async -> Answer {
        let request = HTTPClient.Request(
            method: "POST",
            url: "http://127.0.0.1:\(port)/v1/classify",
            headers: [
                ("Authorization", "Bearer \(keys[picture.profile] ?? "")"),
                ("Torii-Profile", picture.profile),
                ("Content-Type", "image/jpeg"),
            ],
            body: picture.bytes
        )
        switch await http.response(to: request, deadline: .now + .seconds(30)) {
        case .failure(let failure):
            return Answer(
                picture: picture,
                status: 0,
                outcome: "no answer",
                reasons: [failure.message],
                label: "",
                nanoUSD: 0
            )
        case .success(let response):
            return Answer(picture: picture, response: response)
        }
    }
}
