import Documents
import Ledger
import Policy
import Testing

@testable import Server

/// One decision in words, as `torii why` and `?format=text` tell it.
struct DecisionJourneyTests {
    private static func lines(_ server: ServerUnderTest, _ answer: Answer) async throws -> [String] {
        let id = try #require(answer.decision)
        let told = try await server.get("/v1/decisions/\(id)?format=text")
        #expect(told.status == 200 && told.headers["content-type"] == "text/plain; charset=utf-8")
        #expect(told.text.hasSuffix("\n"))
        return told.text.split(separator: "\n").map(String.init)
    }

    @Test(.timeLimit(.minutes(5)))
    func tellsWhyAPictureStayed() async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.upload(Pictures.blurred(7))
            let lines = try await Self.lines(server, answer)
            let record = try #require(try await server.decisions().first)
            let sharpness = try #require(record.evidence.sharpness)
            let score = FigureText.fixed(sharpness, 4)
            #expect(lines.first == "Decision \(record.id)")
            #expect(lines.contains("rejected        too_blurry: sharpness is below its threshold"))
            #expect(lines.contains("  sharpness     \(score)  threshold 0.1800  below"))
            #expect(lines.contains("cloud           not asked: nothing was spent on it"))
            // Never more than the score: that would not have sent it.
            let most = FigureText.fixed((sharpness * 10_000).rounded(.down) / 10_000, 4)
            let floor = sharpness < 0.05 ? " (below the policy's floor of 0.0500)" : ""
            #expect(
                lines.contains("would turn it   a sharpness threshold of \(most) or less would have sent it\(floor)")
            )
            #expect(lines.last == "today           the same verdict under r1: reject (too_blurry)")
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func tellsWhatWasPaidAndWhatTodayWouldDo() async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.upload(Pictures.sharp(seed: 3))
            let off = try await AuditedApplyTests.apply(server, [("gate: {", "gate: {\n    enabled: false,")])
            #expect(off.integer("revision") == 2)
            let lines = try await Self.lines(server, answer)
            let attempt = try #require(try await server.store.attempts(decisionID: answer.decision ?? "").first)
            let bill = try #require(attempt.settlement).cost.formatted(.exact)
            let held = attempt.hold.amount.formatted(.exact)
            #expect(lines.first?.hasSuffix("   EMULATED") == true)
            #expect(lines.contains("sent            gate_passed: no rule of the gate rejects it"))
            let cloud = try #require(lines.first { $0.hasPrefix("cloud, try 1    gemini-3.5-flash-lite: ok in ") })
            #expect(cloud.hasSuffix(" ms, held \(held) USD, settled \(bill) USD"))
            #expect(lines.last == "today           sent under r2: its gate is off")
        }
    }

    /// A dial without a certificate lets next to everything through, whatever the document says.
    @Test(.timeLimit(.minutes(5)))
    func judgesAgainAsTheDialWould() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try text.change("mode: \"off\"", to: "mode: \"auto\"") }
        }
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(Pictures.blurred(7))
            let lines = try await Self.lines(server, answer)
            #expect(lines.last == "today           the same verdict under r1: send (gate_passed)")
            let record = try #require(try await server.decisions().first)
            // Where nobody can ask the dial.
            let alone = DecisionJourney(
                record: record,
                attempts: [],
                feedback: nil,
                now: server.server.service.policies.snapshot(of: "ios")
            )
            #expect(
                alone.text.hasSuffix(
                    "today           r1 is in force; its dial moves the thresholds: `torii control status`\n"
                )
            )
            #expect(!alone.text.contains(" now"))
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func refusesOtherForms() async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.get("/v1/decisions/01X?format=html")
            #expect(answer.status == 400)
            #expect(answer.string("detail") == "`format` is json or text, found `html`")
        }
    }

    /// Every reason has words of its own.
    @Test func explainsEveryReason() {
        let words = Reason.allCases.map(\.explanation)
        #expect(Set(words).count == Reason.allCases.count)
        #expect(words.allSatisfy { !$0.isEmpty && !$0.hasSuffix(".") })
    }
}
