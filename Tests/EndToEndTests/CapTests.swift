import Documents
import Economics
import Foundation
import Ledger
import Platform
import SQLiteLedger
import TestSupport
import Testing

/// A cap holds whatever happens at once.
struct CapTests {
    /// A daily cap worth ten holds, a hundred uploads at once, and a cloud that answers only when all are decided.
    @Test(.timeLimit(.minutes(3)))
    func admitsExactlyTenOfAHundredAtOnce() async throws {
        let hold = try await Self.hold()
        let cap = try hold.times(10)
        let server = try await TestServer(
            script: "{ rules: [ { match: {}, action: { hold: \"release\" } } ] }",
            edit: { path, text in
                path == "ios.json5" ? Self.capped(text, daily: cap) : text
            }
        )
        defer { server.end() }
        let (process, url) = try await server.start()
        let key = try server.makeKey()
        let picture = try SharpPicture.jpeg(seed: 2)
        var outcomes: [String: Int] = [:]
        try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let body = picture + Array("cap-\(number)".utf8)
                    let response = try await server.upload(body, to: url, key: key).get()
                    let root = DocumentReader.read(response.body, file: "answer", dialect: .json).root
                    return "\(root?["outcome"]?.string ?? "none") \(root?["reasons"]?.array?.first?.string ?? "none")"
                }
            }
            // Ninety answers come while the ten are still held; then the cloud may answer.
            for _ in 0..<90 {
                guard let outcome = try await group.next() else { break }
                outcomes[outcome, default: 0] += 1
            }
            #expect(outcomes == ["local budget_exhausted": 90])
            let release = HTTPClient.Request(method: "POST", url: "\(server.emulatorURL)/emulator/release")
            _ = try await server.http.response(to: release, deadline: .now + .seconds(10)).get()
            for try await outcome in group { outcomes[outcome, default: 0] += 1 }
        }
        #expect(outcomes == ["local budget_exhausted": 90, "sent gate_passed": 10])
        let log = try await server.json("\(server.emulatorURL)/emulator/log")
        #expect(log["attempts"]?.array?.count == 10)
        #expect(process.terminate() == 0)
        #expect(try ToriiProcess.run(["ledger", "verify", "--data", server.data]).status == 0)
    }

    /// Uploads on and on, three hundred at once, while the server is killed and started again, until no hold fits any
    /// more. `TORII_KILLS` says how often, up to a hundred times (2 unless told).
    @Test(.timeLimit(.minutes(60)))
    func neverPassesACapThoughItIsKilled() async throws {
        let rounds = min(100, Int(ProcessInfo.processInfo.environment["TORII_KILLS"] ?? "") ?? 2)
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let hold = try await Self.hold()
        let cap = try hold.times(20)
        let picture = try SharpPicture.jpeg(seed: 4)
        for round in 0..<rounds {
            let server = try await TestServer(
                script: "{ rules: [ { match: {}, action: { delay: \"20ms\" } } ] }",
                edit: { path, text in path == "ios.json5" ? Self.capped(text, daily: cap) : text }
            )
            defer { server.end() }
            // Far from any midnight, whatever the time is.
            let noon = ["--clock", "2026-11-20T03:00:00Z"]
            let (first, url) = try await server.start(noon)
            let key = try server.makeKey()
            let delay = Duration.milliseconds(Int.random(in: 20...400, using: &random))
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    try? await Task.sleep(for: delay)
                    first.kill()
                }
                for number in 0..<300 {
                    group.addTask {
                        _ = await server.upload(picture + Array("\(round)-\(number)".utf8), to: url, key: key)
                    }
                }
            }
            let (second, again) = try await server.start(noon)
            var number = 0
            var outcome = ""
            while outcome != "local", number < 2_000 {
                let body = picture + Array("\(round)-on-\(number)".utf8)
                let response = try await server.upload(body, to: again, key: key).get()
                outcome =
                    DocumentReader.read(response.body, file: "answer", dialect: .json).root?["outcome"]?.string ?? ""
                number += 1
            }
            #expect(outcome == "local")
            #expect(second.terminate() == 0)
            let store = try await SQLiteStore.openReadOnly(folder: server.data)
            let totals = try await store.totals(WindowName(profile: "ios", kind: .day, id: "2026-11-20"))
            #expect(totals.enforced <= cap)
            #expect(totals.enforced > (try cap.subtracting(hold)))
            #expect(totals.held == .zero)
            #expect(try await store.verification().differences == [])
            await store.close()
        }
    }

    /// What one attempt holds under the tree's own policy, read from a first upload.
    private static func hold() async throws -> Money {
        let server = try await TestServer()
        defer { server.end() }
        let (process, url) = try await server.start()
        let key = try server.makeKey()
        let response = try await server.upload(try SharpPicture.jpeg(seed: 3), to: url, key: key).get()
        let id = try #require(response.headers.first { $0.name == "torii-decision" }?.value)
        #expect(process.terminate() == 0)
        let store = try await SQLiteStore.openReadOnly(folder: server.data)
        let attempts = try await store.attempts(decisionID: id)
        await store.close()
        return try #require(attempts.first).hold.amount
    }

    private static func capped(_ text: String, daily: Money) -> String {
        let amount = daily.formatted(.exact, grouped: false)
        // A slow machine may take its time to decide a hundred uploads: the deadline is not what is tested.
        return text.replacing(#/daily: "[0-9.]+ USD"/#, with: "daily: \"\(amount) USD\"")
            .replacing("deadline: \"8s\"", with: "deadline: \"60s\"")
    }
}
