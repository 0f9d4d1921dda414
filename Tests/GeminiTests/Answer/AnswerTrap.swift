import Documents
import Testing

@testable import Gemini

/// One answer the API has really been seen to give, named by what happens.
struct AnswerTrap: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let body: String
    let outcome: GeminiOutcome
    var repairs: [AnswerRepair] = []
    var uncertain = false

    init(
        _ name: String,
        _ body: String,
        _ outcome: GeminiOutcome,
        repairs: [AnswerRepair] = [],
        uncertain: Bool = false
    ) {
        testDescription = name
        self.body = body
        self.outcome = outcome
        self.repairs = repairs
        self.uncertain = uncertain
    }

    private static func quoted(_ text: String) -> String {
        String(decoding: JSON.string(text).encoded(), as: UTF8.self)
    }

    private static func parts(_ texts: [String]) -> String {
        #""content":{"parts":[\#(texts.map { #"{"text":\#(quoted($0))}"# }.joined(separator: ","))]}"#
    }

    static let all: [AnswerTrap] = [
        AnswerTrap("a clean answer", Answers.body(text: Answers.clean), .ok(Answers.cleanValue)),
        AnswerTrap("no finish reason", Answers.body(text: Answers.clean, finish: nil), .ok(Answers.cleanValue)),
        AnswerTrap(
            "thinking eats the whole budget, no content",
            Answers.body(
                candidate: #""index":0"#,
                finish: "MAX_TOKENS",
                usage: #"{"promptTokenCount":560,"thoughtsTokenCount":509,"totalTokenCount":1069}"#
            ),
            .truncated(byThinking: true)
        ),
        AnswerTrap(
            "thinking eats the budget, empty text",
            Answers.body(
                text: "",
                finish: "MAX_TOKENS",
                usage: #"{"promptTokenCount":560,"thoughtsTokenCount":3071,"totalTokenCount":3631}"#
            ),
            .truncated(byThinking: true)
        ),
        AnswerTrap(
            "cut inside the object",
            Answers.body(text: String(Answers.clean.prefix(90)), finish: "MAX_TOKENS"),
            .truncated(byThinking: false)
        ),
        AnswerTrap(
            "thinking, then cut inside the object",
            Answers.body(
                text: String(Answers.clean.prefix(90)),
                finish: "MAX_TOKENS",
                usage: #"{"promptTokenCount":560,"candidatesTokenCount":40,"thoughtsTokenCount":472}"#
            ),
            .truncated(byThinking: false)
        ),
        AnswerTrap(
            "at the limit with neither text nor thoughts",
            Answers.body(text: "", finish: "MAX_TOKENS"),
            .truncated(byThinking: false)
        ),
        AnswerTrap(
            "a whole object, yet the limit was reached",
            Answers.body(text: Answers.clean, finish: "MAX_TOKENS"),
            .truncated(byThinking: false)
        ),
        AnswerTrap(
            "a number that repeats until the limit",
            Answers.body(text: #"{"primaryCategory":"nature","score":0.\#(String(repeating: "3", count: 3_000))"#),
            .malformed("the JSON object of the answer is not closed")
        ),
        AnswerTrap(
            "the same tag without end",
            Answers.body(
                text: Answers.clean(#""mist","red""#, Array(repeating: #""other""#, count: 500).joined(separator: ","))
            ),
            .malformed("`recommendedTags` has 2 usable values, at least 3 needed")
        ),
        AnswerTrap(
            "fenced although JSON was asked for",
            Answers.body(text: "```json\n\(Answers.clean)\n```"),
            .ok(Answers.cleanValue),
            repairs: [AnswerRepair(.fence)]
        ),
        AnswerTrap(
            "a fence that is not closed",
            Answers.body(text: "```\n\(Answers.clean)"),
            .ok(Answers.cleanValue),
            repairs: [AnswerRepair(.fence)]
        ),
        AnswerTrap(
            "the object, then junk",
            Answers.body(text: Answers.clean + "}}\n]"),
            .ok(Answers.cleanValue),
            repairs: [AnswerRepair(.trailingText)]
        ),
        AnswerTrap(
            "the object twice",
            Answers.body(text: Answers.clean + "\n" + Answers.clean),
            .ok(Answers.cleanValue),
            repairs: [AnswerRepair(.trailingText)]
        ),
        AnswerTrap(
            "a sentence before the object",
            Answers.body(text: "Here it is: " + Answers.clean),
            .ok(Answers.cleanValue),
            repairs: [AnswerRepair(.leadingText)]
        ),
        AnswerTrap(
            "white space around the object",
            Answers.body(text: "\n  \(Answers.clean)\r\n\t"),
            .ok(Answers.cleanValue)
        ),
        AnswerTrap(
            "braces, quotes and a fence inside a string",
            Answers.body(
                text: Answers.clean(#""mood":"calm""#, ##""mood":"calm","note":"} \" ``` {""##)
            ),
            .ok(Answers.cleanValue),
            repairs: [AnswerRepair(.unknownField)]
        ),
        AnswerTrap(
            "split over several parts",
            Answers.body(candidate: parts([String(Answers.clean.prefix(40)), String(Answers.clean.dropFirst(40))])),
            .ok(Answers.cleanValue)
        ),
        AnswerTrap(
            "a thought before the answer",
            Answers.body(
                candidate: #""content":{"parts":[{"thought":true,"text":"{\"mood\":"},{"thoughtSignature":"c2ln"},"#
                    + #"{"text":\#(quoted(Answers.clean)),"thought":false}]}"#
            ),
            .ok(Answers.cleanValue)
        ),
        AnswerTrap(
            "thoughts alone",
            Answers.body(candidate: #""content":{"parts":[{"thought":true,"text":"hm"}]}"#),
            .empty
        ),
        AnswerTrap("stopped with a role and no parts", Answers.body(candidate: #""content":{"role":"model"}"#), .empty),
        AnswerTrap(
            "stopped with empty parts",
            Answers.body(candidate: #""content":{"parts":[],"role":"model"}"#),
            .empty
        ),
        AnswerTrap("stopped with empty text", Answers.body(text: ""), .empty),
        AnswerTrap("stopped with white space", Answers.body(text: " \n\u{3000}"), .empty),
        AnswerTrap(
            "stopped with empty text and no usage",
            #"{"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}]}"#,
            .empty,
            uncertain: true
        ),
        AnswerTrap("no candidates", #"{"usageMetadata":\#(Answers.usage)}"#, .empty),
        AnswerTrap("an empty list of candidates", #"{"candidates":[],"usageMetadata":\#(Answers.usage)}"#, .empty),
        AnswerTrap(
            "recited",
            Answers.body(
                candidate:
                    #""content":{"parts":[]},"citationMetadata":{"citationSources":[{"uri":"https://e.example"}]}"#,
                finish: "RECITATION"
            ),
            .refused(reason: "RECITATION")
        ),
        AnswerTrap(
            "a citation without an end",
            Answers.body(
                candidate: #""content":{"parts":[{"text":\#(quoted(Answers.clean))}]},"#
                    + #""citationMetadata":{"citations":[{"startIndex":3}]}"#
            ),
            .ok(Answers.cleanValue)
        ),
        AnswerTrap(
            "blocked for another reason, the prompt counted",
            #"{"promptFeedback":{"blockReason":"OTHER"},"candidates":null,"#
                + #""usageMetadata":{"promptTokenCount":560,"totalTokenCount":560}}"#,
            .promptBlocked(reason: "OTHER")
        ),
        AnswerTrap(
            "blocked although nothing was to be blocked",
            #"{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},"usageMetadata":{"promptTokenCount":560}}"#,
            .promptBlocked(reason: "PROHIBITED_CONTENT")
        ),
        AnswerTrap(
            "blocked for a reason nobody knows, no usage",
            #"{"promptFeedback":{"blockReason":"LUNAR_PHASE"}}"#,
            .promptBlocked(reason: "LUNAR_PHASE"),
            uncertain: true
        ),
        AnswerTrap(
            "a block reason that says nothing beside an answer",
            #"{"promptFeedback":{"blockReason":"BLOCK_REASON_UNSPECIFIED"},"#
                + Answers.body(text: Answers.clean).dropFirst(),
            .ok(Answers.cleanValue)
        ),
        AnswerTrap(
            "a finish reason nobody knows",
            Answers.body(text: Answers.clean, finish: "MOON_PHASE"),
            .refused(reason: "MOON_PHASE")
        ),
        AnswerTrap(
            "a finish reason by number",
            #"{"candidates":[{"finishReason":3}],"usageMetadata":\#(Answers.usage)}"#,
            .refused(reason: "3")
        ),
        AnswerTrap("only usage", #"{"usageMetadata":\#(Answers.usage),"modelVersion":"m"}"#, .empty),
        AnswerTrap(
            "not JSON although the status is 200",
            "<html><body>Sign in</body></html>",
            .malformed("the body of the answer is not JSON"),
            uncertain: true
        ),
        AnswerTrap("an empty body", "", .malformed("the body of the answer is not JSON"), uncertain: true),
        AnswerTrap("a list", "[1,2]", .malformed("the body of the answer is not an object"), uncertain: true),
        AnswerTrap(
            "an error under status 200",
            #"[{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}]"#,
            .overloaded(status: 503),
            uncertain: true
        ),
        AnswerTrap(
            "an error without a status under status 200",
            #"{"error":{"message":"oops"}}"#,
            .malformed("the answer is an error without a status"),
            uncertain: true
        ),
    ]
}
