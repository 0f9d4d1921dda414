import Documents
import Policy
import Testing

@testable import Gemini

@Suite struct ContractCheckTests {
    private func read(_ text: String) -> AnswerReader { Answers.read(Answers.body(text: text)) }

    private func value(_ name: String, in outcome: GeminiOutcome) -> JSON? {
        guard case .ok(.object(let members)) = outcome else { return nil }
        return members.first { $0.key == name }?.value
    }

    @Test func restoresTheOrderOfTheContract() {
        let answer = read(
            ##"{"suitableScreenTypes":["ipad"],"dominantColors":["#a1b2c3"],"mood":"calm","##
                + #""recommendedTags":["temple_gate","mist","red"],"secondaryCategory":"urban","primaryCategory":"nature"}"#
        )
        #expect(answer.outcome == .ok(Answers.cleanValue))
        #expect(answer.repairs == [AnswerRepair(.order)])
    }

    @Test(
        arguments: [
            (#""primaryCategory":"nature""#, #""primaryCategory":"Japanese_Art""#, "primaryCategory", "japanese_art"),
            (#""mood":"calm""#, #""mood":"CALM""#, "mood", "calm"),
        ] as [(String, String, String, JSON)]
    )
    func repairsTheCaseOfAChoice(old: String, new: String, field: String, expected: JSON) {
        let answer = read(Answers.clean(old, new))
        #expect(value(field, in: answer.outcome) == expected)
        #expect(answer.repairs == [AnswerRepair(.letterCase, field: field)])
    }

    @Test(arguments: [#""secondaryCategory":null,"#, ""])
    func answersNullForAnAbsentNullable(member: String) {
        let answer = read(Answers.clean(#""secondaryCategory":"urban","#, member))
        #expect(value("secondaryCategory", in: answer.outcome) == .null)
        #expect(answer.repairs.isEmpty)
    }

    @Test(
        arguments: [
            (
                #"["Temple Gate","mist","RED-sun!"]"#, ["temple_gate", "mist", "red_sun"],
                [AnswerRepair.Kind.spelling, .spelling]
            ),
            (#"["a","b","A","c","a"]"#, ["a", "b", "c"], [.spelling, .duplicate]),
            (#"["a","b","c","d","e","f","g"]"#, ["a", "b", "c", "d", "e", "f"], [.surplus]),
            (#"["children's","__x__","9_9"]"#, ["childrens", "x", "9_9"], [.spelling, .spelling]),
            // What has no spelling in the pattern is dropped, not mangled.
            (#"["a","b","c","café","寺","!!!","",7,null]"#, ["a", "b", "c"], Array(repeating: .dropped, count: 6)),
            (
                #"["a","b","c","\#(String(repeating: "y", count: 65))"]"#, ["a", "b", "c"], [.dropped]
            ),
        ] as [(String, [String], [AnswerRepair.Kind])]
    )
    func cleansTags(list: String, expected: [String], repairs: [AnswerRepair.Kind]) {
        let answer = read(Answers.clean(#"["temple_gate","mist","red"]"#, list))
        #expect(value("recommendedTags", in: answer.outcome) == .array(expected.map { .string($0) }))
        #expect(answer.repairs == repairs.map { AnswerRepair($0, field: "recommendedTags") })
    }

    @Test(
        arguments: [
            (##"["#A1B2C3"]"##, ["#a1b2c3"], [AnswerRepair.Kind.spelling]),
            (#"["a1b2c3"]"#, ["#a1b2c3"], [.spelling]),
            (##"["#fa0"]"##, ["#ffaa00"], [.spelling]),
            (##"["#a1b2c3","#A1B2C3"]"##, ["#a1b2c3"], [.spelling, .duplicate]),
            (##"["#000001","#000002","#000003","#000004"]"##, ["#000001", "#000002", "#000003"], [.surplus]),
            (###"["red","#12345","#a1b2c3ff","##a1b2c3",""]"###, [], Array(repeating: .dropped, count: 5)),
            ("[]", [], []),
        ] as [(String, [String], [AnswerRepair.Kind])]
    )
    func cleansColours(list: String, expected: [String], repairs: [AnswerRepair.Kind]) {
        let answer = read(Answers.clean(##"["#a1b2c3"]"##, list))
        #expect(value("dominantColors", in: answer.outcome) == .array(expected.map { .string($0) }))
        #expect(answer.repairs == repairs.map { AnswerRepair($0, field: "dominantColors") })
    }

    @Test func keepsDistinctChoicesOnly() {
        let answer = read(Answers.clean(#"["ipad"]"#, #"["ipad","IPad","mac_desktop","ipad"]"#))
        #expect(value("suitableScreenTypes", in: answer.outcome) == ["ipad", "mac_desktop"])
        #expect(
            answer.repairs == [
                AnswerRepair(.letterCase, field: "suitableScreenTypes"),
                AnswerRepair(.duplicate, field: "suitableScreenTypes"),
            ]
        )
    }

    @Test(arguments: [
        (
            #""primaryCategory":"nature""#, #""primaryCategory":"temple""#,
            "`primaryCategory` is `temple`, which is not one of its 3 values"
        ),
        (
            #""primaryCategory":"nature""#, #""primaryCategory":" nature""#,
            "`primaryCategory` is ` nature`, which is not one of its 3 values"
        ),
        (
            #""mood":"calm""#, #""mood":"c`a\nl\u0000m\#(String(repeating: " ab", count: 40))""#,
            "`mood` is `c'a l m ab ab ab ab ab ab ab ab ab ab ab…`, which is not one of its 3 values"
        ),
        (#""mood":"calm","#, "", "`mood` is missing"),
        (#""mood":"calm""#, #""mood":null"#, "`mood` is null"),
        (#""mood":"calm""#, #""mood":7"#, "`mood` holds a value that is not a string"),
        (#""mood":"calm""#, #""mood":["calm"]"#, "`mood` holds a value that is not a string"),
        (
            #""secondaryCategory":"urban""#, #""secondaryCategory":"none""#,
            "`secondaryCategory` is `none`, which is not one of its 3 values"
        ),
        (#"["ipad"]"#, #"["ipad","tv"]"#, "`suitableScreenTypes` is `tv`, which is not one of its 3 values"),
        (#"["ipad"]"#, #""ipad""#, "`suitableScreenTypes` is not a list"),
        (
            #"["temple_gate","mist","red"]"#, #"["mist","Mist","red"]"#,
            "`recommendedTags` has 2 usable values, at least 3 needed"
        ),
        (#"["temple_gate","mist","red"]"#, "{}", "`recommendedTags` is not a list"),
    ])
    func namesFieldAndValueOfWhatItRefuses(old: String, new: String, message: String) {
        let answer = read(Answers.clean(old, new))
        #expect(answer.outcome == .malformed(message))
        #expect(answer.repairs.isEmpty)
    }

    @Test(arguments: [
        ("no braces at all", "the answer holds no JSON object"),
        ("```json\n```", "the answer holds no JSON object"),
        (#"{"mood": "calm"#, "the JSON object of the answer is not closed"),
        (#"{"mood": "calm\"}"#, "the JSON object of the answer is not closed"),
        ("{", "the JSON object of the answer is not closed"),
        ("{}", "`primaryCategory` is missing"),
    ])
    func saysWhatIsWrongWithTheText(text: String, message: String) {
        #expect(read(text).outcome == .malformed(message))
    }

    @Test(arguments: ["{'mood':'calm'}", #"{"mood":"calm","mood":"sacred"}"#, "{mood:1}", #"{"mood":"calm",}"#])
    func refusesWhatIsNotStrictJSON(text: String) {
        guard case .malformed(let message) = read(text).outcome else {
            Issue.record("accepted")
            return
        }
        #expect(message.hasPrefix("the answer is not JSON: "))
    }
}
