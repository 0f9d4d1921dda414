import Documents
import Emulator
import Platform
import Testing

/// What real answers did to real clients, as far as no other suite has it.
@Suite(.timeLimit(.minutes(3))) struct EmulatorTrapsTests {
    private func answer(
        _ action: String = "{}",
        model: String = "gemini-3.5-flash-lite",
        config: [JSON.Member] = [.init("maxOutputTokens", 512)]
    ) async throws -> DocumentNode {
        let fixture = try EmulatorFixture(script: "{rules:[{action:\(action)}]}")
        let body = Requests.classification(try Pictures.meadow(), config: config)
        let answer = try await fixture.generate(body, model: model)
        #expect(answer.status == 200, "\(answer.text)")
        await fixture.stop()
        return try answer.node
    }

    private func text(_ node: DocumentNode) -> String {
        let parts = node["candidates"]?.array?.first?["content"]?["parts"]?.array ?? []
        return parts.compactMap { $0["text"]?.string }.joined()
    }

    @Test func thinksAboutAGreetingWhereTheFamilyThinksUnasked() async throws {
        let fixture = try EmulatorFixture()
        let body = Array(#"{"contents":[{"parts":[{"text":"hi"}]}]}"#.utf8)
        let usage = try #require(try await fixture.generate(body, model: "gemini-3.5-flash").node["usageMetadata"])
        let thoughts = try #require(usage["thoughtsTokenCount"]?.integer)
        let rest = (usage["promptTokenCount"]?.integer ?? 0) + (usage["candidatesTokenCount"]?.integer ?? 0)
        #expect(thoughts > 100 && usage["totalTokenCount"]?.integer == rest + thoughts)
        await fixture.stop()
    }

    @Test(arguments: [
        "gemini-2.5-flash-lite", "gemini-2.5-pro", "gemini-3.1-flash-lite", "gemini-3.5-flash-lite", "gemini-3.5-flash",
        "gemini-3.8-flash", "gemini-4-hydrogen",
    ])
    func addsUpToItsTotal(model: String) async throws {
        for config in [[], [JSON.Member("maxOutputTokens", 20)], [.init("mediaResolution", "MEDIA_RESOLUTION_LOW")]] {
            let usage = try #require(try await answer(model: model, config: config)["usageMetadata"])
            let parts = ["promptTokenCount", "candidatesTokenCount", "thoughtsTokenCount"]
            let sum = parts.reduce(0) { $0 + (usage[$1]?.integer ?? 0) }
            #expect(usage["totalTokenCount"]?.integer == sum)
            let details = usage["promptTokensDetails"]?.array?.compactMap { $0["tokenCount"]?.integer } ?? []
            #expect(details.reduce(0, +) == usage["promptTokenCount"]?.integer)
        }
    }

    @Test func reportsATotalThatDoesNotAddUp() async throws {
        let sound = try await answer()["usageMetadata"]?["totalTokenCount"]?.integer
        let wrong = try await answer(#"{usage:"wrongTotal"}"#)["usageMetadata"]?["totalTokenCount"]?.integer
        #expect(sound != nil && wrong == sound.map { $0 + 7 })
    }

    @Test func leavesTheCountOutOfADetail() async throws {
        let usage = try await answer(#"{usage:"bareDetails"}"#)["usageMetadata"]
        let last = try #require(usage?["promptTokensDetails"]?.array?.last)
        #expect(last.object?.map(\.key) == ["modality"])
    }

    @Test func repeatsADigitUntilTheLimit() async throws {
        let node = try await answer(#"{malformed:"digits"}"#, config: [.init("maxOutputTokens", 300)])
        #expect(text(node) == "{\"confidence\": 0." + String(repeating: "3", count: 1_200 - 17))
        #expect(node["candidates"]?.array?.first?["finishReason"]?.string == "MAX_TOKENS")
        #expect(node["usageMetadata"]?["candidatesTokenCount"]?.integer == 300)
    }

    @Test func recitesWithoutSayingWhereItEnds() async throws {
        let candidate = try #require(try await answer(#"{finish:"RECITATION"}"#)["candidates"]?.array?.first)
        #expect(candidate["content"]?["parts"]?.array?.isEmpty == true)
        let source = try #require(candidate["citationMetadata"]?["citationSources"]?.array?.first)
        #expect(source["uri"] != nil && source["startIndex"] != nil && source["endIndex"] == nil)
    }

    @Test func finishesForAReasonNobodyKnows() async throws {
        let candidate = try #require(try await answer(#"{finish:"TIRED"}"#)["candidates"]?.array?.first)
        #expect(candidate["finishReason"]?.string == "TIRED" && candidate["content"] == nil)
    }

    @Test func countsTheSchemaAsInput() async throws {
        let fixture = try EmulatorFixture()
        let picture = try Pictures.meadow()
        let with = try await fixture.generate(Requests.classification(picture)).node["usageMetadata"]
        let without = try await fixture.generate(Requests.classification(picture, schema: nil)).node["usageMetadata"]
        let added = (with?["promptTokenCount"]?.integer ?? 0) - (without?["promptTokenCount"]?.integer ?? 0)
        #expect(added == Int64(Requests.schema.encoded().count + 3) / 4)
        await fixture.stop()
    }

    @Test(arguments: ["v1", "v1beta", "v1alpha", "gateway/gem/v1beta"])
    func takesInstructionAndSchemaInEveryVersion(version: String) async throws {
        let fixture = try EmulatorFixture()
        let path = "/\(version)/models/gemini-3.5-flash-lite:generateContent"
        let body = Requests.classification(try Pictures.meadow())
        #expect(try await fixture.exchange("POST", path, body: body).get().status == 200)
        await fixture.stop()
    }

    @Test(arguments: [
        #"{"type":"STRING","enum":["city","sea"]}"#, #"{"type":"STRING","enum":["city","sea"],"nullable":true}"#,
        #"{"type":"STRING","enum":["city","sea","none"]}"#,
        #"{"anyOf":[{"type":"STRING","enum":["city","sea"]},{"type":"NULL"}]}"#,
    ])
    func takesEveryFormOfAValueThatMayBeMissing(property: String) async throws {
        let fixture = try EmulatorFixture()
        let body =
            #"{"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"responseMimeType":"application/json","#
            + #""responseSchema":{"type":"OBJECT","properties":{"first":{"type":"STRING"},"second":\#(property)},"#
            + #""required":["first"]}}}"#
        let answer = try await fixture.generate(Array(body.utf8))
        let label = try Requests.node(try answer.output)
        #expect(label["first"]?.string != nil)
        if let second = label["second"], !second.isNull {
            #expect(["city", "sea", "none"].contains(second.string))
        }
        await fixture.stop()
    }

    @Test func takesNoModelForItsLongerNamesake() async throws {
        // Both share a beginning: one thinks unasked, the other does not.
        let lite = try await answer(model: "gemini-3.5-flash-lite")
        let full = try await answer(model: "gemini-3.5-flash")
        #expect(lite["modelVersion"]?.string == "gemini-3.5-flash-lite")
        #expect(full["modelVersion"]?.string == "gemini-3.5-flash")
        #expect(lite["usageMetadata"]?["thoughtsTokenCount"] == nil)
        #expect(full["usageMetadata"]?["thoughtsTokenCount"] != nil)
    }

    @Test func overloadsAShareOfCallsByTheSeed() async throws {
        let script = "{seed:7,rules:[{match:{probability:0.3},action:{status:503}}]}"
        var runs: [[Int]] = []
        for _ in 0..<2 {
            let fixture = try EmulatorFixture(script: script)
            var statuses: [Int] = []
            for number in 0..<40 {
                statuses.append(
                    try await fixture.generate(Requests.classification(try Pictures.numbered(number))).status
                )
            }
            runs.append(statuses)
            await fixture.stop()
        }
        #expect(runs[0] == runs[1])
        #expect((4...22).contains(runs[0].count { $0 == 503 }))
    }
}
