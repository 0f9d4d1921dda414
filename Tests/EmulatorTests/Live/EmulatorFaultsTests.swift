import Documents
import Emulator
import Platform
import Testing

@Suite(.timeLimit(.minutes(3))) struct EmulatorFaultsTests {
    private func fixture(_ action: String) throws -> EmulatorFixture {
        try EmulatorFixture(script: "{rules:[{action:\(action)}]}")
    }

    private func body() throws -> [UInt8] { Requests.classification(try Pictures.meadow()) }

    @Test(arguments: [
        (400, "INVALID_ARGUMENT"), (401, "UNAUTHENTICATED"), (402, "RESOURCE_EXHAUSTED"), (403, "PERMISSION_DENIED"),
        (404, "NOT_FOUND"), (429, "RESOURCE_EXHAUSTED"), (500, "INTERNAL"), (503, "UNAVAILABLE"),
        (504, "DEADLINE_EXCEEDED"),
    ])
    func failsAsScripted(status: Int, name: String) async throws {
        let fixture = try fixture("{status:\(status)}")
        let answer = try await fixture.generate(try body())
        #expect(answer.status == status)
        #expect(try answer.node["error"]?["code"]?.integer == Int64(status))
        #expect(try answer.node["error"]?["status"]?.string == name)
        #expect(answer.header("torii-emulator") == "1" && answer.header("retry-after") == nil)
        #expect(fixture.emulator.attempts.map(\.outcome) == ["status_\(status)"])
        await fixture.stop()
    }

    @Test func failsAsAProxyWouldWith502() async throws {
        let fixture = try fixture("{status:502}")
        let answer = try await fixture.generate(try body())
        #expect(answer.status == 502 && answer.header("content-type") == "text/html; charset=UTF-8")
        #expect(answer.text.hasPrefix("<!DOCTYPE html>"))
        await fixture.stop()
    }

    @Test(
        arguments: [
            (#"{status:429}"#, "GenerateRequestsPerMinutePerProjectPerModel", "1.934310785s"),
            (#"{status:429,retryDelay:"58s"}"#, "GenerateRequestsPerMinutePerProjectPerModel", "58s"),
            (#"{status:429,quota:"day"}"#, "GenerateRequestsPerDayPerProjectPerModel", nil),
            (#"{status:429,quota:"day",retryDelay:"500ms"}"#, "GenerateRequestsPerDayPerProjectPerModel", "0.5s"),
            (#"{status:429,quota:"spend"}"#, nil, nil),
            (#"{status:429,quota:"bare"}"#, nil, nil),
        ] as [(String, String?, String?)]
    )
    func tellsQuotasApart(action: String, quota: String?, delay: String?) async throws {
        let fixture = try fixture(action)
        let error = try #require(try await fixture.generate(try body()).node["error"])
        let details = error["details"]?.array ?? []
        func detail(_ type: String) -> DocumentNode? {
            details.first { $0["@type"]?.string == "type.googleapis.com/google.rpc.\(type)" }
        }
        #expect(detail("QuotaFailure")?["violations"]?.array?.first?["quotaId"]?.string == quota)
        #expect(detail("RetryInfo")?["retryDelay"]?.string == delay)
        #expect(error["message"]?.string?.contains("spend") == action.contains("spend"))
        await fixture.stop()
    }

    @Test(arguments: ["beforeAnswer", "midAnswer"]) func cutsTheConnection(kind: String) async throws {
        let fixture = try EmulatorFixture(script: #"{rules:[{match:{nth:2},action:{cut:"\#(kind)"}}]}"#)
        let path = "/v1/models/gemini-3.5-flash-lite:generateContent"
        // The second call goes over the connection of the first, where a client may be tempted to repeat it unasked.
        #expect(try await fixture.exchange("POST", path, body: try body()).get().status == 200)
        switch await fixture.exchange("POST", path, body: try body()) {
        case .success(let answer): Issue.record("\(answer.status)")
        case .failure(let failure): #expect(failure.dispatched && failure.kind == .cut, "\(failure)")
        }
        #expect(fixture.emulator.attempts.map(\.outcome) == ["ok", "cut_\(kind)"])
        #expect(try await fixture.exchange("POST", path, body: try body()).get().status == 200)
        await fixture.stop()
    }

    @Test func breaksTheTextAsScripted() async throws {
        let sound = try await output("{}")
        let label = try Requests.node(Array(sound.utf8))
        #expect(try await output(#"{malformed:"fences"}"#) == "```json\n\(sound)\n```")
        #expect(try await output(#"{malformed:"trailing"}"#).hasPrefix(sound + "\n"))
        let truncated = try await output(#"{malformed:"truncated"}"#)
        #expect(sound.hasPrefix(truncated) && truncated.count == sound.count * 2 / 3)
        let strange = try Requests.node(Array(try await output(#"{malformed:"outOfSet"}"#).utf8))
        #expect(strange["primaryCategory"]?.string == "not_in_the_set")
        #expect(strange["mood"]?.string == label["mood"]?.string)
    }

    @Test func splitsTheTextOverParts() async throws {
        let fixture = try fixture(#"{malformed:"split"}"#)
        let answer = try await fixture.generate(try body())
        let parts = try answer.node["candidates"]?.array?.first?["content"]?["parts"]?.array
        #expect(parts?.count == 2)
        #expect(try answer.output == (try await output("{}")))
        await fixture.stop()
    }

    private func output(_ action: String) async throws -> String {
        let fixture = try fixture(action)
        let answer = try await fixture.generate(try body())
        #expect(answer.status == 200)
        await fixture.stop()
        return try answer.output
    }

    @Test func blocksAndRefuses() async throws {
        let blocked = try await node(#"{block:"PROHIBITED_CONTENT"}"#)
        #expect(blocked["promptFeedback"]?["blockReason"]?.string == "PROHIBITED_CONTENT")
        #expect(blocked["candidates"] == nil)
        let usage = try #require(blocked["usageMetadata"])
        #expect(usage["promptTokenCount"]?.integer == usage["totalTokenCount"]?.integer)
        let unsafe = try #require(try await node(#"{finish:"SAFETY"}"#)["candidates"]?.array?.first)
        #expect(unsafe["finishReason"]?.string == "SAFETY" && unsafe["content"] == nil)
        #expect(unsafe["safetyRatings"]?.array?.first?["blocked"]?.bool == true)
        let recited = try #require(try await node(#"{finish:"RECITATION"}"#)["candidates"]?.array?.first)
        #expect(recited["finishReason"]?.string == "RECITATION" && recited["safetyRatings"] == nil)
    }

    @Test func answersNothingInEveryWay() async throws {
        let eaten = try await node("{thinkEatsBudget:true}")
        let candidate = try #require(eaten["candidates"]?.array?.first)
        #expect(candidate["finishReason"]?.string == "MAX_TOKENS" && candidate["content"] == nil)
        #expect(eaten["usageMetadata"]?["thoughtsTokenCount"]?.integer == 509)
        #expect(eaten["usageMetadata"]?["candidatesTokenCount"] == nil)
        let bare = try #require(try await node(#"{empty:"noParts"}"#)["candidates"]?.array?.first?["content"])
        #expect(bare.object?.map(\.key) == ["role"])
        let blank = try await node(#"{empty:"noText"}"#)["candidates"]?.array?.first?["content"]?["parts"]?.array
        #expect(blank?.map { $0["text"]?.string } == [""])
    }

    @Test func hidesUsageAndRenamesTheModel() async throws {
        let node = try await node(#"{hideUsage:true,modelVersion:"gemini-3.5-flash-lite-001"}"#)
        #expect(node["usageMetadata"] == nil)
        #expect(node["modelVersion"]?.string == "gemini-3.5-flash-lite-001")
    }

    private func node(_ action: String) async throws -> DocumentNode {
        let fixture = try fixture(action)
        let answer = try await fixture.generate(try body())
        #expect(answer.status == 200)
        await fixture.stop()
        return try answer.node
    }

    @Test func delaysByTheClock() async throws {
        let fixture = try fixture(#"{delay:"120ms"}"#)
        let start = ContinuousClock.now
        _ = try await fixture.generate(try body())
        #expect(ContinuousClock.now - start >= .milliseconds(120))
        await fixture.stop()
    }
}
