import Documents
import Emulator
import Platform
import Testing

/// What one family takes and another refuses.
@Suite(.timeLimit(.minutes(3))) struct EmulatorFamilyTests {
    private func answer(
        _ model: String,
        _ config: String,
        script: String? = nil
    ) async throws -> EmulatorFixture.Answer {
        let fixture = try EmulatorFixture(script: script)
        let body = #"{"contents":[{"parts":[{"text":"a"}]}],"generationConfig":\#(config)}"#
        let answer = try await fixture.generate(Array(body.utf8), model: model)
        await fixture.stop()
        return answer
    }

    @Test(arguments: [
        ("gemini-2.5-flash-lite", #"{"temperature":0.2,"topP":0.95,"topK":40}"#, 200),
        ("gemini-2.5-flash-lite", #"{"temperature":2.1}"#, 400),
        ("gemini-2.5-flash-lite", #"{"topP":1.5}"#, 400),
        // Accepted without effect, whatever it says.
        ("gemini-3.5-flash-lite", #"{"temperature":0.2,"topP":0.95,"topK":40}"#, 200),
        ("gemini-3.5-flash-lite", #"{"temperature":9}"#, 200),
        ("gemini-4-hydrogen", #"{"temperature":0.2}"#, 400),
        ("gemini-4-hydrogen", #"{"topK":40}"#, 400),
        ("gemini-4-hydrogen", "{}", 200),
        ("gemini-3.5-flash-lite", #"{"presencePenalty":0.5}"#, 400),
        ("gemini-3.5-flash-lite", #"{"frequencyPenalty":0}"#, 200),
        ("gemini-3.5-flash-lite", #"{"responseLogprobs":true}"#, 400),
        ("gemini-3.5-flash-lite", #"{"candidateCount":1,"seed":7}"#, 200),
        ("gemini-3.5-flash-lite", #"{"candidateCount":2}"#, 400),
    ])
    func takesSamplingOfTheFamily(model: String, config: String, status: Int) async throws {
        #expect(try await answer(model, config).status == status)
    }

    @Test(arguments: [("gemini-2.5-flash-lite", 400), ("gemini-3.5-flash-lite", 200)])
    func takesAdditionalPropertiesFromTheThirdGenerationOn(model: String, status: Int) async throws {
        let schema =
            #"{"responseMimeType":"application/json","responseSchema":{"type":"OBJECT","properties":"#
            + #"{"a":{"type":"STRING"}},"additionalProperties":false}}"#
        let answer = try await answer(model, schema)
        #expect(answer.status == status)
        #expect(answer.text.contains("fieldViolations") == (status == 400))
    }

    @Test(arguments: [(120, 3, 200), (121, 3, 400), (100, 80, 200), (100, 81, 400)])
    func refusesSchemasThatAreTooLarge(values: Int, length: Int, status: Int) async throws {
        let list = (0..<values).map { index in
            let number = String(index)
            return "\"" + String(repeating: "x", count: length - number.count) + number + "\""
        }
        let config =
            #"{"responseMimeType":"text/x.enum","responseSchema":{"type":"STRING","enum":["#
            + list.joined(separator: ",") + "]}}"
        let answer = try await answer("gemini-3.5-flash-lite", config)
        #expect(answer.status == status)
        guard status == 400 else { return }
        // The one names its reason, the other none.
        let message = try answer.node["error"]?["message"]?.string
        #expect(
            message
                == (values > 120
                    ? "The specified schema produces a constraint that has too many states for serving."
                    : "Request contains an invalid argument.")
        )
    }

    @Test(arguments: [
        ("maxItems", "Request contains an invalid argument."), ("nullable", "Request contains an invalid argument."),
        ("thinkingConfig", "thinkingConfig is not supported by this model."),
    ])
    func refusesWhatTheScriptSaysItsModelRefuses(name: String, message: String) async throws {
        let script = #"{rules:[{match:{model:"gemini-3.8-flash"},action:{refuses:"\#(name)"}}]}"#
        let fixture = try EmulatorFixture(script: script)
        let config: [JSON.Member] = [.init("thinkingConfig", .object([.init("thinkingLevel", "LOW")]))]
        let full = Requests.classification(try Pictures.meadow(), config: config)
        let refused = try await fixture.generate(full, model: "gemini-3.8-flash")
        #expect(refused.status == 400)
        #expect(try refused.node["error"]?["message"]?.string == message)
        #expect(try await fixture.generate(full, model: "gemini-3.6-flash").status == 200)
        let plain = Requests.classification(try Pictures.meadow(), schema: nil, config: [])
        #expect(try await fixture.generate(plain, model: "gemini-3.8-flash").status == 200)
        await fixture.stop()
    }

    /// Of a square picture: a tile rule on 2.x, a grid on 3.x that counts any size alike.
    @Test(arguments: [
        ("gemini-2.5-flash-lite", "UNSPECIFIED", 64, 258), ("gemini-2.5-flash-lite", "UNSPECIFIED", 512, 1_032),
        ("gemini-2.5-flash-lite", "LOW", 512, 64), ("gemini-2.5-flash-lite", "MEDIUM", 512, 256),
        ("gemini-3.5-flash-lite", "UNSPECIFIED", 64, 1_089), ("gemini-3.5-flash-lite", "UNSPECIFIED", 512, 1_089),
        ("gemini-3.5-flash-lite", "LOW", 512, 256), ("gemini-3.5-flash-lite", "MEDIUM", 512, 529),
        ("gemini-3.5-flash-lite", "HIGH", 512, 1_089),
    ])
    func countsAPictureAsTheFamilyDoes(model: String, level: String, side: Int, tokens: Int) async throws {
        let fixture = try EmulatorFixture()
        let picture = try Pictures.jpeg(side, side) { x, y in (x & 255, y & 255, 90) }
        let config = JSON.Member("mediaResolution", .string("MEDIA_RESOLUTION_\(level)"))
        let answer = try await fixture.generate(Requests.classification(picture, config: [config]), model: model)
        let details = try answer.node["usageMetadata"]?["promptTokensDetails"]?.array
        #expect(details?.first { $0["modality"]?.string == "IMAGE" }?["tokenCount"]?.integer == Int64(tokens))
        await fixture.stop()
    }

    @Test(arguments: [
        ("gemini-3.5-flash-lite", "ULTRA_HIGH", 200, 2_209), ("gemini-3.5-flash-lite", "LOW", 200, 256),
        ("gemini-2.5-flash-lite", "LOW", 400, 0),
    ])
    func takesAResolutionOfEachPicture(model: String, level: String, status: Int, tokens: Int) async throws {
        let fixture = try EmulatorFixture()
        let data = String(decoding: Encoding.base64(try Pictures.meadow()), as: UTF8.self)
        let body =
            #"{"contents":[{"parts":[{"mediaResolution":{"level":"MEDIA_RESOLUTION_\#(level)"},"#
            + #""inlineData":{"mimeType":"image/jpeg","data":"\#(data)"}}]}]}"#
        let answer = try await fixture.generate(Array(body.utf8), model: model)
        #expect(answer.status == status)
        let details = try answer.node["usageMetadata"]?["promptTokensDetails"]?.array
        #expect(details?.last?["tokenCount"]?.integer ?? 0 == Int64(tokens))
        await fixture.stop()
    }

    @Test func refusesAPictureUnderTheWrongMediaType() async throws {
        let fixture = try EmulatorFixture()
        let data = String(decoding: Encoding.base64(try Pictures.meadow()), as: UTF8.self)
        let body = #"{"contents":[{"parts":[{"inlineData":{"mimeType":"image/png","data":"\#(data)"}}]}]}"#
        let answer = try await fixture.generate(Array(body.utf8))
        #expect(answer.status == 400 && answer.text.contains("Unable to process input image"))
        await fixture.stop()
    }

    @Test func stopsAtAStopSequence() async throws {
        let fixture = try EmulatorFixture()
        let whole = try await fixture.generate(Requests.classification(try Pictures.meadow(), config: []))
        let config = JSON.Member("stopSequences", ["mood"])
        let cut = try await fixture.generate(Requests.classification(try Pictures.meadow(), config: [config]))
        #expect(try cut.output == whole.output.components(separatedBy: "mood")[0])
        #expect(try cut.node["candidates"]?.array?.first?["finishReason"]?.string == "STOP")
        await fixture.stop()
    }

    @Test func knowsItsTiersAndNoOther() async throws {
        let fixture = try EmulatorFixture()
        func answer(_ tier: String) async throws -> EmulatorFixture.Answer {
            try await fixture.generate(Array(#"{"contents":[{"parts":[{"text":"a"}]}],"serviceTier":"\#(tier)"}"#.utf8))
        }
        #expect(try await answer("flex").node["usageMetadata"]?["serviceTier"]?.string == "flex")
        #expect(try await answer("PRIORITY").node["usageMetadata"]?["serviceTier"]?.string == "priority")
        #expect(try await answer("gold").status == 400)
        await fixture.stop()
    }
}
