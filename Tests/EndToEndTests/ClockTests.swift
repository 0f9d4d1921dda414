import Documents
import Foundation
import Testing

/// A server whose clock was set to another moment.
struct ClockTests {
    /// In Tokyo the day's cap is used up; on its next day calls go again.
    @Test(.timeLimit(.minutes(3)))
    func beginsANewBudgetAtMidnight() async throws {
        let server = try await TestServer(edit: { path, text in
            // Room for one hold, and not for its bill and another.
            path == "ios.json5" ? text.replacing(#/daily: "[0-9.]+ USD"/#, with: "daily: \"0.002 USD\"") : text
        })
        defer { server.end() }
        let picture = try SharpPicture.jpeg(seed: 2)
        func outcome(_ number: Int, _ url: String, _ key: String) async throws -> String {
            let body = picture + Array("clock-\(number)".utf8)
            let response = try await server.upload(body, to: url, key: key).get()
            let root = try #require(DocumentReader.read(response.body, file: "answer", dialect: .json).root)
            return root["outcome"]?.string ?? "none"
        }
        let (before, noon) = try await server.start(["--clock", "2026-11-29T03:00:00Z"])
        #expect(before.text.contains("SIMULATED CLOCK"))
        let key = try server.makeKey()
        #expect(try await outcome(0, noon, key) == "sent")
        for number in 1...3 { #expect(try await outcome(number, noon, key) == "local") }
        #expect(before.terminate() == 0)

        let (process, url) = try await server.start(["--clock", "2026-11-29T15:00:01Z"])
        #expect(try await outcome(4, url, key) == "sent")
        let report = try await server.json(
            "\(url)/v1/reports/economics?from=2026-11-29&to=2026-11-30&by=day&format=json"
        )
        #expect(report["rows"]?.array?.compactMap { $0["day"]?.string } == ["2026-11-29", "2026-11-30"])
        #expect(report["rows"]?.array?.compactMap { $0["sent"]?.integer } == [1, 1])
        #expect(process.terminate() == 0)
        #expect(try ToriiProcess.run(["ledger", "verify", "--data", server.data]).status == 0)
    }

    @Test(
        .timeLimit(.minutes(3)),
        arguments: [
            ["--clock", "tomorrow"],
            ["--clock", "2026-11-30T00:00:00Z", "--gemini-base-url", "https://generativelanguage.googleapis.com"],
        ]
    )
    func refusesAClockThatBillsDoNotFollow(_ arguments: [String]) throws {
        let folder = NSTemporaryDirectory() + "torii-clock-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let result = try ToriiProcess.run(
            ["serve", "--port", "0", "--data", folder, "--policies", TestServer.root + "/policies"] + arguments,
            environment: ["GEMINI_API_KEY": "test-key-0123456789"]
        )
        #expect(result.status == 2)
        #expect(!FileManager.default.fileExists(atPath: folder))
    }
}
