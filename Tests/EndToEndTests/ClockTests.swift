import Documents
import Foundation
import Testing

/// A server whose clock was set to another moment.
struct ClockTests {
    /// Two seconds before midnight in Tokyo the day's cap is used up; after it calls go again.
    @Test(.timeLimit(.minutes(3)))
    func beginsANewBudgetAtMidnight() async throws {
        let server = try await TestServer(edit: { path, text in
            // Room for one hold, and not for its bill and another.
            path == "ios.json5" ? text.replacing(#/daily: "[0-9.]+ USD"/#, with: "daily: \"0.002 USD\"") : text
        })
        defer { server.end() }
        let (process, url) = try await server.start(["--clock", "2026-11-29T14:59:50Z"])
        #expect(process.text.contains("SIMULATED CLOCK"))
        let key = try server.makeKey()
        var outcomes: [String] = []
        for number in 0..<400 {
            let picture = try SharpPicture.jpeg(seed: 2) + Array("clock-\(number)".utf8)
            let response = try await server.upload(picture, to: url, key: key).get()
            let root = try #require(DocumentReader.read(response.body, file: "answer", dialect: .json).root)
            outcomes.append(root["outcome"]?.string ?? "none")
            if outcomes.count(where: { $0 == "sent" }) == 2 { break }
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(outcomes.first == "sent")
        #expect(outcomes.last == "sent")
        #expect(outcomes.dropFirst().dropLast().allSatisfy { $0 == "local" })
        #expect(outcomes.count > 2)
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
