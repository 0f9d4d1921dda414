import Documents
import Foundation
import Platform
import Testing

/// `torii batch`: alone on a data folder, and beside the server that has it.
@Suite(.timeLimit(.minutes(5))) struct BatchCommandTests {
    private func pictures(_ count: Int, in folder: String) throws -> [String] {
        try (0..<count).map { number in
            let path = "\(folder)/\(number).jpg"
            try FileContent.write(try SharpPicture.jpeg(seed: 900 + UInt64(number)), to: path)
            return path
        }
    }

    private func jobs(_ output: String) throws -> [DocumentNode] {
        try #require(DocumentReader.read(Array(output.utf8), file: "jobs", dialect: .json).root?.array)
    }

    private let key = ["GEMINI_API_KEY": "test-key"]

    @Test func worksAloneOnADataFolder() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let endpoint = ["--data", server.data, "--gemini-base-url", server.emulatorURL, "--json"]
        let paths = try pictures(2, in: server.folder)
        let sent = try ToriiProcess.run(
            ["batch", "submit"] + paths + ["--profile", "ios", "--policies", server.policies] + endpoint,
            environment: key
        )
        #expect(sent.status == 0, "\(sent.output)")
        #expect(try jobs(sent.output).map { $0["state"]?.string } == ["sent"])
        let done = try ToriiProcess.run(["batch", "collect"] + endpoint, environment: key)
        #expect(done.status == 0, "\(done.output)")
        #expect(try jobs(done.output).map { $0["decided"]?.integer } == [2])
    }

    @Test func goesThroughTheRunningServer() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let (process, url) = try await server.start()
        let paths = try pictures(2, in: server.folder)
        let data = ["--data", server.data]
        let sent = try ToriiProcess.run(["batch", "submit"] + paths + ["--profile", "ios", "--json"] + data)
        #expect(sent.status == 0, "\(sent.output)")
        #expect(try jobs(sent.output).map { $0["state"]?.string } == ["sent"])
        let status = try ToriiProcess.run(["batch", "status", "--json"] + data)
        #expect(try jobs(status.output).map { $0["decided"]?.integer } == [0])
        let done = try ToriiProcess.run(["batch", "collect", "--json"] + data)
        #expect(done.status == 0, "\(done.output)")
        #expect(try jobs(done.output).map { $0["state"]?.string } == ["done"])
        #expect(try jobs(done.output).map { $0["decided"]?.integer } == [2])
        // A file that is not there is said, and fails the command.
        let absent = ["batch", "submit", "/absent.jpg", "--profile", "ios"]
        #expect(try ToriiProcess.run(absent + data).status == 1)
        // Of two profiles neither is taken unasked, here and without a server.
        let unnamed = ["batch", "submit", paths[0]] + data
        func refusal(_ arguments: [String]) throws -> String {
            let result = try ToolProcess.run(ToriiProcess.binary, arguments, joinsErrors: true)
            #expect(result.status == 1)
            return result.output
        }
        let demand = "torii: say which profile with --profile: android, ios\n"
        #expect(try refusal(unnamed) == demand)
        #expect(try refusal(["classify", paths[0]] + data) == demand)
        #expect(
            try ToriiProcess.run(["batch", "status"] + data).output
                == "no batch is under way; --all shows 1 that ended\n"
        )
        #expect(try ToriiProcess.run(["batch", "submit", paths[0], "--profile", "web"] + data).status == 1)
        // The server has its own.
        #expect(try ToriiProcess.run(["batch", "collect", "--gemini-base-url", url] + data).status == 2)
        #expect(process.terminate() == 0)
        #expect(try refusal(unnamed + ["--gemini-base-url", server.emulatorURL]).hasSuffix(demand))
    }
}
