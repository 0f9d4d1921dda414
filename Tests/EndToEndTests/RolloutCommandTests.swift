import Documents
import Foundation
import Platform
import Testing

/// A revision for a share of the uploads, from the command line, while a server serves.
@Suite(.timeLimit(.minutes(10))) struct RolloutCommandTests {
    /// The revision that each unit's upload was judged by.
    private static func revisions(_ server: TestServer, url: String, key: String) async throws -> [String] {
        var revisions: [String] = []
        for unit in 0..<8 {
            let request = HTTPClient.Request(
                method: "POST",
                url: "\(url)/v1/classify",
                headers: [
                    ("Authorization", "Bearer \(key)"), ("Torii-Profile", "ios"), ("Torii-Unit", "phone-\(unit)"),
                ],
                body: try SharpPicture.jpeg(seed: 70)
            )
            let answer = try await server.http.response(to: request, deadline: .now + .seconds(60)).get()
            #expect(answer.status == 200)
            revisions.append(answer.headers.first { $0.name == "torii-policy-revision" }?.value ?? "")
        }
        return revisions
    }

    @Test func keepsItsShareOverAKillAndEndsInOneCommand() async throws {
        let server = try await TestServer()
        defer { server.end() }
        var (process, url) = try await server.start()
        let key = try server.makeKey()
        let path = server.policies + "/ios.json5"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacing("min: 0.18, floor: 0.05", with: "min: 0.17, floor: 0.05")
            .write(toFile: path, atomically: true, encoding: .utf8)
        func policy(_ words: String...) throws -> (status: Int32, output: String) {
            try ToriiProcess.run(["policy", words[0], "--data", server.data] + words.dropFirst())
        }
        let bad = try policy("apply", server.policies, "--share", "100%", "--reason", "x", "--yes")
        #expect(bad.status == 2)
        #expect(try policy("compare").status == 1)
        let staged = try policy("apply", server.policies, "--share", "50%", "--reason", "a little less", "--yes")
        #expect(staged.output == "revision 2 judges its share of the uploads: see torii policy compare\n")
        let before = try await Self.revisions(server, url: url, key: key)
        #expect(Set(before) == ["1", "2"])
        process.kill()
        (process, url) = try await server.start()
        #expect(try await Self.revisions(server, url: url, key: key) == before)
        #expect(try policy("history").output.contains("50.0 % beside r1  a little less\n"))
        #expect(try policy("compare").output.contains("r2 on 50.0 % of the uploads beside r1"))
        // What is in force, and compared with, is the old one.
        #expect(try policy("show", "--json").output.contains("\"revision\":1,"))
        let other = try policy("apply", TestServer.root + "/policies/examples/background", "--reason", "x", "--yes")
        #expect(other.status == 4)
        let wider = try policy("promote", "--share", "75%", "--reason", "quiet", "--yes")
        #expect(wider.output.hasPrefix("revision 3 judges its share"))
        #expect(try await Self.revisions(server, url: url, key: key).allSatisfy { ["1", "3"].contains($0) })
        let ended = try policy("rollback", "--reason", "lost answers", "--yes")
        #expect(ended.output == "applied as revision 4\n")
        #expect(Set(try await Self.revisions(server, url: url, key: key)) == ["4"])
        #expect(try policy("promote", "--reason", "x", "--yes").status == 1)
        #expect(process.terminate() == 0)
        // Without a server, straight into the ledger.
        #expect(try policy("promote", "--reason", "x", "--yes").status == 1)
        let again = try policy("apply", server.policies, "--share", "0.1", "--reason", "again", "--yes")
        #expect(again.output.hasPrefix("revision 5 judges its share"))
        #expect(try policy("promote", "--reason", "fine", "--yes").output == "applied as revision 6\n")
    }

    /// What a person at a terminal is shown before the question, and what each answer does.
    @Test func showsDiffAndPlanBeforeItAsks() throws {
        let folder = NSTemporaryDirectory() + "torii-ask-\(UUID().uuidString)"
        let manager = FileManager.default
        defer { try? manager.removeItem(atPath: folder) }
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try manager.copyItem(atPath: TestServer.root + "/policies", toPath: folder + "/policies")
        let apply = ["policy", "apply", folder + "/policies", "--data", folder + "/data", "--reason", "r"]
        try #require(try ToriiProcess.run(apply + ["--yes"]).status == 0)
        func asked(_ answer: String, _ more: [String] = []) throws -> (status: Int32, output: String) {
            try (answer + "\n").write(toFile: folder + "/answer", atomically: true, encoding: .utf8)
            let line = ([ToriiProcess.binary] + apply + more).map { "'\($0)'" }.joined(separator: " ")
            return try ToolProcess.run("/usr/bin/script", ["-qec", line, "/dev/null"], input: folder + "/answer")
        }
        func edit(_ old: String, _ new: String) throws {
            let path = folder + "/policies/ios.json5"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try #require(text.contains(old))
            try text.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
        }
        let same = try asked("y")
        #expect(same.status == 0)
        #expect(same.output.contains("Plan: nothing to change"))
        #expect(!same.output.contains("[y/N]"))
        try edit("daily: \"3.00 USD\"", "daily: \"2.90 USD\"")
        let no = try asked("n")
        #expect(no.status == 1)
        #expect(no.output.contains("~ budget.daily"))
        #expect(no.output.contains("Plan: 1 setting to change, no limit broken."))
        #expect(no.output.contains("[y/N]"))
        #expect(no.output.contains("not confirmed; nothing was changed"))
        #expect(try asked("y").output.contains("applied as revision 2"))
        try edit("scoreSpace: \"torii/1\"", "scoreSpace: \"apple-vision/18\"")
        #expect(try asked("y").status == 3)
        let accept = ["--accept-limit", "scoreSpace"]
        // A reflex is not enough for a broken limit.
        #expect(try asked("y", accept).status == 1)
        let named = try asked("ios", accept)
        #expect(named.output.contains("It breaks scoreSpace. To apply it all the same, write `ios`"))
        #expect(named.output.contains("applied as revision 3"))
    }
}
