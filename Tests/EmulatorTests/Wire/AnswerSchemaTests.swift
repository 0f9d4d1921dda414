import Testing

@testable import Emulator

@Suite struct AnswerSchemaTests {
    private func schema(_ text: String, _ dialect: AnswerSchema.Dialect) throws -> AnswerSchema {
        try AnswerSchema(try Requests.node(text), dialect: dialect)
    }

    private func names(_ schema: AnswerSchema) -> [String] {
        if case .object(let properties) = schema { properties.map(\.name) } else { [] }
    }

    @Test func ordersPropertiesAsGoogleDoes() throws {
        let properties = #""properties":{"b":{"type":"STRING"},"c":{"type":"STRING"},"a":{"type":"STRING"}}"#
        #expect(names(try schema(#"{"type":"OBJECT",\#(properties)}"#, .proto)) == ["a", "b", "c"])
        #expect(names(try schema(#"{"type":"object",\#(properties)}"#, .jsonSchema)) == ["b", "c", "a"])
        let ordered = #"{"type":"OBJECT",\#(properties),"propertyOrdering":["c","a","b"]}"#
        #expect(names(try schema(ordered, .proto)) == ["c", "a", "b"])
    }

    @Test func followsReferencesAndNullChoices() throws {
        let text = ##"""
            {"$defs":{"M":{"enum":["x","y"],"type":"string"}},"type":"object","properties":{
            "p":{"$ref":"#/$defs/M"},"q":{"anyOf":[{"$ref":"#/$defs/M"},{"type":"null"}]},
            "r":{"type":["string","null"]},"s":{"type":"null"}},"required":["p"]}
            """##
        let set = AnswerSchema.text(values: ["x", "y"], pattern: nil, length: 0...4_096)
        #expect(
            try schema(text, .jsonSchema)
                == .object([
                    .init(name: "p", schema: set, isRequired: true),
                    .init(name: "q", schema: .nullable(set), isRequired: false),
                    .init(
                        name: "r",
                        schema: .nullable(.text(values: [], pattern: nil, length: 0...4_096)),
                        isRequired: false
                    ),
                    .init(name: "s", schema: .null, isRequired: false),
                ])
        )
    }

    @Test(
        arguments: [
            (#"{"type":"INTEGER","minimum":3,"maximum":9}"#, .integer(3...9)),
            (#"{"type":"INTEGER","minimum":7}"#, .integer(7...107)),
            (#"{"type":"INTEGER","maximum":-5}"#, .integer(-5 ... -5)),
            (#"{"type":"INTEGER","minimum":-1e300}"#, .integer(-1_000_000_000_000_000 ... -999_999_999_999_900)),
            (#"{"type":"NUMBER"}"#, .number(0...1)),
            (#"{"type":"BOOLEAN"}"#, .flag),
            (#"{"type":"ARRAY","items":{"type":"BOOLEAN"}}"#, .list(.flag, count: 3...5)),
            (#"{"type":"ARRAY","items":{"type":"BOOLEAN"},"maxItems":2}"#, .list(.flag, count: 2...2)),
            (#"{"type":"ARRAY","items":{"type":"BOOLEAN"},"minItems":9}"#, .list(.flag, count: 9...9)),
            (#"{"type":"STRING","nullable":true}"#, .nullable(.text(values: [], pattern: nil, length: 0...4_096))),
        ] as [(String, AnswerSchema)]
    )
    func readsLimits(text: String, expected: AnswerSchema) throws {
        #expect(try schema(text, .proto) == expected)
    }

    @Test(arguments: [
        ("{}", "The specified schema has a field without a type."),
        (#"{"type":"tuple"}"#, "The specified schema has an unknown type: tuple"),
        (
            #"{"type":"array"}"#,
            "* GenerateContentRequest.generation_config.response_schema.items: missing field."
        ),
        (
            #"{"type":"object","properties":{}}"#,
            "* GenerateContentRequest.generation_config.response_schema.properties: should be non-empty for OBJECT type"
        ),
        (
            #"{"type":"object","properties":{"a":{"type":"string"}},"required":["b"]}"#,
            "* GenerateContentRequest.generation_config.response_schema.required: property is not defined: b"
        ),
        (##"{"$ref":"#/$defs/N"}"##, "The specified schema has an unknown reference: #/$defs/N"),
        (
            ##"{"$defs":{"N":{"$ref":"#/$defs/N"}},"$ref":"#/$defs/N"}"##,
            "The specified schema nests too deeply or refers to itself."
        ),
    ])
    func refusesWhatGoogleRefuses(text: String, message: String) {
        #expect(throws: GoogleError.invalidArgument(message)) { try schema(text, .jsonSchema) }
    }
}
