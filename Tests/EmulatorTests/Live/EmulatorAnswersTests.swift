import Documents
import Economics
import Emulator
import Platform
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3))) struct EmulatorAnswersTests {
    @Test func classifiesAPictureOverTheSocket() async throws {
        let fixture = try EmulatorFixture()
        let picture = try Pictures.meadow()
        let answer = try await fixture.generate(Requests.classification(picture))
        #expect(answer.status == 200)
        #expect(answer.header("torii-emulator") == "1")
        #expect(answer.header("content-type") == "application/json; charset=UTF-8")
        #expect(!answer.text.lowercased().contains("emulat"))
        let node = try answer.node
        #expect(node.object?.map(\.key) == ["candidates", "usageMetadata", "modelVersion", "responseId"])
        #expect(node["modelVersion"]?.string == "gemini-3.5-flash-lite")
        #expect(node["candidates"]?.array?.first?["finishReason"]?.string == "STOP")
        #expect(node["candidates"]?.array?.first?["index"] == nil)
        let label = try Requests.node(Array(try answer.output.utf8))
        #expect(label["primaryCategory"]?.string == "nature")
        let usage = try #require(node["usageMetadata"])
        // 24 + 21 bytes of prompt, a square picture at LOW, no thoughts.
        let schema = Requests.schema.encoded().count
        #expect(usage["promptTokenCount"]?.integer == Int64(12 + (schema + 3) / 4 + 256))
        #expect(usage["promptTokensDetails"]?.array?.last?["tokenCount"]?.integer == 256)
        #expect(usage["candidatesTokenCount"]?.integer == Int64(try answer.output.utf8.count + 3) / 4)
        #expect(usage["thoughtsTokenCount"] == nil)
        await fixture.stop()
    }

    @Test func givesOnePictureOneAnswerWhereverItComesFrom() async throws {
        let first = try EmulatorFixture()
        let second = try EmulatorFixture()
        for number in 0..<4 {
            let body = Requests.classification(try Pictures.numbered(number))
            let left = try await first.generate(body)
            let again = try await first.generate(body)
            let right = try await second.generate(body, model: "gemini-2.5-flash-lite")
            #expect(try left.output == again.output)
            #expect(try left.output == right.output)
            #expect(try left.node["responseId"] != again.node["responseId"])
        }
        await first.stop()
        await second.stop()
    }

    @Test func takesSnakeCaseAndBase64URL() async throws {
        let fixture = try EmulatorFixture()
        let picture = try Pictures.night()
        let camel = try await fixture.generate(Requests.classification(picture))
        let schema = String(decoding: Requests.schema.encoded(), as: UTF8.self)
            .replacing("maxItems", with: "max_items").replacing("minItems", with: "min_items")
            .replacing("propertyOrdering", with: "property_ordering")
        let body =
            #"{"system_instruction":{"parts":[{"text":"You label wallpapers."}],"role":"user"},"contents":[{"#
            + #""parts":[{"inline_data":{"mime_type":"image/jpeg","data":"\#(Encoding.base64URL(picture))"}},"#
            + #"{"text":"Classify this wallpaper."}]}],"generation_config":{"max_output_tokens":"512","#
            + #""media_resolution":"media_resolution_low","response_mime_type":"application/json","#
            + #""response_schema":\#(schema)}}"#
        let snake = try await fixture.generate(Array(body.utf8))
        #expect(snake.status == 200, "\(snake.text)")
        #expect(try snake.output == camel.output)
        #expect(try snake.node["usageMetadata"]?["totalTokenCount"] != nil)
        await fixture.stop()
    }

    @Test func answersUnderTheSuccessorsNameFromDecemberOn() async throws {
        let clock = ManualClock(.seconds(1_796_083_199))
        let fixture = try EmulatorFixture { $0.clock = clock.wallClock }
        let body = Requests.classification(
            try Pictures.meadow(),
            config: [.init("thinkingConfig", .object([.init("thinkingBudget", 0)]))]
        )
        let before = try await fixture.generate(body, model: "gemini-2.5-flash")
        #expect(try before.node["modelVersion"]?.string == "gemini-2.5-flash")
        clock.advance(seconds: 1)
        let after = try await fixture.generate(body, model: "gemini-2.5-flash")
        #expect(try after.node["modelVersion"]?.string == "gemini-3.5-flash-lite")
        let names = try await fixture.get("/v1/models").node["models"]?.array?.compactMap { $0["name"]?.string } ?? []
        #expect(names.contains("models/gemini-3.5-flash-lite") && !names.contains("models/gemini-2.5-flash"))
        await fixture.stop()
    }

    @Test func thinksWhereTheModelThinks() async throws {
        let fixture = try EmulatorFixture()
        func thoughts(_ model: String, _ thinking: [JSON.Member]?) async throws -> Int64? {
            var config: [JSON.Member] = []
            if let thinking { config.append(.init("thinkingConfig", .object(thinking))) }
            let body = Requests.classification(try Pictures.meadow(), config: config)
            return try await fixture.generate(body, model: model).node["usageMetadata"]?["thoughtsTokenCount"]?.integer
        }
        #expect(try await thoughts("gemini-3.5-flash-lite", nil) == nil)
        #expect(try await thoughts("gemini-3.5-flash", [.init("thinkingLevel", "MINIMAL")]) == nil)
        #expect(try await thoughts("gemini-2.5-flash-lite", [.init("thinkingBudget", 0)]) == nil)
        let most = try #require(try await thoughts("gemini-2.5-flash-lite", [.init("thinkingBudget", 512)]))
        #expect((180...300).contains(most))
        let low = try #require(try await thoughts("gemini-3.8-flash", [.init("thinkingLevel", "LOW")]))
        let high = try #require(try await thoughts("gemini-3.8-flash", [.init("thinkingLevel", "HIGH")]))
        #expect((60...100).contains(low) && (450...750).contains(high))
        await fixture.stop()
    }

    @Test func cutsWhatExceedsTheTokenLimit() async throws {
        let fixture = try EmulatorFixture()
        let short = Requests.classification(try Pictures.meadow(), config: [.init("maxOutputTokens", 10)])
        let cut = try await fixture.generate(short)
        #expect(try cut.node["candidates"]?.array?.first?["finishReason"]?.string == "MAX_TOKENS")
        #expect(try cut.output.utf8.count == 40)
        #expect(try cut.node["usageMetadata"]?["candidatesTokenCount"]?.integer == 10)
        let thought = try await fixture.generate(short, model: "gemini-3.8-flash")
        let candidate = try #require(try thought.node["candidates"]?.array?.first)
        #expect(candidate["content"] == nil && candidate["finishReason"]?.string == "MAX_TOKENS")
        #expect(try thought.node["usageMetadata"]?["thoughtsTokenCount"]?.integer == 10)
        #expect(try thought.node["usageMetadata"]?["candidatesTokenCount"] == nil)
        await fixture.stop()
    }

    @Test func answersWithoutASchemaToo() async throws {
        let fixture = try EmulatorFixture()
        let plain = try await fixture.generate(Requests.classification(try Pictures.night(), schema: nil))
        #expect(try plain.output.hasPrefix("A dark "))
        let json = try await fixture.generate(
            Requests.classification(
                try Pictures.night(),
                schema: nil,
                config: [.init("responseMimeType", "application/json")]
            )
        )
        #expect(try Requests.node(Array(try json.output.utf8))["description"]?.string?.hasPrefix("A dark ") == true)
        let text = try await fixture.generate(Array(#"{"contents":[{"parts":[{"text":"hello"}]}]}"#.utf8))
        #expect(text.status == 200)
        #expect(try text.node["usageMetadata"]?["promptTokenCount"]?.integer == 2)
        let choice =
            #"{"contents":[{"parts":[{"text":"hello"}]}],"generationConfig":{"responseMimeType":"text/x.enum","#
            + #""responseSchema":{"type":"STRING","enum":["yes","no"]}}}"#
        let bare = try await fixture.generate(Array(choice.utf8)).output
        #expect(["yes", "no"].contains(bare))
        await fixture.stop()
    }

    @Test func countsTokens() async throws {
        let fixture = try EmulatorFixture()
        let data = String(decoding: Encoding.base64(try Pictures.meadow()), as: UTF8.self)
        let contents = #"[{"parts":[{"text":"12345"},{"inlineData":{"mimeType":"image/jpeg","data":"\#(data)"}}]}]"#
        let path = "/v1/models/gemini-3.5-flash-lite:countTokens"
        let bare = try await fixture.exchange("POST", path, body: Array(#"{"contents":\#(contents)}"#.utf8)).get()
        // It cannot be told the media resolution, so it counts the picture at the default one.
        #expect(try bare.node["totalTokens"]?.integer == 2 + 1_089)
        let wrapped =
            #"{"generateContentRequest":{"contents":\#(contents),"systemInstruction":{"parts":[{"text":"1234"}]}}}"#
        let whole = try await fixture.exchange("POST", path, body: Array(wrapped.utf8)).get()
        // Nine bytes of text.
        #expect(try whole.node["totalTokens"]?.integer == 3 + 1_089)
        let both = #"{"contents":\#(contents),"generateContentRequest":{"contents":\#(contents)}}"#
        #expect(try await fixture.exchange("POST", path, body: Array(both.utf8)).get().status == 400)
        let beside = #"{"contents":\#(contents),"systemInstruction":{"parts":[]}}"#
        let refused = try await fixture.exchange("POST", path, body: Array(beside.utf8)).get()
        #expect(refused.text.contains(#"Unknown name \"systemInstruction\": Cannot find field."#))
        #expect(fixture.emulator.received == 0)
        await fixture.stop()
    }

    @Test func listsItsModels() async throws {
        let fixture = try EmulatorFixture()
        func names(_ query: String) async throws -> ([String], String?) {
            let list = try await fixture.get("/proxy/v1beta/models\(query)")
            #expect(list.status == 200 && list.header("torii-emulator") == "1")
            let node = try list.node
            return (node["models"]?.array?.compactMap { $0["name"]?.string } ?? [], node["nextPageToken"]?.string)
        }
        let (all, none) = try await names("")
        #expect(all.count > 5 && none == nil && !all.contains("models/gemini-2.0-flash"))
        let (first, token) = try await names("?pageSize=5")
        let (rest, end) = try await names("?pageToken=\(token ?? "")&pageSize=1000")
        #expect(first.count == 5 && first + rest == all && end == nil)
        for query in ["?pageSize=-1", "?pageSize=x", "?pageToken=x", "?pageToken=page-99"] {
            #expect(try await fixture.get("/v1/models\(query)").status == 400)
        }
        let one = try await fixture.get("/v1/models/gemini-3.8-flash")
        #expect(try one.node["name"]?.string == "models/gemini-3.8-flash")
        #expect(
            try one.node["supportedGenerationMethods"]?.array?.compactMap(\.string) == [
                "generateContent", "countTokens", "batchGenerateContent",
            ]
        )
        #expect(try await fixture.get("/v1/models/gemini-2.0-flash").status == 404)
        await fixture.stop()
    }
}
