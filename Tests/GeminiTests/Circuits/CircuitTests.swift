import Economics
import Testing

@testable import Gemini

@Suite struct CircuitTests {
    /// 2026-11-30 12:00 UTC, four in the morning Pacific.
    private static let now = Timestamp.seconds(1_796_040_000)
    private static let pacific = ZoneOffsets(
        identifier: "America/Los_Angeles",
        initialOffset: -8 * 3_600,
        transitions: []
    )

    private func circuits(_ outcomes: [GeminiOutcome], of model: String = "a") -> Circuits {
        var circuits = Circuits(pacific: Self.pacific)
        for outcome in outcomes { _ = circuits.record(outcome, of: model, at: Self.now) }
        return circuits
    }

    @Test(arguments: [
        (GeminiOutcome.throttled(.spend, retryAfter: nil), CircuitCause.spendLimit, Int64(60)),
        (.throttled(.spend, retryAfter: .seconds(90)), .spendLimit, 90), (.noCredit, .noCredit, 300),
        (.auth("x"), .keyRefused, 60),
    ])
    func shutsTheWholeAccount(outcome: GeminiOutcome, cause: CircuitCause, seconds: Int64) {
        var circuits = circuits([outcome])
        let until = Self.now.advanced(bySeconds: seconds)
        #expect(circuits.open == [Circuits.Open(model: nil, cause: cause)])
        for model in ["a", "b"] {
            #expect(circuits.admission(of: model, at: Self.now) == .refused(cause, until: until))
        }
        #expect(circuits.admission(of: "b", at: until) == .pass)
    }

    /// Whoever calls stops all spending over it; a circuit would close again by itself, or keep what a person has thawed.
    @Test func leavesAnAccountThatBrokeAPolicyToAPerson() {
        var circuits = circuits([.refused(reason: "PUP_LIMITED_DISABLED")])
        #expect(circuits.open == [])
        #expect(circuits.admission(of: "a", at: Self.now) == .pass)
        // Nor is it a sign that things work again.
        circuits = self.circuits([.noCredit, .refused(reason: "PUP_LIMITED_DISABLED")])
        #expect(circuits.open == [Circuits.Open(model: nil, cause: .noCredit)])
    }

    @Test(arguments: [
        // Midnight Pacific is 08:00 UTC of the next day, whatever the server asks for.
        (GeminiOutcome.throttled(.day, retryAfter: .seconds(58)), CircuitCause.dayQuota, Int64(20 * 3_600) * 1_000_000),
        (.throttled(.minute, retryAfter: .milliseconds(45_837)), .throttled, 45_837_000),
        (.throttled(.unknown, retryAfter: .seconds(7)), .throttled, 7_000_000), (.gone("x"), .gone, 3_600_000_000),
    ])
    func shutsOneModel(outcome: GeminiOutcome, cause: CircuitCause, micros: Int64) {
        var circuits = circuits([outcome])
        let until = Timestamp(microseconds: Self.now.microseconds + micros)
        #expect(circuits.admission(of: "a", at: Self.now) == .refused(cause, until: until))
        #expect(circuits.admission(of: "b", at: Self.now) == .pass)
        #expect(circuits.open == [Circuits.Open(model: "a", cause: cause)])
    }

    @Test(arguments: [
        (GeminiOutcome.overloaded(status: 503), 12), (.transport("cut"), 12), (.deadline, 12),
        (.throttled(.unknown, retryAfter: nil), 3), (.throttled(.minute, retryAfter: nil), 3),
    ])
    func opensAfterFailuresInARow(outcome: GeminiOutcome, limit: Int) {
        #expect(circuits(Array(repeating: outcome, count: limit - 1)).open.isEmpty)
        #expect(circuits(Array(repeating: outcome, count: limit)).open.count == 1)
        // One that works in between begins the count anew.
        let broken =
            Array(repeating: outcome, count: limit - 1) + [.empty] + Array(repeating: outcome, count: limit - 1)
        #expect(circuits(broken).open.isEmpty)
    }

    @Test func letsOneThroughToSeeWhetherItWorksAgain() {
        var circuits = circuits(Array(repeating: .overloaded(status: 503), count: 12))
        let later = Self.now.advanced(bySeconds: 5)
        #expect(circuits.admission(of: "a", at: later) == .pass)
        let soon = Timestamp(microseconds: later.microseconds + 250_000)
        #expect(circuits.admission(of: "a", at: later) == .refused(.overloaded, until: soon))
        #expect(circuits.record(.ok(.null), of: "a", at: later) == [Circuits.Change(model: "a", cause: nil)])
        #expect(circuits.admission(of: "a", at: later) == .pass)
        #expect(circuits.admission(of: "a", at: later) == .pass)
        #expect(circuits.open.isEmpty)
    }

    @Test func doublesThePauseUpToAMinute() {
        var circuits = circuits(Array(repeating: .overloaded(status: 503), count: 12))
        var now = Self.now
        var pauses: [Int64] = []
        for _ in 0..<6 {
            guard case .refused(_, let until) = circuits.admission(of: "a", at: now) else { break }
            pauses.append(until.seconds - now.seconds)
            now = until
            #expect(circuits.admission(of: "a", at: now) == .pass)
            _ = circuits.record(.overloaded(status: 503), of: "a", at: now)
        }
        #expect(pauses == [5, 10, 20, 40, 60, 60])
    }

    @Test func asksAgainWhenAProbeIsNeverHeardOf() {
        var circuits = circuits(Array(repeating: .overloaded(status: 503), count: 12))
        let later = Self.now.advanced(bySeconds: 5)
        #expect(circuits.admission(of: "a", at: later) == .pass)
        #expect(circuits.admission(of: "a", at: later.advanced(bySeconds: 15)) == .pass)
    }

    @Test func tellsOnlyWhatChanged() {
        var circuits = Circuits(pacific: Self.pacific)
        let shut = Circuits.Change(model: nil, cause: .noCredit)
        #expect(circuits.record(.noCredit, of: "a", at: Self.now) == [shut])
        #expect(circuits.record(.noCredit, of: "b", at: Self.now) == [])
        #expect(
            circuits.record(.invalidRequest("x", fault: .other), of: "a", at: Self.now)
                == [Circuits.Change(model: nil, cause: nil)]
        )
    }
}
