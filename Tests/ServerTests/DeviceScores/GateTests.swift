import Ledger
import Testing

/// `POST /v1/gate`: what devices really send, and what they are told.
struct GateTests {
    @Test(.timeLimit(.minutes(10)), arguments: GateCase.devices + GateCase.saliency + GateCase.spellings)
    func judgesWhatDevicesSend(sample: GateCase) async throws {
        try await GateCase.judged { server in
            let answer = try await server.ask(sample.body, profile: sample.profile)
            #expect(answer.status == 200)
            #expect(answer.string("verdict") == sample.verdict)
            #expect(answer["reasons"]?.array?.compactMap { $0["code"]?.string } == sample.reasons)
            #expect(answer.strings("normalised") == sample.normalised)
            #expect(answer.strings("warnings") == sample.warnings)
            #expect(answer.string("policy.profile") == sample.profile)
            #expect(answer.headers["torii-policy-revision"] == "1")
            let record = try #require(try await server.decisions().first)
            #expect(record.id == answer.string("decisionId"))
            #expect(record.id == answer.decision)
            #expect(record.route == .gate)
            #expect(record.outcome == (sample.verdict == "send" ? nil : .rejected))
            #expect(record.reasons.map(\.rawValue) == sample.reasons)
            try await server.expectLedger(decisions: 1, attempts: 0)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func namesTheLabelThatEarnsTheBypass() async throws {
        try await GateCase.judged { server in
            let answer = try await server.ask(
                GateCase.base(labels: #"[{"id":"Polka Dots","confidence":"62 %"},{"name":"textile","score":0.4}]"#)
            )
            #expect(answer.string("reasons.0.code") == "abstract_bypass")
            #expect(answer.string("reasons.0.label") == "polka_dots")
            #expect(answer["reasons.0.confidence"]?.double == 0.62)
            #expect(answer.string("localLabel.category") == "pattern")
            #expect(answer["localLabel.confidence"]?.double == 0.62)
            #expect(answer.strings("normalised") == ["number_as_string", "scaled_percent"])
            #expect(answer.integer("upload.maxSide") == 1024)
            #expect(answer.string("upload.deadline") == "30000ms")
        }
    }
}
