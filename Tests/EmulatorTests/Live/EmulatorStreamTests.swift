import Documents
import Emulator
import Platform
import Testing

@Suite(.timeLimit(.minutes(3))) struct EmulatorStreamTests {
    private func body() throws -> [UInt8] { Requests.classification(try Pictures.meadow()) }

    private func text(_ pieces: [DocumentNode]) -> String {
        pieces.compactMap { $0["candidates"]?.array?.first?["content"]?["parts"]?.array }
            .joined().compactMap { $0["text"]?.string }.joined()
    }

    private func reasons(_ pieces: [DocumentNode]) -> [String?] {
        pieces.map { $0["candidates"]?.array?.first?["finishReason"]?.string }
    }

    @Test func streamsWhatOneAnswerHolds() async throws {
        let fixture = try EmulatorFixture()
        let whole = try await fixture.generate(try body())
        let stream = try await fixture.stream(try body())
        #expect(stream.status == 200 && stream.header("content-type") == "text/event-stream")
        let pieces = try stream.events
        #expect(pieces.count > 2)
        #expect(text(pieces) == (try whole.output))
        #expect(reasons(pieces) == Array(repeating: nil, count: pieces.count - 1) + ["STOP"])
        let counts = pieces.map { $0["usageMetadata"]?["candidatesTokenCount"]?.integer ?? 0 }
        #expect(counts == counts.sorted() && counts[0] > 0 && counts[0] < counts[counts.count - 1])
        let last = pieces.last?["usageMetadata"].map { JSON($0) }
        #expect(last == (try whole.node["usageMetadata"]).map { JSON($0) })
        #expect(Set(pieces.map { $0["responseId"]?.string }).count == 1)
        #expect(fixture.emulator.attempts.map(\.outcome) == ["ok", "ok"])
        await fixture.stop()
    }

    @Test func streamsAnArrayWhereNoEventsAreAskedFor() async throws {
        let fixture = try EmulatorFixture()
        let events = try await fixture.stream(try body()).events
        let array = try await fixture.stream(try body(), sse: false)
        #expect(array.header("content-type") == "application/json; charset=UTF-8")
        let pieces = try #require(try array.node.array)
        #expect(pieces.count == events.count && text(pieces) == text(events))
        await fixture.stop()
    }

    @Test func refusesInTheFormThatWasAskedFor() async throws {
        let fixture = try EmulatorFixture()
        let events = try await fixture.stream([], model: "gemini-9")
        #expect(events.status == 404)
        #expect(try events.node["error"]?["status"]?.string == "NOT_FOUND")
        let array = try await fixture.stream([], model: "gemini-9", sse: false)
        #expect(array.status == 404)
        #expect(try array.node.array?.first?["error"]?["status"]?.string == "NOT_FOUND")
        await fixture.stop()
    }

    @Test func breaksOffWithABareErrorAfterGoodPieces() async throws {
        let fixture = try EmulatorFixture(script: "{rules:[{action:{status:503,afterPieces:2}}]}")
        let stream = try await fixture.stream(try body())
        #expect(stream.status == 200)
        let parts = stream.text.components(separatedBy: "\r\n\r\n")
        #expect(parts.count == 3 && parts[0].hasPrefix("data: ") && parts[1].hasPrefix("data: "))
        // Not an event: the error stands by itself.
        #expect(try Requests.node(parts[2])["error"]?["code"]?.integer == 503)
        let array = try #require(try await fixture.stream(try body(), sse: false).node.array)
        #expect(array.count == 3 && array[2]["error"]?["status"]?.string == "UNAVAILABLE")
        // An answer in one piece has no middle.
        #expect(try await fixture.generate(try body()).status == 503)
        #expect(fixture.emulator.attempts.map(\.outcome) == ["broken_503", "broken_503", "status_503"])
        await fixture.stop()
    }

    @Test func cutsAStreamInTheMiddle() async throws {
        let fixture = try EmulatorFixture(script: #"{rules:[{action:{cut:"midAnswer"}}]}"#)
        let path = "/v1/models/gemini-3.5-flash-lite:streamGenerateContent?alt=sse"
        switch await fixture.exchange("POST", path, body: try body()) {
        case .success(let answer): Issue.record("\(answer.status)")
        case .failure(let failure): #expect(failure.kind == .cut)
        }
        await fixture.stop()
    }

    @Test func sendsAPieceOfUsageAlone() async throws {
        let fixture = try EmulatorFixture()
        let pieces = try await fixture.stream(try body(), model: "gemini-3.1-flash-lite").events
        let bare = pieces.filter { $0["candidates"] == nil }
        #expect(bare.count == 1 && bare[0]["usageMetadata"]?["totalTokenCount"] != nil)
        #expect(reasons(pieces).last == "STOP")
        await fixture.stop()
    }

    @Test func streamsABlockAndAnEmptyAnswerInOnePiece() async throws {
        let script = #"{rules:[{match:{nth:1},action:{block:"OTHER"}},{action:{finish:"RECITATION"}}]}"#
        let fixture = try EmulatorFixture(script: script)
        let block = try await fixture.stream(try body()).events
        #expect(block.count == 1 && block[0]["promptFeedback"]?["blockReason"]?.string == "OTHER")
        let recited = try await fixture.stream(try body()).events
        #expect(reasons(recited) == ["RECITATION"])
        await fixture.stop()
    }

    @Test func tellsItsThoughtsWhereAskedTo() async throws {
        let fixture = try EmulatorFixture()
        let body = Requests.classification(
            try Pictures.meadow(),
            config: [.init("thinkingConfig", .object([.init("thinkingLevel", "LOW"), .init("includeThoughts", true)]))]
        )
        let pieces = try await fixture.stream(body).events
        let parts = pieces.compactMap { $0["candidates"]?.array?.first?["content"]?["parts"]?.array }.joined()
        #expect(parts.first?["thought"]?.bool == true)
        let answer = parts.filter { $0["thought"] == nil }
        #expect(try Requests.node(answer.compactMap { $0["text"]?.string }.joined()).object?.isEmpty == false)
        #expect(answer.last?["thoughtSignature"]?.string?.isEmpty == false)
        #expect(answer.dropLast().allSatisfy { $0["thoughtSignature"] == nil })
        await fixture.stop()
    }

    /// The rest of a stream waits until it is released: so that a test sees what came before its end.
    @Test(arguments: [true, false]) func holdsAStreamAfterItsFirstPieces(sse: Bool) async throws {
        let fixture = try EmulatorFixture(script: "{rules:[{action:{holdAfter:2}}]}")
        let request = HTTPClient.Request(
            method: "POST",
            url: fixture.emulator.baseURL + "/v1beta/models/gemini-3.5-flash-lite:streamGenerateContent"
                + (sse ? "?alt=sse" : ""),
            headers: [(name: "x-goog-api-key", value: "k")],
            body: try body()
        )
        let stream = try await fixture.http.stream(of: request, deadline: .now + .seconds(100)).get()
        var text = ""
        for try await piece in stream.body {
            text += String(decoding: piece, as: UTF8.self)
            if text.components(separatedBy: "modelVersion").count == 3 {
                while fixture.emulator.held == 0 { await Task.yield() }
                #expect(!text.contains("STOP"))
                fixture.emulator.release()
            }
        }
        #expect(text.contains("STOP"))
        await fixture.stop()
    }

    @Test func keepsEveryPieceForASlowReader() async throws {
        let fixture = try EmulatorFixture(script: #"{rules:[{action:{malformed:"loop"}}]}"#)
        let body = Requests.classification(try Pictures.meadow(), config: [.init("maxOutputTokens", 8_000)])
        let pieces = try await fixture.stream(body).events
        #expect(pieces.count == (8_000 * 4 + 47) / 48)
        #expect(text(pieces).utf8.count == 32_000)
        #expect(reasons(pieces).last == "MAX_TOKENS")
        await fixture.stop()
    }
}
