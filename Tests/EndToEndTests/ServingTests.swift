import Documents
import Foundation
import Platform
import Testing

/// A served data folder as operators handle it: one writer, commands beside it, an orderly end.
struct ServingTests {
    @Test(.timeLimit(.minutes(3)))
    func oneServerAFolder() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let (process, _) = try await server.start()
        let second = try ToriiProcess.run(
            ["serve", "--port", "0", "--data", server.data, "--policies", server.policies],
            environment: ["GEMINI_API_KEY": "x"]
        )
        #expect(second.status == 4)
        #expect(process.terminate() == 0)
    }

    @Test(.timeLimit(.minutes(3)))
    func appliesPoliciesThroughTheRunningServer() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let (process, url) = try await server.start()
        let key = try server.makeKey()
        let picture = try SharpPicture.jpeg(seed: 6)
        let first = try await server.upload(picture, to: url, key: key).get()
        #expect(first.headers.first { $0.name == "torii-policy-revision" }?.value == "1")
        let path = server.policies + "/ios.json5"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacing("phase: \"enforce\"", with: "phase: \"measure\"")
            .write(toFile: path, atomically: true, encoding: .utf8)
        let applied = try ToriiProcess.run([
            "policy", "apply", "--policies", server.policies, "--data", server.data, "--reason", "measure first",
            "--yes", "--json",
        ])
        #expect(applied.status == 0)
        #expect(applied.output == "{\"outcome\":\"applied\",\"revision\":2}\n")
        let second = try await server.upload(picture + [0], to: url, key: key).get()
        #expect(second.headers.first { $0.name == "torii-policy-revision" }?.value == "2")
        let again = try ToriiProcess.run([
            "policy", "apply", "--policies", server.policies, "--data", server.data, "--reason", "again", "--yes",
            "--json",
        ])
        #expect(again.output == "{\"outcome\":\"unchanged\",\"revision\":2}\n")
        let shown = try ToriiProcess.run(["policy", "show", "--data", server.data, "--profile", "ios"])
        #expect(shown.output.contains("phase: \"measure\""))
        #expect(process.terminate() == 0)
    }

    @Test(.timeLimit(.minutes(3)))
    func revokedKeysAreRefusedAtOnce() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let (process, url) = try await server.start()
        let key = try server.makeKey()
        let picture = try SharpPicture.jpeg(seed: 7)
        #expect(try await server.upload(picture, to: url, key: key).get().status == 200)
        let listed = try ToriiProcess.run(["keys", "list", "--data", server.data, "--json"])
        let id = DocumentReader.read(Array(listed.output.utf8), file: "keys", dialect: .json).root?["id"]?.string
        #expect(!listed.output.contains(key))
        #expect(try ToriiProcess.run(["keys", "revoke", try #require(id), "--data", server.data]).status == 0)
        #expect(try await server.upload(picture, to: url, key: key).get().status == 401)
        #expect(process.terminate() == 0)
    }

    /// The client stays the same one: its retry with the new key finds the answer that the old key got.
    @Test(.timeLimit(.minutes(3)))
    func aRotatedKeyServesTheSameClient() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let (process, url) = try await server.start()
        let old = try server.makeKey()
        let picture = try SharpPicture.jpeg(seed: 9)
        let first = try await server.upload(picture, to: url, key: old, idempotencyKey: "k").get()
        func rotate(_ overlap: String) throws -> String {
            let made = try ToriiProcess.run(
                ["keys", "rotate", "test", "--overlap", overlap, "--data", server.data, "--json"]
            )
            let root = DocumentReader.read(Array(made.output.utf8), file: "key", dialect: .json).root
            return try #require(root?["key"]?.string, "\(made.output)")
        }
        let second = try rotate("24h")
        for key in [old, second] {
            let answer = try await server.upload(picture, to: url, key: key, idempotencyKey: "k").get()
            #expect(answer.body == first.body)
        }
        let third = try rotate("0s")
        #expect(try await server.upload(picture, to: url, key: old).get().status == 401)
        #expect(try await server.upload(picture, to: url, key: second).get().status == 401)
        #expect(try await server.upload(picture, to: url, key: third, idempotencyKey: "k").get().body == first.body)
        #expect(process.terminate() == 0)
        // Written at the stop at the latest.
        let listed = try ToriiProcess.run(["keys", "list", "--data", server.data, "--json"]).output
        let lines = listed.split(separator: "\n").map { line in
            DocumentReader.read(Array(line.utf8), file: "keys", dialect: .json).root
        }
        #expect(lines.map { $0?["good"]?.bool } == [false, false, true])
        #expect(lines.allSatisfy { $0?["lastUsedAt"]?.string != nil })
        #expect(Set(lines.map { $0?["client"]?.string }).count == 1)
        let unknown = try ToriiProcess.run(["keys", "rotate", "nobody", "--data", server.data])
        #expect(unknown.status != 0)
    }

    /// SIGTERM while the cloud is slow: the upload in flight is answered, settled and recorded before the server ends.
    @Test(.timeLimit(.minutes(3)))
    func drainsOnSIGTERM() async throws {
        let server = try await TestServer(script: "{ rules: [ { match: {}, action: { delay: \"1500ms\" } } ] }")
        defer { server.end() }
        let (process, url) = try await server.start()
        let key = try server.makeKey()
        let picture = try SharpPicture.jpeg(seed: 8)
        async let answer = server.upload(picture, to: url, key: key)
        while try await server.json("\(server.emulatorURL)/emulator/log")["attempts"]?.array?.isEmpty ?? true {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(process.terminate() == 0)
        let response = try await answer.get()
        #expect(response.status == 200)
        let verified = try ToriiProcess.run(["ledger", "verify", "--data", server.data, "--json"])
        let root = DocumentReader.read(Array(verified.output.utf8), file: "verify", dialect: .json).root
        #expect(root?["ties"]?.bool == true)
        #expect(root?["decisions"]?.integer == 1)
        #expect(root?["heldNanoUSD"]?.integer == 0)
    }

    @Test(.timeLimit(.minutes(3)))
    func reportsAndMetricsAgree() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let (process, url) = try await server.start()
        let key = try server.makeKey()
        for seed in 10..<16 {
            let profile = seed.isMultiple(of: 2) ? "ios" : "android"
            let response = try await server.upload(
                try SharpPicture.jpeg(seed: UInt64(seed)),
                to: url,
                key: key,
                profile: profile
            ).get()
            #expect(response.status == 200)
        }
        let report = try ToriiProcess.run(["report", "economics", "--data", server.data, "--format", "json"])
        let root = try #require(DocumentReader.read(Array(report.output.utf8), file: "report", dialect: .json).root)
        let cost = try #require(root["totals"]?["costNanoUSD"]?.integer)
        #expect(cost > 0)
        #expect(root["emulated"]?.bool == true)
        let request = HTTPClient.Request(method: "GET", url: "\(url)/metrics")
        let metrics = try await server.http.response(to: request, deadline: .now + .seconds(20)).get()
        let total = String(decoding: metrics.body, as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("torii_cost_usd_total{") }
            .compactMap { $0.split(separator: " ").last.flatMap { Decimal(string: String($0)) } }
            .reduce(Decimal(0), +)
        #expect(total * 1_000_000_000 == Decimal(cost))
        #expect(process.terminate() == 0)
    }
}
