import Documents
import Economics
import Platform
import Policy
import Testing

@testable import Server

/// What a body is understood as, before any money is held for it.
struct DoorRequestTests {
    private static let picture = #"{"inlineData":{"mimeType":"image/png","data":"AAEC"}}"#

    private func request(_ body: String, _ method: String = "generateContent") throws -> DoorRequest {
        let target = try #require(try DoorTarget("/v1beta/models/gemini-3.5-flash-lite:\(method)"))
        return try DoorRequest(Array(body.utf8), for: target)
    }

    /// A body with this one part.
    private func request(part: String) throws -> DoorRequest { try request(#"{"contents":[{"parts":[\#(part)]}]}"#) }

    /// A picture is found wherever the API takes one, with or without the lists that it does not insist on.
    @Test(arguments: [
        #"{"contents":[{"role":"user","parts":[{"text":"a"},\#(picture)]}]}"#, #"{"contents":{"parts":\#(picture)}}"#,
        #"{"contents":[{"parts":[{"inline_data":{"mime_type":"IMAGE/PNG","data":"AAEC"}}]}]}"#,
        #"{"contents":[{"parts":[{"inlineData":{"data":"AAEC"}}]}]}"#,
        #"{"contents":[{"parts":[{"functionResponse":{"name":"f","response":{},"parts":[\#(picture)]}}]}]}"#,
        #"{"contents":[{"parts":[{"function_response":{"parts":\#(picture)}}]}]}"#,
        #"{"contents":[{"parts":[{"text":"a"}]},{"parts":[\#(picture)]}],"cachedContent":null,"store":false}"#,
    ])
    func findsThePicture(body: String) throws {
        let call = try request(body)
        #expect(call.pictures.map(\.bytes) == [[0, 1, 2]])
        #expect(call.gated?.bytes == [0, 1, 2])
        #expect(!call.fillsContext)
        #expect(call.textBytes == body.utf8.count - 6)
    }

    /// `countTokens` may wrap a whole request.
    @Test func findsThePicturesOfACount() throws {
        let model = "models/gemini-3.5-flash-lite"
        let inner = #"{"model":"\#(model)","contents":[{"parts":[\#(Self.picture)]}]}"#
        #expect(try request(#"{"generate_content_request":\#(inner)}"#, "countTokens").pictures.count == 1)
        #expect(try request(inner, "countTokens").pictures.count == 1)
        for body in [
            #"{"generateContentRequest":\#(inner),"contents":[{"parts":[\#(Self.picture)]}]}"#,
            #"{"generateContentRequest":\#(inner),"generate_content_request":\#(inner)}"#,
            #"{"generateContentRequest":null}"#, #"{"generateContentRequest":[]}"#,
        ] {
            #expect(throws: Problem.self) { try request(body, "countTokens") }
        }
        // A generate call has no such member.
        #expect(throws: Problem.self) { try request(#"{"generateContentRequest":\#(inner)}"#) }
    }

    /// What may cost more than can be held is refused, and so is what could be read in two ways.
    @Test(
        arguments: [
            (#"{"cachedContent":"cachedContents/a"}"#, "unbounded_cost", "`cachedContent` is not taken: "),
            (#"{"cached_content":"cachedContents/a"}"#, "unbounded_cost", "`cached_content` is not taken: "),
            (#"{"somethingNew":1}"#, "unbounded_cost", "`somethingNew` is not known here"),
            (#"{"somethingNew":null}"#, "unbounded_cost", "`somethingNew` is not known here"),
            (#"{"tools":[{"googleSearch":{}}]}"#, "unbounded_cost", "`tools[0].googleSearch` is not taken: "),
            (#"{"tools":[{},{"url_context":{}}]}"#, "unbounded_cost", "`tools[1].url_context` is not taken: "),
            (#"{"tools":{"codeExecution":{}}}"#, "unbounded_cost", "`tools[0].codeExecution` is not taken: "),
            (#"{"tools":[{"toBeInvented":{}}]}"#, "unbounded_cost", "`tools[0].toBeInvented` is not known here"),
            (
                #"{"contents":[{"parts":[{"fileData":{"fileUri":"https://x/y.mp4"}}]}]}"#, "unbounded_cost",
                "`contents[0].parts[0].fileData` is not taken: "
            ),
            (
                #"{"contents":[{"parts":[{"functionResponse":{"parts":[{"file_data":{}}]}}]}]}"#, "unbounded_cost",
                "`contents[0].parts[0].functionResponse.parts[0].file_data` is not taken: "
            ),
            (
                #"{"contents":[{"parts":[{"inlineData":{"mimeType":"audio/mp3","data":"AA=="}}]}]}"#, "unbounded_cost",
                "`contents[0].parts[0].inlineData.mimeType` must be a picture, text or a PDF"
            ),
            (
                #"{"contents":[{"parts":[{"inlineData":{"mimeType":" video/mp4","data":"AA=="}}]}]}"#,
                "unbounded_cost", "`contents[0].parts[0].inlineData.mimeType` must be a picture, text or a PDF"
            ),
            (
                #"{"contents":[{"parts":[{"text":"a","toolCall":{}}]}]}"#, "unbounded_cost",
                "`contents[0].parts[0].toolCall` is not known here"
            ),
            (
                #"{"systemInstruction":{"parts":[\#(picture)]}}"#, "invalid_field",
                "`systemInstruction[0].parts[0]` must be text"
            ),
            (
                #"{"system_instruction":{"parts":\#(picture)}}"#, "invalid_field",
                "`systemInstruction[0].parts[0]` must be text"
            ),
            (
                #"{"generationConfig":{"responseModalities":["TEXT","IMAGE"]}}"#, "unbounded_cost",
                "`generationConfig.responseModalities` is not taken: "
            ),
            (
                #"{"generationConfig":{"responseModalities":3}}"#, "unbounded_cost",
                "`generationConfig.responseModalities` is not taken: "
            ),
            (
                #"{"generationConfig":{"responseFormat":[{"image":{}}]}}"#, "unbounded_cost",
                "`generationConfig.responseFormat.image` is not taken: "
            ),
            (
                #"{"generationConfig":{"speech_config":{}}}"#, "unbounded_cost",
                "`generationConfig.speech_config` is not taken: "
            ),
            (
                #"{"serviceTier":"flex","service_tier":"priority"}"#, "invalid_field",
                "`service_tier` is set twice, in two spellings"
            ),
            (
                #"{"contents":[{"parts":[{"inlineData":\#(blob),"inline_data":\#(blob)}]}]}"#, "invalid_field",
                "`contents[0].parts[0].inline_data` is set twice, in two spellings"
            ),
            (#"{"contents":["a"]}"#, "invalid_field", "`contents[0]` must be an object"),
            (#"{"contents":[[{"parts":[]}]]}"#, "invalid_field", "`contents[0]` must be an object"),
            (#"{"contents":[{"parts":["a"]}]}"#, "invalid_field", "`contents[0].parts[0]` must be an object"),
            (
                #"{"contents":[{"parts":[{"inlineData":{"mimeType":3,"data":"AA=="}}]}]}"#, "invalid_field",
                "`contents[0].parts[0].inlineData.mimeType` must be text"
            ),
            (#"{"generationConfig":[]}"#, "invalid_field", "`generationConfig` must be an object"),
            (#"{"model":"models/gemini-3.5-flash"}"#, "invalid_field", "`model` must be the model of the path"),
            (#"{"model":7}"#, "invalid_field", "`model` must be the model of the path"),
        ]
    )
    func refuses(body: String, code: String, detail: String) throws {
        let target = try #require(try DoorTarget("/v1beta/models/gemini-3.5-flash-lite:generateContent"))
        do throws(Problem) {
            _ = try DoorRequest(Array(body.utf8), for: target)
            Issue.record("taken: \(body)")
        } catch {
            #expect(error.status == 400)
            #expect(error.code.rawValue == code)
            #expect(error.detail.hasPrefix(detail), "\(error.detail)")
        }
    }

    private static let blob = #"{"mimeType":"image/png","data":"AAEC"}"#

    /// Names in any case; numbers and words that nobody knows might be a dearer tier.
    @Test(
        arguments: [
            ("null", "standard"), (#""standard""#, "standard"), (#""UNSPECIFIED""#, "standard"), (#""flex""#, "flex"),
            (#""FLEX""#, "flex"), (#""Priority""#, "priority"), ("0", nil), ("1", nil), ("2", nil), (#""2""#, nil),
            ("\"\"", nil), (#""SERVICE_TIER_PRIORITY""#, nil), ("[]", nil), ("true", nil),
        ] as [(String, String?)]
    )
    func knowsTiersByName(value: String, tier: String?) throws {
        for name in ["serviceTier", "service_tier"] {
            let body = #"{"\#(name)":\#(value)}"#
            if let tier {
                #expect(try request(body).tier == tier)
            } else {
                #expect(throws: Problem.self) { try request(body) }
            }
        }
    }

    /// The most that comes out: what models give at most where nothing, or nothing that can be meant, is said.
    @Test(
        arguments: [
            ("", 65_536), (#""maxOutputTokens":100"#, 100), (#""max_output_tokens":"100""#, 100),
            (#""maxOutputTokens":1e2"#, 100), (#""maxOutputTokens":0"#, 65_536), (#""maxOutputTokens":null"#, 65_536),
            (#""maxOutputTokens":100000"#, 65_536), (#""maxOutputTokens":100,"candidateCount":2.0"#, 200),
            (#""maxOutputTokens":100,"candidate_count":"8""#, 800), (#""maxOutputTokens":100,"candidateCount":0"#, 100),
            (#""maxOutputTokens":-1"#, nil), (#""maxOutputTokens":1.5"#, nil), (#""maxOutputTokens":"many""#, nil),
            (#""maxOutputTokens":[100]"#, nil), (#""maxOutputTokens":"nan""#, nil), (#""maxOutputTokens":5e9"#, nil),
            (#""candidateCount":9"#, nil), (#""candidateCount":-1"#, nil), (#""candidateCount":{}"#, nil),
        ] as [(String, Int?)]
    )
    func countsTheMostThatComesOut(config: String, tokens: Int?) throws {
        let body = #"{"generationConfig":{\#(config)}}"#
        if let tokens {
            #expect(try request(body).maxOutputTokens == tokens)
        } else {
            #expect(throws: Problem.self) { try request(body) }
        }
    }

    private static func family(_ rule: ModelCapabilities.ImageTokens) -> ModelCapabilities {
        ModelCapabilities(
            prefix: "m",
            thinking: .budgetZero,
            sampling: false,
            imageTokens: rule,
            mediaResolutions: [],
            retires: nil,
            fallback: nil
        )
    }

    private static func sent(_ sizes: (Int, Int)...) -> [ModelPicture] {
        sizes.map { ModelPicture(jpeg: [0xFF], width: $0.0, height: $0.1) }
    }

    /// Every byte of text is a token, pictures are the most their family counts: of what is sent, not of what came.
    @Test func holdsForTheMostThatGoesIn() throws {
        let text = #"{"contents":[{"parts":[{"text":"hi"}]}]}"#
        #expect(try request(text).inputTokenCeiling(Self.family(.grid), sent: []) == text.utf8.count + 64)
        let two = #"{"contents":[{"parts":[\#(Self.picture),{"functionResponse":{"parts":[\#(Self.picture)]}}]}]}"#
        let call = try request(two)
        #expect(call.gated == nil)
        let base = two.utf8.count - 12 + 64
        let sent = Self.sent((512, 384), (512, 10))
        #expect(call.inputTokenCeiling(Self.family(.grid), sent: sent) == base + 2 * 2_240)
        // 512 x 384: tiles of 256, two by two. 512 x 10: tiles of 6, 86 by two.
        #expect(call.inputTokenCeiling(Self.family(.tiles), sent: sent) == base + 258 * (4 + 172))
    }

    @Test(arguments: [
        #"{"inlineData":{"mimeType":"application/pdf","data":"AAEC"}}"#,
        #"{"inlineData":{"mimeType":"image/png","data":"AAEC"},"mediaResolution":{"numTokens":9000}}"#,
        #"{"inlineData":{"mimeType":"image/png","data":"AAEC"},"media_resolution":{"num_tokens":9000}}"#,
    ])
    func holdsAWholeContext(part: String) throws {
        let call = try request(part: part)
        #expect(call.gated == nil)
        #expect(call.inputTokenCeiling(Self.family(.grid), sent: Self.sent((1, 1))) == 1_048_576)
    }

    @Test(arguments: [
        #"{"inlineData":{"mimeType":"text/csv","data":"AAEC"}}"#, #"{"functionCall":{"args":{"inlineData":{}}}}"#,
        #"{"functionResponse":{"response":{"fileData":{}}}}"#, #"{"thought":true,"thoughtSignature":"AAEC","text":""}"#,
    ])
    func takesTheRestAsText(part: String) throws {
        let call = try request(part: part)
        #expect(call.pictures.isEmpty)
        let bytes = part.utf8.count + #"{"contents":[{"parts":[]}]}"#.utf8.count
        #expect(call.inputTokenCeiling(Self.family(.grid), sent: []) == bytes + 64)
    }

    /// Every picture is replaced where it stands, and nothing else is touched.
    @Test func sendsEveryPictureAnew() throws {
        let snake = #"{"inline_data":{"data":"AAEC","mime_type":"image/heic"}}"#
        let bare = #"{"inlineData":{"data":"AAEC"}}"#
        let body = #"{"contents":[{"parts":[\#(Self.picture),{"functionResponse":{"parts":[\#(snake)]}},\#(bare)]}]}"#
        let call = try request(body)
        let sent = [[UInt8](repeating: 0, count: 3), [1], [2, 2]].map { ModelPicture(jpeg: $0, width: 1, height: 1) }
        let expected = body.replacing("image/png", with: "image/jpeg").replacing("image/heic", with: "image/jpeg")
            .replacing(#"jpeg","data":"AAEC""#, with: #"jpeg","data":"AAAA""#)
            .replacing(#""data":"AAEC","mime"#, with: #""data":"AQ==","mime"#)
            .replacing(#"{"data":"AAEC"}"#, with: #"{"data":"AgI="}"#)
        #expect(String(decoding: call.body(Array(body.utf8), sending: sent), as: UTF8.self) == expected)
        #expect(!expected.contains("AAEC"))
    }
}
