import Documents
import Testing

@testable import Emulator

@Suite struct WireReaderTests {
    private func read(_ text: String) throws -> (DocumentNode?, [WireReader.Violation]) {
        var reader = WireReader()
        let node = reader.read(try Requests.node(text), as: .message("GenerateContentRequest"))
        return (node, reader.violations)
    }

    /// An answer is never many times its request.
    @Test func namesTheFirstMistakesOnly() throws {
        let members = (0..<1_000).map { "\"x\($0)\":1" }.joined(separator: ",")
        let (_, violations) = try read("{\(members)}")
        let sentences = (0..<20).map { "Invalid JSON payload received. Unknown name \"x\($0)\": Cannot find field." }
        #expect(violations.map(\.description) == sentences)
        let name = String(repeating: "n", count: 10_000)
        let (_, long) = try read("{\"\(name)\":1}")
        let sentence = "Invalid JSON payload received. Unknown name \"\(name.prefix(100))\": Cannot find field."
        #expect(long.map(\.description) == [sentence])
    }

    @Test(arguments: [
        (#"{"temperature":1}"#, "", #"Unknown name "temperature": Cannot find field."#),
        (#"{"labels":{}}"#, "", #"Unknown name "labels": Cannot find field."#),
        (
            #"{"generationConfig":{"foo":1}}"#, "generation_config",
            #"Unknown name "foo" at 'generation_config': Cannot find field."#
        ),
        (
            #"{"generation_config":{"thinking_config":{"depth":1}}}"#, "generation_config.thinking_config",
            #"Unknown name "depth" at 'generation_config.thinking_config': Cannot find field."#
        ),
        (
            #"{"contents":[{"parts":[{"text":"a"},{"inlineData":{"mime":"x"}}]}]}"#, "contents[0].parts[1].inline_data",
            #"Unknown name "mime" at 'contents[0].parts[1].inline_data': Cannot find field."#
        ),
        (
            #"{"safetySettings":[{"category":"HARM_CATEGORY_HARASSMENT","threshold":"OFF","method":"SEVERITY"}]}"#,
            "safety_settings[0]", #"Unknown name "method" at 'safety_settings[0]': Cannot find field."#
        ),
        (
            #"{"generationConfig":{"responseSchema":{"properties":{"a":{"type":"STRING","x":1}}}}}"#,
            "generation_config.response_schema.properties[0].value",
            #"Unknown name "x" at 'generation_config.response_schema.properties[0].value': Cannot find field."#
        ),
    ])
    func refusesUnknownNamesAtEveryLevel(text: String, field: String, sentence: String) throws {
        let (_, violations) = try read(text)
        #expect(violations == [.init(field: field, description: "Invalid JSON payload received. " + sentence)])
    }

    @Test(arguments: [
        (
            #"{"generationConfig":{"maxOutputTokens":"many"}}"#,
            #"Invalid value at 'generation_config.max_output_tokens' (TYPE_INT32), "many""#
        ),
        (
            #"{"generationConfig":{"maxOutputTokens":1.5}}"#,
            "Invalid value at 'generation_config.max_output_tokens' (TYPE_INT32), 1.5"
        ),
        (
            #"{"generationConfig":{"maxOutputTokens":3000000000}}"#,
            "Invalid value at 'generation_config.max_output_tokens' (TYPE_INT32), 3000000000"
        ),
        (#"{"store":"yes"}"#, #"Invalid value at 'store' (TYPE_BOOL), "yes""#),
        (#"{"contents":{}}"#, "Invalid JSON payload received. Expected a list at 'contents'."),
        (
            #"{"contents":["hi"]}"#,
            #"Invalid value at 'contents[0]' (type.googleapis.com/google.ai.generativelanguage.Content), "hi""#
        ),
        (
            #"{"contents":[{"parts":[{"inlineData":{"data":"a b c"}}]}]}"#,
            #"Invalid value at 'contents[0].parts[0].inline_data.data' (TYPE_BYTES), "a b c""#
        ),
        (
            #"{"generationConfig":{"mediaResolution":"TINY"}}"#,
            "Invalid value at 'generation_config.media_resolution' "
                + #"(type.googleapis.com/google.ai.generativelanguage.GenerationConfig.MediaResolution), "TINY""#
        ),
        (
            #"{"generationConfig":{"mediaResolution":"MEDIA_RESOLUTION_ULTRA_HIGH"}}"#,
            "Invalid value at 'generation_config.media_resolution' "
                + "(type.googleapis.com/google.ai.generativelanguage.GenerationConfig.MediaResolution), "
                + #""MEDIA_RESOLUTION_ULTRA_HIGH""#
        ),
        (
            #"{"systemInstruction":{},"system_instruction":{}}"#,
            "Invalid JSON payload received. 'system_instruction' is set twice, in two spellings."
        ),
        (#"{"cachedContent":7}"#, "Invalid value at 'cached_content' (TYPE_STRING), 7"),
        (
            #"{"generationConfig":{"topP":"high"}}"#,
            #"Invalid value at 'generation_config.top_p' (TYPE_DOUBLE), "high""#
        ),
    ])
    func refusesWrongTypes(text: String, description: String) throws {
        let (_, violations) = try read(text)
        #expect(violations.map(\.description) == [description])
    }

    @Test func reportsEveryViolation() throws {
        let (_, violations) = try read(#"{"a":1,"generationConfig":{"b":1,"topK":"x"},"c":2}"#)
        #expect(violations.map(\.field) == ["", "generation_config", "generation_config.top_k", ""])
    }

    @Test func readsBothSpellingsEnumsAndNumbersAlike() throws {
        let camel =
            #"{"generationConfig":{"maxOutputTokens":5,"responseSchema":{"type":"ARRAY","minItems":3,"#
            + #""items":{"type":"STRING"}},"thinkingConfig":{"thinkingLevel":"LOW"}},"serviceTier":"flex"}"#
        let snake =
            #"{"generation_config":{"max_output_tokens":"5","response_schema":{"type":"array","min_items":"3","#
            + #""items":{"type":1}},"thinking_config":{"thinking_level":"low"}},"service_tier":"flex","store":null}"#
        let (left, none) = try read(camel)
        let (right, noneEither) = try read(snake)
        #expect(none.isEmpty && noneEither.isEmpty)
        #expect(left.map { JSON($0) } == right.map { JSON($0) })
    }

    @Test func leavesDataKeysAlone() throws {
        let text =
            #"{"generationConfig":{"responseJsonSchema":{"my_key":{"anyThing":1}},"#
            + #""responseSchema":{"properties":{"snake_key":{"type":"STRING"},"camelKey":{"type":"STRING"}}}},"#
            + #""tools":[{"functionDeclarations":[{"some_thing":1}]}]}"#
        let (node, violations) = try read(text)
        #expect(violations.isEmpty)
        #expect(node?["generationConfig"]?["responseJsonSchema"]?["my_key"] != nil)
        let properties = node?["generationConfig"]?["responseSchema"]?["properties"]?.object?.map(\.key)
        #expect(properties == ["snake_key", "camelKey"])
    }
}
