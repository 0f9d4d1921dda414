import Documents
import Foundation
import Gate
import Imaging
import Platform
import Testing

/// Audits judged by the built tool: through a server, and without one.
struct AuditCommandTests {
    private static func json(_ text: String) throws -> DocumentNode {
        try #require(DocumentReader.read(Array(text.utf8), file: "answer", dialect: .json).root)
    }

    private static func waiting(_ server: TestServer) throws -> [String] {
        let result = try ToriiProcess.run(["audit", "list", "--data", server.data, "--json"])
        #expect(result.status == 0)
        return try Self.json(result.output)["audits"]?.array?.compactMap { $0["decisionId"]?.string } ?? []
    }

    private static func review(_ server: TestServer, keys: String) throws -> String {
        let input = "\(server.folder)/keys.txt"
        try keys.write(toFile: input, atomically: true, encoding: .utf8)
        let result = try ToolProcess.run(
            ToriiProcess.binary,
            ["audit", "review", "--data", server.data, "--profile", "ios"],
            input: input
        )
        #expect(result.status == 0)
        return result.output
    }

    @Test(.timeLimit(.minutes(5)))
    func isReviewedOneByOneAndKeptThroughRestarts() async throws {
        let server = try await TestServer { path, text in
            guard path == "ios.json5" else { return text }
            // Every reject is an audit.
            return text.replacing("auditShare: 0.05", with: "auditShare: 1")
                .replacing("\"1200ms\"", with: "\"30s\"").replacing("deadline: \"8s\"", with: "deadline: \"60s\"")
        }
        defer { server.end() }
        let (process, url) = try await server.start()
        let key = try server.makeKey()
        for shade in [20, 60, 100] as [UInt8] {
            let blank = PictureVariants.blank(width: 400, height: 300, red: shade, green: 40, blue: 80)
            let answer = await server.upload(try ImageEncoder.jpeg(blank, quality: 0.9), to: url, key: key)
            #expect(try answer.get().status == 200)
        }
        let ids = try Self.waiting(server)
        #expect(ids.count == 3)
        // Newest first: the first is a false reject, the second is judged, taken back, and judged again.
        let told = try Self.review(server, keys: "x\ny a cat\nn\nu\ny\nq\n")
        #expect(told.contains("1 of 3"))
        #expect(told.contains("judged 2: 2 false rejects, 0 where the gate was right; 1 left"))
        #expect(try Self.waiting(server) == [ids[2]])
        let why = try ToriiProcess.run(["why", ids[0], "--data", server.data])
        #expect(why.output.contains("reviewed        a false reject: a cat, "))
        let status = try ToriiProcess.run(["control", "status", "--data", server.data, "--profile", "ios"])
        #expect(status.output.contains("ios: 1 audits wait for a second judgement"))
        _ = process.terminate()

        // Nobody has the folder now: the command writes the ledger itself.
        let last = try ToriiProcess.run([
            "audit", "judge", ids[2], "--right-reject", "--reason", "a plain wall", "--data", server.data,
        ])
        #expect(last.output == "\(ids[2]): rightReject, edition 1\n")
        #expect(try Self.waiting(server) == [])
        let again = try ToriiProcess.run(["why", ids[1], "--data", server.data, "--json"])
        let judgements = try Self.json(again.output)["judgements"]?.array ?? []
        #expect(judgements.compactMap { $0["finding"]?.string } == ["rightReject", "withdrawn", "falseReject"])
        let wrong = try ToriiProcess.run(["audit", "judge", ids[2], "--reason", "x", "--data", server.data])
        #expect(wrong.status == 2)
    }
}
