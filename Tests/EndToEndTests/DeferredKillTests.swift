import Documents
import Foundation
import Platform
import Testing

/// A promise of a later answer outlives the process that made it.
@Suite(.timeLimit(.minutes(5))) struct DeferredKillTests {
    private func later(
        _ seed: UInt64,
        to url: String,
        key: String,
        of server: TestServer
    ) async throws -> HTTPClient.Response {
        let request = HTTPClient.Request(
            method: "POST",
            url: "\(url)/v1/classify",
            headers: [
                ("Authorization", "Bearer \(key)"), ("Torii-Profile", "ios"), ("Prefer", "respond-async"),
                ("Idempotency-Key", "k\(seed)"),
            ],
            body: try SharpPicture.jpeg(seed: seed)
        )
        return try await server.http.response(to: request, deadline: .now + .seconds(60)).get()
    }

    @Test func survivesKillAndIsPaidForOnce() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let (first, firstURL) = try await server.start()
        let key = try server.makeKey()
        var ids: [String] = []
        for seed in 700..<703 as Range<UInt64> {
            let answer = try await later(seed, to: firstURL, key: key, of: server)
            #expect(answer.status == 202)
            let root = try #require(DocumentReader.read(answer.body, file: "answer", dialect: .json).root)
            #expect(root["outcome"]?.string == "deferred")
            ids.append(try #require(root["decisionId"]?.string))
        }
        first.kill()
        let (second, url) = try await server.start()
        // The same key, the same promise.
        #expect(try await later(700, to: url, key: key, of: server).status == 202)
        let collected = try ToriiProcess.run(["batch", "collect", "--data", server.data])
        #expect(collected.status == 0, "\(collected.output)")
        for id in ids {
            let request = HTTPClient.Request(
                method: "GET",
                url: "\(url)/v1/decisions/\(id)",
                headers: [("Authorization", "Bearer \(key)")]
            )
            let answer = try await server.http.response(to: request, deadline: .now + .seconds(20)).get()
            #expect(answer.status == 200)
            let root = DocumentReader.read(answer.body, file: "answer", dialect: .json).root
            #expect(root?["outcome"]?.string == "sent")
            let shown = try ToriiProcess.run(["decision", "show", id, "--data", server.data])
            let row = DocumentReader.read(Array(shown.output.utf8), file: "decision", dialect: .json).root
            #expect(row?["attempts"]?.array?.map { $0["result"]?.string } == ["ok"])
            #expect(row?["cost"]?["nanoUSD"]?.integer == row?["attempts"]?.array?.first?["costNanoUSD"]?.integer)
        }
        #expect(second.terminate() == 0)
        let verified = try ToriiProcess.run(["ledger", "verify", "--data", server.data])
        #expect(verified.status == 0, "\(verified.output)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: server.data + "/deferred").isEmpty)
    }

    /// Where no server runs a command sends what waits, from the folder as it is spelled then.
    @Test func sendsWhatWaitsWithoutAServer() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let (process, url) = try await server.start()
        let key = try server.makeKey()
        let answer = try await later(710, to: url, key: key, of: server)
        let root = try #require(DocumentReader.read(answer.body, file: "answer", dialect: .json).root)
        let id = try #require(root["decisionId"]?.string)
        #expect(process.terminate() == 0)
        let data = server.folder + "/./data"
        let collected = try ToriiProcess.run(["batch", "collect", "--data", data])
        #expect(collected.status == 0, "\(collected.output)")
        let shown = try ToriiProcess.run(["decision", "show", id, "--data", data])
        let row = DocumentReader.read(Array(shown.output.utf8), file: "decision", dialect: .json).root
        #expect(row?["outcome"]?.string == "sent")
        #expect(row?["attempts"]?.array?.map { $0["result"]?.string } == ["ok"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: server.data + "/deferred").isEmpty)
    }
}
