import Documents
import Emulator
import Foundation
import Platform
import Testing

@Suite(.timeLimit(.minutes(3))) struct EmulatorBatchTests {
    private func state(_ node: DocumentNode) -> String? { node["metadata"]?["state"]?.string }

    private func responses(_ node: DocumentNode) -> [DocumentNode] {
        node["metadata"]?["output"]?["inlinedResponses"]?["inlinedResponses"]?.array ?? []
    }

    @Test func goesFromPendingOverRunningToItsAnswers() async throws {
        let fixture = try EmulatorFixture(script: "{batches:{polls:2}}")
        let made = try await fixture.createBatch([
            EmulatorFixture.inlined("r1"), EmulatorFixture.inlined("r2", text: "abcd"),
        ])
        #expect(state(made) == "BATCH_STATE_PENDING" && made["done"] == nil)
        #expect(made["name"]?.string?.hasPrefix("batches/") == true)
        #expect(made["metadata"]?["model"]?.string == "models/gemini-3.5-flash-lite")
        #expect(made["metadata"]?["displayName"]?.string == "d")
        // Counts of 64 bits are texts.
        #expect(made["metadata"]?["batchStats"]?["requestCount"]?.string == "2")
        #expect(made["metadata"]?["batchStats"]?["pendingRequestCount"]?.string == "2")
        #expect(fixture.emulator.received == 0)
        #expect(state(try await fixture.batch(made)) == "BATCH_STATE_RUNNING")
        let done = try await fixture.batch(made)
        #expect(state(done) == "BATCH_STATE_SUCCEEDED" && done["done"]?.bool == true)
        #expect(responses(done).map { $0["metadata"]?["key"]?.string } == ["r1", "r2"])
        let usage = responses(done).map { $0["response"]?["usageMetadata"]?["promptTokenCount"]?.integer }
        #expect(usage == [2, 1])
        let output = done["response"]?["inlinedResponses"].map { JSON($0) }
        #expect(output == done["metadata"]?["output"]?["inlinedResponses"].map { JSON($0) })
        #expect(done["metadata"]?["batchStats"]?["successfulRequestCount"]?.string == "2")
        #expect(done["metadata"]?["batchStats"]?["pendingRequestCount"] == nil)
        // Looked at again it is the same, and nothing is worked out twice.
        #expect(JSON(try await fixture.batch(made)) == JSON(done))
        #expect(fixture.emulator.received == 2)
        await fixture.stop()
    }

    @Test func costsHalf() async throws {
        let path = NSTemporaryDirectory() + "torii-batch-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let fixture = try EmulatorFixture { $0.journal = path }
        _ = try await fixture.batch(try await fixture.createBatch([EmulatorFixture.inlined("r1")]))
        _ = try await fixture.generate(Array(#"{"contents":[{"parts":[{"text":"12345678"}]}]}"#.utf8))
        let text = String(decoding: try FileContent.read(path), as: UTF8.self)
        let bills = try text.split(separator: "\n").map { try Requests.node(String($0))["nanoUSD"]?.integer ?? 0 }
        #expect(bills.count == 2 && bills[0] > 0 && bills[0] * 2 == bills[1])
        await fixture.stop()
    }

    @Test func failsSingleRequests() async throws {
        let fixture = try EmulatorFixture(script: "{batches:{failing:[2]}}")
        let made = try await fixture.createBatch([
            EmulatorFixture.inlined("good"), EmulatorFixture.inlined("unlucky"),
            EmulatorFixture.inlined("bad", config: #"{"foo":1}"#),
        ])
        let done = try await fixture.batch(made)
        #expect(state(done) == "BATCH_STATE_SUCCEEDED")
        #expect(responses(done).map { $0["error"]?["code"]?.integer } == [nil, 13, 3])
        #expect(responses(done)[2]["error"]?["message"]?.string?.contains(#"Unknown name "foo""#) == true)
        #expect(responses(done).map { $0["metadata"]?["key"]?.string } == ["good", "unlucky", "bad"])
        #expect(done["metadata"]?["batchStats"]?["failedRequestCount"]?.string == "2")
        await fixture.stop()
    }

    @Test(arguments: [
        ("expired", "BATCH_STATE_EXPIRED", 4), ("failed", "BATCH_STATE_FAILED", 13),
    ])
    func endsWithoutAnswers(end: String, word: String, code: Int64) async throws {
        let fixture = try EmulatorFixture(script: #"{batches:{end:"\#(end)"}}"#)
        let done = try await fixture.batch(try await fixture.createBatch([EmulatorFixture.inlined("r1")]))
        #expect(state(done) == word && done["done"]?.bool == true)
        #expect(done["error"]?["code"]?.integer == code && responses(done).isEmpty)
        #expect(fixture.emulator.received == 0)
        await fixture.stop()
    }

    @Test func staysPendingForEver() async throws {
        let fixture = try EmulatorFixture(script: #"{batches:{polls:0,end:"stuck"}}"#)
        let made = try await fixture.createBatch([EmulatorFixture.inlined("r1")])
        for _ in 0..<5 { #expect(state(try await fixture.batch(made)) == "BATCH_STATE_PENDING") }
        await fixture.stop()
    }

    @Test func listsCancelsAndDeletes() async throws {
        let fixture = try EmulatorFixture(script: "{batches:{polls:9}}")
        #expect(try await fixture.get("/v1beta/batches").node["operations"] == nil)
        var made: [DocumentNode] = []
        for number in 0..<3 {
            made.append(try await fixture.createBatch([EmulatorFixture.inlined("r")], name: "b\(number)"))
        }
        let first = try await fixture.get("/v1beta/batches?pageSize=2").node
        #expect(first["operations"]?.array?.map { $0["metadata"]?["displayName"]?.string } == ["b0", "b1"])
        let token = try #require(first["nextPageToken"]?.string)
        let second = try await fixture.get("/v1beta/batches?pageSize=2&pageToken=\(token)").node
        #expect(second["operations"]?.array?.count == 1 && second["nextPageToken"] == nil)

        let path = "/v1beta/\(made[1]["name"]?.string ?? "")"
        #expect(try await fixture.exchange("POST", path + ":cancel").get().status == 200)
        let cancelled = try await fixture.batch(made[1])
        #expect(state(cancelled) == "BATCH_STATE_CANCELLED" && cancelled["error"]?["code"]?.integer == 1)
        #expect(try await fixture.exchange("DELETE", path).get().status == 200)
        #expect(try await fixture.get(path).status == 404)
        for method in ["DELETE", "GET"] { #expect(try await fixture.exchange(method, path).get().status == 404) }
        #expect(try await fixture.exchange("POST", path + ":cancel").get().status == 404)
        await fixture.stop()
    }

    @Test(arguments: [
        #"{"batch":{"inputConfig":{"requests":{"requests":[]}}}}"#, #"{"batch":{"inputConfig":{}}}"#, #"{"batch":{}}"#,
        #"{"batch":{"inputConfig":{"requests":{"requests":[{"metadata":{}}]}}}}"#, "{}",
        #"{"batch":{"foo":1,"inputConfig":{"requests":{"requests":[{"request":{}}]}}}}"#,
        #"{"batch":{"inputConfig":{"fileName":"files/x","requests":{"requests":[{"request":{}}]}}}}"#,
    ])
    func refusesWhatIsNoBatch(body: String) async throws {
        let fixture = try EmulatorFixture()
        let path = EmulatorFixture.model + ":batchGenerateContent"
        #expect(try await fixture.exchange("POST", path, body: Array(body.utf8)).get().status == 400)
        await fixture.stop()
    }

    @Test func answersAFileWithAFile() async throws {
        let fixture = try EmulatorFixture()
        let lines = ["a", "b"].map { key in
            #"{"key":"\#(key)","request":{"contents":[{"parts":[{"text":"12345678"}]}]}}"# + "\n"
        }
        let bytes = Array(lines.joined().utf8)
        let name = try await fixture.upload([Array(bytes.prefix(50)), Array(bytes.dropFirst(50))])
        let body = #"{"batch":{"input_config":{"file_name":"\#(name)"}}}"#
        let path = EmulatorFixture.model + ":batchGenerateContent"
        let made = try await fixture.exchange("POST", path, body: Array(body.utf8)).get().node
        let done = try await fixture.batch(made)
        let file = try #require(done["metadata"]?["output"]?["responsesFile"]?.string)
        #expect(done["response"]?["responsesFile"]?.string == file)
        let answers = try await fixture.get("/v1beta/\(file):download?alt=media")
        #expect(answers.header("content-type") == "application/jsonl")
        let nodes = try answers.text.split(separator: "\n").map { try Requests.node(String($0)) }
        #expect(nodes.map { $0["key"]?.string } == ["a", "b"])
        #expect(nodes.allSatisfy { $0["response"]?["candidates"] != nil })
        await fixture.stop()
    }
}
