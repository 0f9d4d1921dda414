import Documents
import Foundation
import Testing

/// `torii events` beside a running server, over HTTP, and without one.
struct EventCommandTests {
    private static func json(_ text: String) throws -> DocumentNode {
        try #require(DocumentReader.read(Array(text.utf8), file: "json", dialect: .json).root)
    }

    @Test(.timeLimit(.minutes(5)))
    func tellsWhatHappenedWherever() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let (process, url) = try await server.start()
        let frozen = try ToriiProcess.run(["freeze", "--data", server.data, "--reason", "strange bill"])
        #expect(frozen.status == 0)
        func told(_ arguments: String...) throws -> [String] {
            let result = try ToriiProcess.run(["events", "--json"] + arguments)
            #expect(result.status == 0)
            return try Self.json(result.output)["events"]?.array?.compactMap { $0["kind"]?.string } ?? []
        }
        // The server looks once a second.
        while try told("--data", server.data).count < 2 { try await Task.sleep(for: .milliseconds(100)) }
        #expect(try told("--data", server.data) == ["policy_applied", "spending_frozen"])
        #expect(try told("--server", url, "--severity", "critical") == ["spending_frozen"])
        #expect(try told("--server", url, "--since", "1") == ["spending_frozen"])
        #expect(try told("--data", server.data, "--since", "7d", "--kind", "policy_applied") == ["policy_applied"])
        #expect(process.terminate() == 0)

        let text = try ToriiProcess.run(["events", "--data", server.data]).output
        #expect(text.contains("critical  spending_frozen"))
        // No time without its zone.
        let times = text.split(separator: "\n").filter { !$0.contains("-> ") }
        let moment = #/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\+09:00  /#
        #expect(!times.isEmpty && times.allSatisfy { $0.firstMatch(of: moment) != nil }, "\(text)")
        #expect(text.contains("-> once the cause is gone: torii thaw"))
        #expect(try ToriiProcess.run(["events", "--data", server.data, "--since", "soon"]).status == 2)
        #expect(try ToriiProcess.run(["events", "--server", url]).status == 5)
    }
}
