import Economics
import Ledger
import TestSupport
import Testing

@testable import Server

struct OpenQuestionsTests {
    private static let now = Timestamp.seconds(1_796_000_000)

    private static func question(_ id: String, _ imageID: String = "", age: Int64 = 0) -> AuditQuestion {
        var decision = BenchmarkLoad.decision(id)
        decision.profile = "ios"
        decision.client = "app"
        decision.at = now.advanced(bySeconds: -age)
        return AuditQuestion(decision: decision, imageID: imageID)
    }

    private static func take(
        _ questions: OpenQuestions,
        _ id: String?,
        _ imageIDs: [String] = [],
        client: String = "app",
        profile: String = "ios"
    ) -> String? {
        questions.take(named: id, imageIDs: imageIDs, client: client, profile: profile, at: now)?.decision.id
    }

    @Test func isTakenOnceByItsIdOrItsPicture() {
        let questions = OpenQuestions([Self.question("a", "sha256:AB"), Self.question("b", "two")])
        #expect(Self.take(questions, "b", ["sha256:ab"]) == "b")
        #expect(Self.take(questions, "b", ["two"]) == nil)
        #expect(Self.take(questions, nil, ["none", "sha256:aB"]) == "a")
        #expect(Self.take(questions, "a", ["sha256:ab"]) == nil)
    }

    @Test(arguments: [("other", "ios"), ("app", "android")]) func isNobodyElses(client: String, profile: String) {
        let questions = OpenQuestions([Self.question("a", "one")])
        #expect(Self.take(questions, "a", ["one"], client: client, profile: profile) == nil)
        #expect(Self.take(questions, "a") == "a")
    }

    @Test func endsWithTheKeysOfUploads() {
        let questions = OpenQuestions([
            Self.question("old", "one", age: AuditQuestion.seconds),
            Self.question("new", "two", age: AuditQuestion.seconds - 1),
        ])
        #expect(Self.take(questions, "old", ["one"]) == nil)
        #expect(Self.take(questions, nil, ["two"]) == "new")
    }

    /// Asked twice about a picture, both drawn: the latest answer is the one the device went by.
    @Test func takesTheLatestOfAPicture() {
        let questions = OpenQuestions([Self.question("a", "one"), Self.question("b", "one")])
        #expect(Self.take(questions, nil, ["one"]) == "b")
        #expect(Self.take(questions, nil, ["one"]) == nil)
        questions.add(Self.question("b", "one"))
        #expect(Self.take(questions, nil, ["one"]) == "b")
    }

    @Test func forgetsTheOldestBeyondItsLimit() {
        let questions = OpenQuestions([], limit: 10)
        for number in 0...10 { questions.add(Self.question("q\(number)", "i\(number)")) }
        #expect((0...10).filter { Self.take(questions, nil, ["i\($0)"]) != nil } == Array(6...10))
    }
}
