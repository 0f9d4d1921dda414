import Documents
import Foundation
import Testing

/// What the commands of the send-rate dial say where there is no dial, or nothing that may be claimed.
@Suite(.timeLimit(.minutes(5))) struct ControlCommandTests {
    @Test func saysThatThereIsNoDialAndWhatMakesOne() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let (process, _) = try await server.start()
        let path = server.policies + "/ios.json5"
        let text = try String(contentsOfFile: path, encoding: .utf8).replacing("mode: \"off\"", with: "mode: \"auto\"")
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let apply = ["policy", "apply", server.policies, "--data", server.data, "--reason", "a dial", "--yes"]
        #expect(try ToriiProcess.run(apply).status == 0)
        for command in ["status", "certificate"] {
            let told = try ToriiProcess.run(["control", command, "--data", server.data])
            #expect(told.status == 0)
            #expect(
                told.output == """
                    android: target.mode is off, so there is no dial and no certificate: apply target.mode auto or plan
                    ios: target.mode auto; its dial begins with the next upload, until then there is no certificate

                    """
            )
        }
        #expect(process.terminate() == 0)
    }

    /// Nobody sees a plan that is not asked for, and nobody confirms one at no terminal.
    @Test func namesTheLookThatComesBeforeAnApply() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let apply = ["policy", "apply", server.policies, "--data", server.data, "--reason", "tests"]
        let result = try ToolProcess.run(ToriiProcess.binary, apply, joinsErrors: true)
        #expect(result.status == 2)
        let look = "look at it with `torii policy plan \(server.policies) --data \(server.data)`, then add --yes"
        #expect(result.output.contains(look), "\(result.output)")
        #expect(!FileManager.default.fileExists(atPath: server.data))
    }

    /// Darker pictures are other traffic than that of the measure week; the same traffic is not.
    @Test(arguments: [("drift", true), ("stationary", false)])
    func saysWhetherTheClaimStandsAtTheEnd(preset: String, isWithdrawn: Bool) throws {
        let policies = TestServer.root + "/policies"
        let simulate = ["simulate", "--preset", preset, "--policies", policies, "--profile", "ios"]
        let told = try ToriiProcess.run(simulate)
        #expect(told.status == 0)
        let last = told.output.split(separator: "\n").last ?? ""
        #expect(last.hasPrefix("At the end: the claim \(isWithdrawn ? "is withdrawn" : "stands"), "), "\(last)")
        let json = try ToriiProcess.run(simulate + ["--json"])
        let root = try #require(DocumentReader.read(Array(json.output.utf8), file: "json", dialect: .json).root)
        #expect(root["claimWithdrawn"]?.bool == isWithdrawn)
    }
}
