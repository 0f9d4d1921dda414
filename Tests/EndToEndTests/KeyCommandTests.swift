import Documents
import Foundation
import Testing

/// API keys by name, on a data folder without a server.
@Suite(.timeLimit(.minutes(3))) struct KeyCommandTests {
    private final class Folder {
        let path = NSTemporaryDirectory() + "torii-keys-\(UUID().uuidString)"

        init() throws {
            let policies = TestServer.root + "/policies"
            let apply = ["policy", "apply", policies, "--data", path, "--reason", "start", "--yes"]
            try #require(try ToriiProcess.run(apply).status == 0)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func run(_ arguments: String...) throws -> (status: Int32, output: String) {
            try ToolProcess.run(ToriiProcess.binary, ["keys"] + arguments + ["--data", path], joinsErrors: true)
        }

        func create(_ more: String...) throws -> (status: Int32, output: String) {
            let arguments = ["keys", "create", "--data", path, "--scope", "client", "--name", "ios-app"] + more
            return try ToolProcess.run(ToriiProcess.binary, arguments, joinsErrors: true)
        }
    }

    private static func id(_ output: String) throws -> String {
        String(try #require(output.firstMatch(of: /key_[0-9a-f]+/)?.output))
    }

    @Test func warnsOfASecondKeyOfAName() throws {
        let folder = try Folder()
        let first = try Self.id(try folder.create().output)
        #expect(try folder.run("rotate", "ios-app").status == 0)
        let other = try folder.create()
        #expect(other.status == 0)
        let note = "note: `ios-app` is the name of "
        #expect(other.output.hasPrefix(note) && !other.output.hasPrefix(note + first + "\n"))
        let listed = try folder.run("list").output
        let second = try Self.id(
            try #require(other.output.split(separator: "\n").first { $0.contains("shown once") }.map(String.init))
        )
        #expect(listed.contains(second))
        let ambiguous = try folder.run("revoke", "ios-app")
        #expect(ambiguous.status == 2 && ambiguous.output.contains("`ios-app` names several keys"))
        #expect(try folder.run("revoke", second).output == "\(second) is revoked\n")
    }

    /// The name of a client stands for all of its keys; once they are revoked another may have it.
    @Test func revokesByNameAndFreesIt() throws {
        let folder = try Folder()
        let first = try Self.id(try folder.create().output)
        _ = try folder.run("rotate", "ios-app")
        let revoked = try folder.run("revoke", "ios-app").output.split(separator: "\n")
        #expect(revoked.count == 2 && revoked.contains("\(first) is revoked"))
        #expect(try folder.run("revoke", "ios-app").output == "torii: every key of `ios-app` is revoked already\n")
        #expect(try folder.run("revoke", "web").output == "torii: there is no key `web`\n")
        #expect(try folder.create().status == 0)
        #expect(try folder.run("rotate", "ios-app").status == 0)
    }
}
