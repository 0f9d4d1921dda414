import Documents
import Testing

/// The running server held against its own contract by schemathesis.
@Suite(.timeLimit(.minutes(5))) struct ContractFuzzTests {
    @Test func answersWhatTheContractSays() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let (process, url) = try await server.start()
        let made = try ToriiProcess.run([
            "keys", "create", "--data", server.data, "--scope", "admin", "--name", "fuzz", "--json",
        ])
        let root = DocumentReader.read(Array(made.output.utf8), file: "key", dialect: .json).root
        let key = try #require(root?["key"]?.string, "\(made.output)")
        let result = try ToolProcess.run(
            "\(TestServer.root)/.cache/venv/bin/python",
            ["\(TestServer.root)/Tests/Tools/contract/fuzz.py", url, key],
            joinsErrors: true
        )
        #expect(result.status == 0, "\(result.output.suffix(20_000))")
        let counts = try #require(result.output.firstMatch(of: #/([0-9]+) generated, ([0-9]+) passed/#))
        #expect(counts.1 == counts.2 && Int(counts.1) ?? 0 > 1_000)
        #expect(process.terminate() == 0)
    }

    @Test func printsTheContractTheServerServes() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let (process, url) = try await server.start()
        let served = try await server.json("\(url)/openapi.json")
        let printed = try ToriiProcess.run(["openapi"])
        let root = DocumentReader.read(Array(printed.output.utf8), file: "openapi", dialect: .json).root
        #expect(root.map { JSON($0) } == JSON(served))
        #expect(served["openapi"]?.string == "3.1.0")
        #expect(process.terminate() == 0)
    }
}
