import Documents
import Economics
import Foundation
import Gate
import Imaging
import Ledger
import Platform
import SQLiteLedger
import TestSupport
import Testing

/// `kill -9` at random moments under load. `TORII_KILLS` says how often (20 unless told).
@Suite(.serialized)
struct KillTests {
    /// What the clients know: the answer to each key, if they got one.
    private typealias Answers = [String: String]

    @Test(.timeLimit(.minutes(30)))
    func losesNothingAndDoublesNothing() async throws {
        let kills = Int(ProcessInfo.processInfo.environment["TORII_KILLS"] ?? "") ?? 20
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let server = try await TestServer(script: "{ rules: [ { match: {}, action: { delay: \"30ms\" } } ] }")
        defer { server.end() }
        let picture = try SharpPicture.jpeg(seed: 1)
        let answers = Locked(Answers())
        let sent = Locked<[String: [UInt8]]>([:])
        var key = ""
        for round in 0..<kills {
            let (process, url) = try await server.start()
            if key.isEmpty { key = try server.makeKey() }
            let delay = Duration.milliseconds(Int.random(in: 60...700, using: &random))
            await load(server, url, key: key, round: round, picture: picture, answers: answers, sent: sent) {
                try? await Task.sleep(for: delay)
                process.kill()
            }
        }
        let (process, url) = try await server.start()
        try await check(server, answers: answers.withLock { $0 }, sent: sent.withLock { $0 })
        try await retry(server, url, key: key, answers: answers.withLock { $0 }, sent: sent.withLock { $0 })
        #expect(process.terminate() == 0)
        #expect(try ToriiProcess.run(["ledger", "verify", "--data", server.data]).status == 0)
    }

    /// Six clients upload distinct pictures until `stop` is through.
    private func load(
        _ server: TestServer,
        _ url: String,
        key: String,
        round: Int,
        picture: [UInt8],
        answers: Locked<Answers>,
        sent: Locked<[String: [UInt8]]>,
        until stop: @escaping @Sendable () async -> Void
    ) async {
        let isOver = Locked(false)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await stop()
                isOver.withLock { $0 = true }
            }
            for client in 0..<6 {
                group.addTask {
                    var number = 0
                    while !isOver.withLock({ $0 }) {
                        let name = "k\(round)-\(client)-\(number)"
                        // Bytes after the end of a JPEG make another upload of the same pixels.
                        let body = picture + Array(name.utf8)
                        sent.withLock { $0[name] = body }
                        switch await server.upload(body, to: url, key: key, idempotencyKey: name) {
                        case .success(let response):
                            guard let id = response.headers.first(where: { $0.name == "torii-decision" })?.value
                            else { continue }
                            answers.withLock { $0[name] = id }
                        case .failure:
                            // The server is gone; what was asked is asked again at the end.
                            return
                        }
                        number += 1
                    }
                }
            }
        }
    }

    /// The ledger ties; every attempt the emulator saw has exactly one row; every answer read has its decision.
    private func check(_ server: TestServer, answers: Answers, sent: [String: [UInt8]]) async throws {
        let store = try await SQLiteStore.openReadOnly(folder: server.data)
        let verification = try await store.verification()
        #expect(verification.differences == [])
        #expect(verification.held == .zero)
        for (_, id) in answers {
            let record = try await store.decision(id: id)
            #expect(record != nil, "decision \(id) was answered and is not in the ledger")
        }
        let log = try await server.json("\(server.emulatorURL)/emulator/log")
        let seen = (log["attempts"]?.array ?? []).compactMap { $0["attempt"]?.string }
        #expect(!seen.isEmpty)
        #expect(Set(seen).count == seen.count, "an attempt was made twice under one name")
        for name in seen {
            let parts = name.split(separator: "/")
            let rows = try await store.attempts(decisionID: String(parts[0]))
            #expect(rows.count { "\($0.hold.attempt)" == parts[1] } == 1, "attempt \(name) has no row of its own")
            #expect(rows.allSatisfy { $0.settlement != nil })
            #expect(try await store.decision(id: String(parts[0])) != nil, "attempt \(name) has no decision")
        }
        await store.close()
        print(
            "\(answers.count) answers of \(sent.count) uploads, \(seen.count) attempts, \(verification.decisions) decisions"
        )
    }

    /// What was answered is answered alike again; what was not is answered now.
    private func retry(
        _ server: TestServer,
        _ url: String,
        key: String,
        answers: Answers,
        sent: [String: [UInt8]]
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            var waiting = sent.sorted { $0.key < $1.key }[...]
            func addNext() {
                guard let (name, body) = waiting.popFirst() else { return }
                group.addTask {
                    let response = try await server.upload(body, to: url, key: key, idempotencyKey: name).get()
                    #expect(response.status == 200)
                    let id = response.headers.first { $0.name == "torii-decision" }?.value
                    if let earlier = answers[name] { #expect(id == earlier, "\(name) was decided twice") }
                }
            }
            for _ in 0..<4 { addNext() }
            while try await group.next() != nil { addNext() }
        }
    }
}
