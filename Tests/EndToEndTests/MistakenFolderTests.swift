import Foundation
import Glibc
import Testing

/// Commands given the wrong folder, or nowhere to write: said, never taken for done.
@Suite(.timeLimit(.minutes(3))) struct MistakenFolderTests {
    private func folder() throws -> String {
        let path = NSTemporaryDirectory() + "torii-mistaken-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    @Test(arguments: ["freeze", "thaw"])
    func stopsNothingWhereThereIsNoLedger(command: String) async throws {
        let folder = try folder()
        let result = try ToolProcess.run(
            ToriiProcess.binary,
            [command, "--data", folder + "/typo", "--reason", "strange bill"],
            joinsErrors: true
        )
        #expect(result.status == 1)
        #expect(result.output == "torii: there is no ledger in `\(folder)/typo`: nothing was changed\n")
        #expect(!FileManager.default.fileExists(atPath: folder + "/typo"))
    }

    @Test func namesAKeyThatCouldNotBeShown() async throws {
        let data = try folder() + "/data"
        let policies = TestServer.root + "/policies"
        let apply = ["policy", "apply", policies, "--data", data, "--reason", "start", "--yes"]
        try #require(try ToriiProcess.run(apply).status == 0)
        let command =
            "'\(ToriiProcess.binary)' keys create --data '\(data)' --scope client --name lost 2>&1 >/dev/full"
        let result = try ToolProcess.run("/bin/sh", ["-c", command])
        #expect(result.status == 1)
        #expect(result.output.contains("torii: standard output: "))
        let id = try #require(result.output.firstMatch(of: /key_[0-9a-f]+/)?.output)
        let listed = try ToriiProcess.run(["keys", "list", "--data", data])
        #expect(listed.output.contains(id))
    }

    /// A first key may come before the first start; where that was not meant the note says what was made.
    @Test func saysThatAKeyMadeALedger() throws {
        let folder = try folder() + "/first"
        let create = ["keys", "create", "--scope", "client", "--name", "ios-app", "--data", folder]
        let result = try ToolProcess.run(ToriiProcess.binary, create, joinsErrors: true)
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("note: making a new ledger in `\(folder)`\n"))
    }

    /// A mistyped folder gets no ledger.
    @Test(arguments: [
        ["keys", "revoke", "key_1"], ["keys", "signing"],
        ["policy", "rollback", "1", "--reason", "r", "--yes"],
    ])
    func makesNoLedgerWhereOneIsMeant(command: [String]) async throws {
        let folder = try folder() + "/typo"
        let result = try ToolProcess.run(ToriiProcess.binary, command + ["--data", folder], joinsErrors: true)
        #expect(result.status == 1)
        #expect(result.output.contains(folder), "\(result.output)")
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func waitsForNoPipeAmongPolicies() async throws {
        let folder = try folder()
        #expect(unsafe mkfifo(folder + "/prices.json5", 0o600) == 0)
        let result = try ToolProcess.run(ToriiProcess.binary, ["policy", "lint", folder], joinsErrors: true)
        #expect(result.status == 1)
        #expect(result.output.contains("`\(folder)/prices.json5` is not a regular file that can be read"))
    }

    @Test func asksForPoliciesWhereNoneIsInForce() async throws {
        let data = try folder() + "/data"
        let result = try ToolProcess.run(
            ToriiProcess.binary,
            ["serve", "--port", "0", "--data", data],
            joinsErrors: true
        )
        #expect(result.status == 1)
        #expect(result.output.contains("no policy is in force in this data folder yet: name the policy folder with"))
    }
}
