import Documents
import Foundation
import Platform
import Testing

/// `torii emulator` as a person starts it.
@Suite(.timeLimit(.minutes(3))) struct EmulatorCommandTests {
    private static let body = Array(#"{"contents":[{"parts":[{"text":"hello"}]}]}"#.utf8)

    private func started(_ arguments: [String]) async throws -> (process: ToriiProcess, url: String) {
        let process = try ToriiProcess(["emulator", "--port", "0"] + arguments)
        let line = await process.line(containing: "http://127") ?? ""
        return (process, try #require(line.split(separator: " ").last.map(String.init), "\(process.text)"))
    }

    private func ask(_ http: HTTPClient, _ url: String) async throws -> HTTPClient.Response {
        let request = HTTPClient.Request(
            method: "POST",
            url: url + "/v1/models/gemini-3.5-flash-lite:generateContent",
            headers: [(name: "x-goog-api-key", value: "AIza-test-key")],
            body: Self.body
        )
        return try await http.response(to: request, deadline: .now + .seconds(30)).get()
    }

    @Test func recordsARealEndpointAndReplaysIt() async throws {
        let http = HTTPClient()
        let file = NSTemporaryDirectory() + "torii-exchanges-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let (truth, truthURL) = try await started([])
        let (recorder, recorderURL) = try await started(["--record", truthURL, "--exchanges", file])
        let recorded = try await ask(http, recorderURL)
        #expect(recorded.status == 200)
        #expect(recorder.terminate() == 0 && truth.terminate() == 0)
        let (replayer, replayerURL) = try await started(["--replay", file])
        #expect(replayer.text.hasPrefix("REPLAYED: 1 exchanges on "))
        let replayed = try await ask(http, replayerURL)
        let nodes = [recorded.body, replayed.body].map { DocumentReader.read($0, file: "b", dialect: .json).root }
        #expect(nodes[0] != nil && nodes[0].map { JSON($0) } == nodes[1].map { JSON($0) })
        #expect(replayer.terminate() == 0)
        http.close()
    }

    @Test func writesItsJournalWhileItAnswersTheSame() async throws {
        let http = HTTPClient()
        let file = NSTemporaryDirectory() + "torii-journal-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let (emulator, url) = try await started(["--canned", "--journal", file])
        for _ in 0..<3 { #expect(try await ask(http, url).status == 200) }
        #expect(emulator.terminate() == 0)
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 3 && lines.allSatisfy { $0.contains(#""nanoUSD":320300"#) })
        http.close()
    }

    @Test(
        arguments: [
            (["--record", "http://example.com", "--exchanges", "f"], 1), (["--record", "https://example.com"], 2),
            (["--record", "http://127.0.0.1:9", "--exchanges", "f", "--canned"], 2), (["--exchanges", "f"], 2),
            (["--replay", "/absent/file"], 1), (["--replay", "f", "--seed", "2"], 2),
            (["--script", "/absent/file"], 1),
            (["--journal", "/absent/folder/file"], 1),
        ] as [([String], Int32)]
    )
    func refusesWhatDoesNotGoTogether(arguments: [String], status: Int32) throws {
        #expect(try ToriiProcess.run(["emulator", "--port", "0"] + arguments).status == status)
    }
}
