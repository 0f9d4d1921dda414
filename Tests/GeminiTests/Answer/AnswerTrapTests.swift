import Documents
import Economics
import Testing

@testable import Gemini

/// What the API has really been seen to answer, each by what happens.
@Suite struct AnswerTrapTests {
    @Test(arguments: AnswerTrap.all)
    func comesTo(row: AnswerTrap) {
        let answer = Answers.read(row.body)
        #expect(answer.outcome == row.outcome)
        #expect(answer.repairs == row.repairs)
        #expect(answer.billingUncertain == row.uncertain)
        #expect((answer.usage == nil) == row.uncertain)
    }

    @Test(arguments: [
        "SAFETY", "LANGUAGE", "OTHER", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MALFORMED_FUNCTION_CALL",
        "IMAGE_SAFETY", "MALFORMED_RESPONSE", "ESCALATION", "PUP_LIMITED_DISABLED", "CONTINUATION", "MODEL_ARMOR",
        "FINISH_REASON_UNSPECIFIED",
    ])
    func trustsNoAnswerThatDidNotStop(reason: String) {
        #expect(Answers.read(Answers.body(text: Answers.clean, finish: reason)).outcome == .refused(reason: reason))
    }

    @Test func saysWhichCategoryBlocked() {
        let answer = Answers.read(
            Answers.body(
                candidate: #""safetyRatings":[{"category":"HARM_CATEGORY_HATE_SPEECH","probability":"LOW"},"#
                    + #"{"category":"HARM_CATEGORY_SEXUALLY_EXPLICIT","probability":"HIGH","blocked":true}]"#,
                finish: "SAFETY"
            )
        )
        #expect(answer.outcome == .refused(reason: "SAFETY"))
        #expect(
            answer.blockedRatings == [SafetyRating(category: "HARM_CATEGORY_SEXUALLY_EXPLICIT", probability: "HIGH")]
        )
    }

    @Test func keepsWhatTheAnswerSaysItWas() {
        let answer = Answers.read(
            #"{"candidates":[],"modelVersion":"models/gemini-3.5-flash-lite","#
                + #""responseId":"\#(String(repeating: "x", count: 90))","modelStatus":{"modelStage":"DEPRECATED"}}"#
        )
        #expect(answer.modelVersion == "gemini-3.5-flash-lite")
        #expect(answer.responseID == String(repeating: "x", count: 90))
        #expect(answer.modelStage == "DEPRECATED")
    }
}
