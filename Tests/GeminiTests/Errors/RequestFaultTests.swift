import Policy
import Testing

@testable import Gemini

/// What a 400 is about, and what of the request is left out for it.
@Suite struct RequestFaultTests {
    private static func violation(_ field: String, _ description: String) -> String {
        #"{"error":{"code":400,"message":"Invalid JSON payload received.","status":"INVALID_ARGUMENT","details":["#
            + #"{"fieldViolations":[{"field":"\#(field)","description":"\#(description)"}]}]}}"#
    }

    @Test(
        arguments: [
            (ErrorRow.error("INVALID_ARGUMENT", "constraint that has too many states for serving"), .schema),
            (ErrorRow.error("INVALID_ARGUMENT", "Request contains an invalid argument."), .schema),
            (ErrorRow.error("INVALID_ARGUMENT", "Unknown name 'maxItems' at generation_config"), .schema),
            (violation("generation_config.response_schema", "Cannot find field."), .schema),
            (violation("generation_config", "temperature is deprecated"), .sampling),
            (ErrorRow.error("INVALID_ARGUMENT", "topP is not supported by this model"), .sampling),
            (ErrorRow.error("INVALID_ARGUMENT", "Thinking level MINIMAL is not supported"), .thinking),
            (violation("generation_config.thinking_config", "Cannot find field."), .thinking),
            (ErrorRow.error("INVALID_ARGUMENT", "Unable to process input image."), .other), ("<html>", .other),
        ] as [(String, RequestFault)]
    )
    func isFoundByItsWords(body: String, fault: RequestFault) {
        guard case .invalidRequest(_, let found) = Answers.read(body, status: 400).outcome else {
            Issue.record("no invalid request")
            return
        }
        #expect(found == fault)
    }

    @Test func leavesOutEachPartOnce() {
        let form = RequestForm.full
        #expect(form.without(.schema) == RequestForm(schema: .reduced))
        #expect(form.without(.schema)?.without(.schema) == nil)
        #expect(form.without(.sampling)?.without(.thinking) == RequestForm(sampling: false, thinking: false))
        #expect(form.without(.other) == nil)
        // A family that takes less has nothing left to leave out.
        let reduced = ModelCapabilities(
            prefix: "gemini-3.8-flash",
            thinking: .levelLow,
            sampling: false,
            imageTokens: .grid,
            mediaResolutions: [.low],
            schema: .reduced,
            retires: nil,
            fallback: nil
        )
        #expect(RequestForm(reduced) == RequestForm(schema: .reduced))
        #expect(RequestForm(reduced).without(.schema) == nil)
        #expect(RequestForm(Samples.lite3) == .full)
    }

    @Test func sendsNeitherSamplingNorThinkingWhereTheyWereRefused() throws {
        let snapshot = try Samples.snapshot(capabilities: Samples.lite2)
        let text = { (form: RequestForm) in
            String(decoding: GeminiClient.requestBody(jpeg: [], snapshot: snapshot, form: form), as: UTF8.self)
        }
        let full = text(.full)
        #expect(full.contains(#""temperature":0.2,"topP":0.95,"#) && full.contains(#""thinkingConfig""#))
        let cold = text(RequestForm(sampling: false))
        #expect(!cold.contains("temperature") && !cold.contains("topP") && cold.contains(#""thinkingConfig""#))
        let free = text(RequestForm(thinking: false))
        #expect(free.contains("temperature") && !free.contains("thinking"))
    }
}
