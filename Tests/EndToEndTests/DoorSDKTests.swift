import Documents
import Testing

/// Google's own SDK, unchanged, pointed at a server: what it is answered, and what the report says was never paid for.
@Suite(.timeLimit(.minutes(5))) struct DoorSDKTests {
    /// Checks in `Tests/Tools/sdk/door.py`.
    private static let checks = 10

    @Test func runsUnchangedAndPaysForNoRejects() async throws {
        // Streams of one model wait after their first piece, those of two others break off after it.
        let script = """
            { rules: [
              { match: { model: "gemini-3.1-flash-lite" }, action: { holdAfter: 1 } },
              { match: { model: "gemini-3.5-flash" }, action: { status: 503, afterPieces: 1 } },
              { match: { model: "gemini-3.6-flash" }, action: { cut: "midAnswer" } },
            ] }
            """
        let server = try await TestServer(script: script) { path, text in
            path == "ios.json5" ? text.replacing("auditShare: 0.05", with: "auditShare: 0") : text
        }
        defer { server.end() }
        let (process, url) = try await server.start()
        let made = try ToriiProcess.run([
            "keys", "create", "--data", server.data, "--scope", "client", "--name", "sdk", "--profile", "ios",
        ])
        let key = try #require(made.output.split(separator: "\n").first { $0.hasPrefix("torii_client_") })
        let result = try ToolProcess.run(
            "\(TestServer.root)/.cache/venv/bin/python",
            [
                "\(TestServer.root)/Tests/Tools/sdk/door.py", url, String(key),
                "\(TestServer.root)/Tests/Fixtures/pictures", server.emulatorURL,
            ]
        )
        let lines = result.output.split(separator: "\n")
        #expect(lines.filter { !$0.hasPrefix("ok ") }.isEmpty, "\(result.output)")
        #expect(lines.count == Self.checks && result.status == 0)
        let report = try ToriiProcess.run([
            "report", "economics", "--data", server.data, "--profile", "ios", "--json",
        ])
        let root = try #require(
            DocumentReader.read(Array(report.output.utf8), file: "report", dialect: .json).root,
            "\(report.output)"
        )
        // Two of `blocked`, ten of the twenty.
        #expect(root["totals"]?["rejected"]?.integer == 12)
        #expect(root["totals"]?["rejections"]?["too_blurry"]?.integer == 12)
        // One with a schema, four of versions and prefixes, one streamed, one that ended in an error of the API, ten of the twenty.
        #expect(root["totals"]?["sent"]?.integer == 17)
        #expect(process.terminate() == 0)
    }
}
