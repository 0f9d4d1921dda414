import Testing

@testable import Gemini

@Suite struct RetryScheduleTests {
    private static let plenty: Duration = .seconds(60)

    private func steps(
        _ outcomes: [GeminiOutcome],
        remaining: Duration = plenty,
        jitter: Double = 0,
        maxAttempts: Int = 4
    ) -> [RetrySchedule.Step] {
        var schedule = RetrySchedule(maxAttempts: maxAttempts)
        return outcomes.map { schedule.step(after: $0, remaining: remaining, jitter: jitter) }
    }

    @Test(arguments: [
        GeminiOutcome.throttled(.day, retryAfter: .seconds(1)), .throttled(.spend, retryAfter: .seconds(1)), .noCredit,
        .auth("x"), .gone("x"), .invalidRequest("x", fault: .schema), .promptBlocked(reason: "OTHER"),
        .refused(reason: "RECITATION"),
        .refused(reason: "NEW_REASON"), .truncated(byThinking: true), .deadline, .ok(.null), .overloaded(status: 501),
    ])
    func neverRepeatsWhatWouldEndAlike(outcome: GeminiOutcome) {
        #expect(steps([outcome]) == [.giveUp])
    }

    @Test(arguments: [
        GeminiOutcome.throttled(.minute, retryAfter: nil), .throttled(.unknown, retryAfter: nil),
        .overloaded(status: 500), .overloaded(status: 503), .overloaded(status: 502), .transport("cut"),
    ])
    func doublesTheWaitUntilTheAttemptsAreUsedUp(outcome: GeminiOutcome) {
        #expect(
            steps([outcome, outcome, outcome, outcome]) == [
                .retry(after: .milliseconds(250)), .retry(after: .milliseconds(500)), .retry(after: .seconds(1)),
                .giveUp,
            ]
        )
    }

    @Test func waitsFourSecondsAtMost() {
        let waits = steps(Array(repeating: .overloaded(status: 503), count: 8), maxAttempts: 20)
        #expect(
            waits.suffix(3) == [.retry(after: .seconds(4)), .retry(after: .seconds(4)), .retry(after: .seconds(4))]
        )
    }

    @Test(arguments: [
        [GeminiOutcome.empty, .empty], [.malformed("x"), .malformed("y")], [.empty, .malformed("x")],
        [.truncated(byThinking: false), .empty], [.overloaded(status: 504), .overloaded(status: 504)],
    ])
    func repeatsOnlyOnce(outcomes: [GeminiOutcome]) {
        #expect(steps(outcomes) == [.retry(after: .milliseconds(250)), .giveUp])
    }

    @Test func stillRepeatsAfterAnOverloadOnceTheContentWasRepeated() {
        #expect(
            steps([.empty, .overloaded(status: 503), .empty]) == [
                .retry(after: .milliseconds(250)), .retry(after: .milliseconds(500)), .giveUp,
            ]
        )
    }

    @Test func waitsAsLongAsTheServerAsks() {
        let asked = GeminiOutcome.throttled(.minute, retryAfter: .seconds(38) + .nanoseconds(310_785))
        #expect(steps([asked]) == [.retry(after: .seconds(38) + .nanoseconds(310_785))])
        #expect(steps([asked], jitter: 0.5) == [.retry(after: .milliseconds(38_125) + .nanoseconds(310_785))])
    }

    @Test func backsOffWhenTheServerAsksForNoWait() {
        #expect(steps([.throttled(.minute, retryAfter: .zero)]) == [.retry(after: .milliseconds(250))])
    }

    @Test(arguments: [
        (Duration.milliseconds(2_500), RetrySchedule.Step.retry(after: .seconds(2))),
        (.milliseconds(2_499), .giveUp), (.zero, .giveUp), (.seconds(-1), .giveUp),
    ])
    func neverWaitsLongerThanLeavesRoomForAnAttempt(remaining: Duration, step: RetrySchedule.Step) {
        #expect(steps([.throttled(.minute, retryAfter: .seconds(2))], remaining: remaining) == [step])
    }

    @Test(
        arguments: [
            (0.0, 250), (0.5, 187), (1.0, 125), (7.0, 125), (-3.0, 250), (Double.nan, 250),
        ] as [(Double, Int64)]
    )
    func takesAtMostHalfOfTheWaitAsJitter(jitter: Double, milliseconds: Int64) {
        guard case .retry(let wait)? = steps([.overloaded(status: 503)], jitter: jitter).first else {
            Issue.record("no retry")
            return
        }
        #expect(wait.components.attoseconds / 1_000_000_000_000_000 == milliseconds)
    }

    @Test(arguments: [0, 1, -4]) func makesOneAttemptAtLeast(maxAttempts: Int) {
        #expect(steps([.overloaded(status: 503)], maxAttempts: maxAttempts) == [.giveUp])
    }

    /// Another model, or a request without what was refused, is asked at once; a wait would be for nothing.
    @Test(arguments: [
        GeminiOutcome.throttled(.day, retryAfter: .seconds(58)), .gone("x"), .invalidRequest("x", fault: .schema),
        .overloaded(status: 503),
    ])
    func asksOtherwiseAtOnce(outcome: GeminiOutcome) {
        var schedule = RetrySchedule(maxAttempts: 2)
        let step = schedule.step(after: outcome, remaining: .milliseconds(500), jitter: 0, changed: true)
        #expect(step == .retry(after: .zero))
        #expect(schedule.step(after: outcome, remaining: Self.plenty, jitter: 0, changed: true) == .giveUp)
        var late = RetrySchedule()
        #expect(late.step(after: outcome, remaining: .milliseconds(499), jitter: 0, changed: true) == .giveUp)
    }

    /// What is the picture's own doing stays so with every model.
    @Test(arguments: [
        GeminiOutcome.refused(reason: "RECITATION"), .promptBlocked(reason: "OTHER"), .auth("x"), .noCredit,
        .truncated(byThinking: true), .deadline,
    ])
    func doesNotAskOthersWhatIsNotTheModels(outcome: GeminiOutcome) {
        var schedule = RetrySchedule()
        #expect(schedule.step(after: outcome, remaining: Self.plenty, jitter: 0, changed: true) == .giveUp)
    }
}
