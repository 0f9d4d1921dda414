import Documents
import Policy
import Testing

@testable import Gemini

@Suite struct RequestBytesTests {
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0xFB]

    private static let schema = """
        {"type":"OBJECT","properties":{\
        "primaryCategory":{"type":"STRING","enum":["nature","urban","japanese_art"]},\
        "secondaryCategory":{"type":"STRING","enum":["nature","urban","japanese_art"],"nullable":true},\
        "mood":{"type":"STRING","enum":["calm","sacred","neutral"]},\
        "recommendedTags":{"type":"ARRAY","items":{"type":"STRING"},"minItems":3,"maxItems":6},\
        "dominantColors":{"type":"ARRAY","items":{"type":"STRING"},"maxItems":3},\
        "suitableScreenTypes":{"type":"ARRAY","items":{"type":"STRING","enum":["iphone_lock","ipad","mac_desktop"]},\
        "maxItems":3}},\
        "required":["primaryCategory","mood","recommendedTags","dominantColors","suitableScreenTypes"],\
        "propertyOrdering":["primaryCategory","secondaryCategory","mood","recommendedTags","dominantColors",\
        "suitableScreenTypes"]}
        """

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func writesTheBytesOfTheThirdGeneration() throws {
        let body = GeminiClient.requestBody(jpeg: Self.jpeg, snapshot: try Samples.snapshot())
        #expect(
            text(body) == """
                {"systemInstruction":{"parts":[{"text":"You label wallpapers."}]},\
                "contents":[{"role":"user","parts":[{"inlineData":{"mimeType":"image/jpeg","data":"/9j/4Ps="}},\
                {"text":"Classify \\"this\\"."}]}],\
                "generationConfig":{"maxOutputTokens":512,"mediaResolution":"MEDIA_RESOLUTION_LOW",\
                "thinkingConfig":{"thinkingLevel":"MINIMAL"},"responseMimeType":"application/json",\
                "responseSchema":\(Self.schema)},\
                "safetySettings":[{"category":"HARM_CATEGORY_HATE_SPEECH","threshold":"BLOCK_ONLY_HIGH"}]}
                """
        )
    }

    @Test func writesTheBytesOfTheSecondGeneration() throws {
        let cloud = Samples.cloud(tier: .flex, language: "ja", safety: [:])
        let snapshot = try Samples.snapshot(cloud: cloud, capabilities: Samples.lite2)
        #expect(
            text(GeminiClient.requestBody(jpeg: Self.jpeg, snapshot: snapshot)) == """
                {"systemInstruction":{"parts":[{"text":"壁紙を分類します。"}]},\
                "contents":[{"role":"user","parts":[{"inlineData":{"mimeType":"image/jpeg","data":"/9j/4Ps="}},\
                {"text":"分類してください。"}]}],\
                "generationConfig":{"temperature":0.2,"topP":0.95,"maxOutputTokens":512,\
                "mediaResolution":"MEDIA_RESOLUTION_LOW","thinkingConfig":{"thinkingBudget":0},\
                "responseMimeType":"application/json","responseSchema":\(Self.schema)},"serviceTier":"flex"}
                """
        )
    }

    @Test func isValidJSON() throws {
        let body = GeminiClient.requestBody(jpeg: Self.jpeg, snapshot: try Samples.snapshot())
        let result = DocumentReader.read(body, file: "body", dialect: .json)
        #expect(result.diagnostics.isEmpty)
        #expect(result.root?["contents"]?.array?.first?["parts"]?.array?.last?["text"]?.string == "Classify \"this\".")
    }

    @Test func leavesCountsOutOfTheReducedSchema() throws {
        let snapshot = try Samples.snapshot()
        let full = text(GeminiClient.requestBody(jpeg: Self.jpeg, snapshot: snapshot))
        let reduced = text(
            GeminiClient.requestBody(jpeg: Self.jpeg, snapshot: snapshot, form: RequestForm(schema: .reduced))
        )
        let expected = [#","minItems":3,"maxItems":6"#, #","maxItems":3"#, #","maxItems":3"#].reduce(full) {
            text,
            keyword in
            guard let range = text.firstRange(of: keyword) else { return text }
            return text.replacingCharacters(in: range)
        }
        #expect(reduced == expected)
        #expect(reduced != full)
        #expect(!reduced.contains("Items"))
    }

    @Test func asksTheFamilyItIsTold() throws {
        let body = text(
            GeminiClient.requestBody(jpeg: [], snapshot: try Samples.snapshot(), capabilities: Samples.lite2)
        )
        #expect(body.contains(#""thinkingConfig":{"thinkingBudget":0}"#))
        #expect(body.contains(#""temperature":0.2"#))
    }

    @Test func sendsLowAsTheLeastThinkingWhereMinimalIsAnError() throws {
        let capabilities = ModelCapabilities(
            prefix: "gemini-3.8-flash",
            thinking: .levelLow,
            sampling: false,
            imageTokens: .grid,
            mediaResolutions: [],
            retires: nil,
            fallback: nil
        )
        let body = text(GeminiClient.requestBody(jpeg: [], snapshot: try Samples.snapshot(capabilities: capabilities)))
        #expect(body.contains(#""thinkingConfig":{"thinkingLevel":"LOW"}"#))
        #expect(!body.contains("mediaResolution"))
    }

    @Test func doesNotSendTheDefaultResolution() throws {
        let snapshot = try Samples.snapshot(cloud: Samples.cloud(mediaResolution: .unspecified))
        #expect(!text(GeminiClient.requestBody(jpeg: [], snapshot: snapshot)).contains("mediaResolution"))
    }

    @Test func namesEverySafetyCategoryOfTheProfileInOrder() throws {
        let cloud = Samples.cloud(safety: [
            .dangerousContent: .blockLowAndAbove, .harassment: .off, .sexuallyExplicit: .blockNone,
            .hateSpeech: .blockMediumAndAbove,
        ])
        let body = text(GeminiClient.requestBody(jpeg: [], snapshot: try Samples.snapshot(cloud: cloud)))
        #expect(
            body.hasSuffix(
                """
                "safetySettings":[{"category":"HARM_CATEGORY_HARASSMENT","threshold":"OFF"},\
                {"category":"HARM_CATEGORY_HATE_SPEECH","threshold":"BLOCK_MEDIUM_AND_ABOVE"},\
                {"category":"HARM_CATEGORY_SEXUALLY_EXPLICIT","threshold":"BLOCK_NONE"},\
                {"category":"HARM_CATEGORY_DANGEROUS_CONTENT","threshold":"BLOCK_LOW_AND_ABOVE"}]}
                """
            )
        )
    }

    @Test(arguments: [("de", "You label wallpapers."), ("ja", "壁紙を分類します。")])
    func speaksTheLanguageOfTheProfileOrEnglish(language: String, system: String) throws {
        let snapshot = try Samples.snapshot(cloud: Samples.cloud(language: language))
        let root = DocumentReader.read(
            GeminiClient.requestBody(jpeg: [], snapshot: snapshot),
            file: "body",
            dialect: .json
        ).root
        #expect(root?["systemInstruction"]?["parts"]?.array?.first?["text"]?.string == system)
    }

    @Test(
        arguments: [
            (true, "en", .photoLike, "Classify \"this\".\nPerhaps a photograph."),
            (true, "en", .abstract, "Classify \"this\".\nPerhaps a pattern."),
            // Nothing is said of what has no hint, and of what the gate did not see.
            (true, "en", .illustrationLike, "Classify \"this\"."), (true, "en", .unknown, "Classify \"this\"."),
            (true, "en", nil, "Classify \"this\"."), (false, "en", .photoLike, "Classify \"this\"."),
            (true, "ja", .photoLike, "分類してください。\n写真かもしれません。"), (true, "ja", .abstract, "分類してください。"),
        ] as [(Bool, String, CoarseCategory?, String)]
    )
    func saysWhatTheGateSawAsAHint(hint: Bool, language: String, seenAs: CoarseCategory?, text: String) throws {
        let snapshot = try Samples.snapshot(cloud: Samples.cloud(language: language, hint: hint))
        let body = GeminiClient.requestBody(jpeg: Self.jpeg, snapshot: snapshot, seenAs: seenAs)
        let root = DocumentReader.read(body, file: "body", dialect: .json).root
        #expect(root?["contents"]?.array?.first?["parts"]?.array?.last?["text"]?.string == text)
        // What is held covers the longest hint, whichever is sent.
        let plain = try Samples.snapshot(cloud: Samples.cloud(language: language))
        let ceiling = { GeminiClient.inputTokenCeiling(snapshot: $0, width: 64, height: 64) }
        let longest = (snapshot.contract.prompts[language]?.hints.values.map(\.utf8.count).max() ?? 0) + 1
        #expect(ceiling(snapshot) - ceiling(plain) == (hint ? longest : 0))
        let estimate = { (seen: CoarseCategory?) in
            GeminiClient.inputEstimate(snapshot: snapshot, width: 64, height: 64, seenAs: seen).text
        }
        #expect((estimate(seenAs) > estimate(nil)) == text.contains("\n"))
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<String.Index>) -> String {
        var copy = self
        copy.removeSubrange(range)
        return copy
    }
}
