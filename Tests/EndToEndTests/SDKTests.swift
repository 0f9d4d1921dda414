import Foundation
import Platform
import Testing

/// Google's own SDK, unchanged, against the emulator: what a user's program would do.
@Suite(.timeLimit(.minutes(5))) struct SDKTests {
    /// Checks in `Tests/Tools/sdk/check.py`.
    private static let count = 21

    private func emulator() async throws -> (process: ToriiProcess, url: String) {
        let process = try ToriiProcess(["emulator", "--port", "0"])
        let line = await process.line(containing: "http://") ?? ""
        let url = try #require(line.split(separator: " ").last.map(String.init), "\(process.text)")
        return (process, url)
    }

    private func check(_ url: String, _ more: [String] = []) throws {
        let root = TestServer.root
        let result = try ToolProcess.run(
            "\(root)/.cache/venv/bin/python",
            ["\(root)/Tests/Tools/sdk/check.py", url, "\(root)/Tests/Fixtures/pictures/photo-coast.jpg"] + more
        )
        let lines = result.output.split(separator: "\n")
        #expect(lines.filter { !$0.hasPrefix("ok ") }.isEmpty, "\(result.output)")
        #expect(lines.count == Self.count && result.status == 0)
    }

    @Test func runsUnchangedAgainstTheEmulator() async throws {
        let (process, url) = try await emulator()
        try check(url)
        #expect(process.terminate() == 0)
    }

    @Test func runsThroughTLSAndHTTP2() async throws {
        let (process, url) = try await emulator()
        let proxy = try await TLSProxy(to: url)
        try check(proxy.url, ["--tls", proxy.certificate])
        let protocols = Set(try proxy.requests().map { $0.split(separator: " ")[0] })
        #expect(protocols == ["HTTP/2.0"])
        #expect(process.terminate() == 0)
    }
}
