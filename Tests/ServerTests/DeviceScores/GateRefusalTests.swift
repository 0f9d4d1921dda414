import Testing

/// Reports that are refused, with the place of the mistake.
struct GateRefusalTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
        let name: String
        let body: String
        let code: String
        /// What stands at the offset named; nil when none is.
        var at: String?
        var status = 400

        var testDescription: String { name }
    }

    static let refusals = [
        Refusal(name: "8 bare NaN", body: GateCase.base(sharpness: "NaN"), code: "invalid_json", at: "NaN"),
        Refusal(
            name: "13 a field twice",
            body: GateCase.base(adding: #","scoreSpace":"ml-kit/17""#),
            code: "duplicate_field",
            at: #""scoreSpace":"ml-kit"#
        ),
        Refusal(
            name: "14 trailing comma",
            body: GateCase.base(labels: #"[{"id":"dog","confidence":0.91},]"#),
            code: "invalid_json",
            at: ",]}"
        ),
        Refusal(
            name: "alias and name differ",
            body: GateCase.base(adding: #","score_space":"ml-kit/17""#),
            code: "conflicting_fields",
            at: #""score_space""#
        ),
        Refusal(
            name: "two aliases differ inside a list",
            body: GateCase.base(labels: #"[{"id":"a","meets-precision":true,"meets_precision":false}]"#),
            code: "conflicting_fields",
            at: #""meets_precision""#
        ),
        Refusal(
            name: "bare Infinity",
            body: GateCase.base(sharpness: "Infinity"),
            code: "invalid_json",
            at: "Infinity"
        ),
        Refusal(name: "a comment", body: "{/* */}", code: "invalid_json", at: "/*"),
        Refusal(name: "half a surrogate pair", body: #"{"foo":"\ud800"}"#, code: "invalid_json"),
        Refusal(name: "no JSON", body: "hello", code: "invalid_json", at: "hello"),
        Refusal(name: "nothing at all", body: "", code: "invalid_json", at: ""),
        Refusal(name: "a list", body: "[]", code: "invalid_json"),
        Refusal(
            name: "nested too deep",
            body: String(repeating: "[", count: 40) + String(repeating: "]", count: 40),
            code: "invalid_json",
            at: "["
        ),
        Refusal(name: "scores of no space", body: #"{"scores":{"sharpness":0.1}}"#, code: "missing_field"),
        Refusal(name: "labels of no space", body: #"{"labels":["dog"],"scoreSpace":null}"#, code: "missing_field"),
        Refusal(name: "a space without version", body: #"{"scoreSpace":"apple-vision"}"#, code: "invalid_field"),
        Refusal(name: "a space in capitals", body: #"{"scoreSpace":"Apple/1"}"#, code: "invalid_field"),
        Refusal(name: "a space that is a number", body: #"{"scoreSpace":18}"#, code: "invalid_field"),
        Refusal(name: "an image id with a slash", body: #"{"imageId":"../etc"}"#, code: "invalid_field"),
        Refusal(
            name: "an image id too long",
            body: #"{"imageId":"\#(String(repeating: "a", count: 129))"}"#,
            code: "invalid_field"
        ),
        Refusal(
            name: "too large",
            body: #"{"foo":"\#(String(repeating: "a", count: 131_072))"}"#,
            code: "body_too_large",
            status: 413
        ),
    ]

    @Test(.timeLimit(.minutes(10)), arguments: refusals)
    func refusesAndSaysWhere(refusal: Refusal) async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try GateCase.documents()
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.ask(refusal.body)
            #expect(answer.status == refusal.status)
            #expect(answer.headers["content-type"] == "application/problem+json")
            #expect(answer.string("code") == refusal.code)
            if let at = refusal.at {
                let offset = Int(try #require(answer.integer("offset")))
                let rest = Array(refusal.body.utf8).dropFirst(offset)
                #expect(String(decoding: rest, as: UTF8.self).hasPrefix(at))
            }
            if refusal.name == "alias and name differ" {
                #expect(answer.strings("fields") == ["scoreSpace", "score_space"])
            }
            // A question that was not understood is no decision.
            try await server.expectLedger(decisions: 0, attempts: 0)
        }
    }
}
