import Documents
import Testing

@testable import Gemini

@Suite struct ErrorTests {
    @Test(arguments: ErrorRow.all)
    func comesTo(row: ErrorRow) {
        let answer = Answers.read(row.body, status: row.status)
        #expect(answer.outcome == row.outcome)
        #expect(answer.usage == nil)
        // Documented: what was refused or failed is not charged. Only a cancelled call may have run.
        #expect(answer.billingUncertain == (row.status == 499))
    }

    @Test func takesTheWaitOfAProxyFromItsHeader() {
        let answer = Answers.read("", status: 429, headers: [(name: "retry-after", value: "7")])
        #expect(answer.outcome == .throttled(.unknown, retryAfter: .seconds(7)))
    }

    @Test(
        arguments: [
            ("58s", Duration.seconds(58)), ("45.837906927s", .seconds(45) + .nanoseconds(837_906_927)),
            ("0.5s", .milliseconds(500)), ("0s", .zero), ("1.000000001s", .seconds(1) + .nanoseconds(1)),
            ("99999999999999999999s", .seconds(86_400)),
            ("58", nil), ("-1s", nil), ("s", nil), (".5s", nil), ("1.s", nil), ("1.0000000001s", nil), ("1e3s", nil),
            ("١s", nil), ("", nil),
        ] as [(String, Duration?)]
    )
    func readsProtoDurations(text: String, expected: Duration?) { #expect(RetryDelay.duration(text) == expected) }

    /// A 400 may echo the picture; an error text must not hold it.
    @Test func cutsAnEchoedPictureShort() {
        let picture = String(repeating: "/9j/4AAQSkZJRgABAQ", count: 400)
        let answer = Answers.read(
            ErrorRow.error("INVALID_ARGUMENT", "Base64 decoding failed for \(picture) at 1"),
            status: 400
        )
        guard case .invalidRequest(let said, .other) = answer.outcome else {
            Issue.record("\(answer.outcome)")
            return
        }
        #expect(said == "status 400 INVALID_ARGUMENT: Base64 decoding failed for \(picture.prefix(48))… at 1")
    }
}
