import Economics
import Ledger
import Testing

@testable import Server

/// How good answers were and what was blocked, the same in metrics, reports and ledger.
struct AnswerQualityTests {
    private static let labels = #"model="gemini-3.5-flash-lite",schema="wallpaper/1",media_resolution="low""#

    @Test(.timeLimit(.minutes(10)))
    func countsRepairsMalformedAnswersAndDrift() async throws {
        var setup = ServerUnderTest.Setup()
        setup.script = """
            { rules: [ { match: { nth: [1] }, action: { malformed: "fences" } },
                       { match: { nth: [2] }, action: { malformed: "outOfSet" } } ] }
            """
        try await ServerUnderTest.run(setup) { server in
            for seed in 60..<62 {
                let answer = try await server.upload(Pictures.sharp(seed: UInt64(seed), width: 160, height: 120))
                #expect(answer.string("outcome") == "sent")
            }
            let metrics = try Metrics(try await server.get("/metrics").text)
            #expect(metrics["torii_answers_total{\(Self.labels),result=\"ok\"}"] == "2")
            #expect(metrics["torii_answers_total{\(Self.labels),result=\"malformed\"}"] == "1")
            #expect(metrics["torii_answers_repaired_total{\(Self.labels)}"] == "1")
            #expect(metrics["torii_usage_mismatches_total{\(Self.labels)}"] == "0")
            #expect(metrics["torii_bills_above_hold_total{\(Self.labels)}"] == "0")
            let billed = server.emulator.attempts.reduce(0) { $0 + $1.promptTokens }
            #expect(metrics["torii_metered_input_tokens_total{\(Self.labels)}"] == "\(billed)")

            let report = try await server.get("/v1/reports/economics?format=json")
            let row = try #require(report["answers"]?.array?.first)
            #expect(report["answers"]?.array?.count == 1)
            #expect(row["attempts"]?.integer == 3)
            #expect(row["malformedShare"]?.double == 1 / 3.0)
            #expect(row["repairedShare"]?.double == 1 / 3.0)
            #expect(row["inputTokens"]?.integer == Int64(billed))
            // The picture's estimate follows the same measured rule as the emulator's bill.
            #expect(row["imageDrift"]?.double == 1)
            let text = try await server.get("/v1/reports/economics?format=text").text
            #expect(text.contains("Answers"))
            #expect(!text.contains("ALARM"))
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func countsBlocksAndOpenCircuits() async throws {
        var setup = ServerUnderTest.Setup()
        setup.script = """
            { rules: [ { match: { nth: [1] }, action: { block: "PROHIBITED_CONTENT" } },
                       { match: { nth: [2] }, action: { finish: "SAFETY" } },
                       { match: { nth: [3] }, action: { status: 402 } } ] }
            """
        try await ServerUnderTest.run(setup) { server in
            for seed in 63..<66 {
                let answer = try await server.upload(Pictures.sharp(seed: UInt64(seed), width: 160, height: 120))
                #expect(answer.string("outcome") == "local")
            }
            let metrics = try Metrics(try await server.get("/metrics").text)
            let block = { (stage: String, reason: String, category: String) in
                #"torii_safety_blocks_total{profile="ios",stage="\#(stage)",reason="\#(reason)",category="\#(category)"}"#
            }
            #expect(metrics[block("prompt", "PROHIBITED_CONTENT", "")] == "1")
            #expect(
                metrics.samples.filter { $0.key.contains(#"stage="answer",reason="SAFETY""#) }.map(\.value) == ["1"]
            )
            #expect(metrics[#"torii_upstream_circuit_open{scope="account",cause="no_credit"}"#] == "1")

            let now = server.clock.wallClock.now()
            let query = EconomicsReport.Query(
                from: CivilDate(at: now, in: .utc),
                end: CivilDate(at: now, in: .utc).next,
                dimensions: []
            )
            let report = try await SafetyReport.made(query, store: server.store, profiles: [], now: now)
            #expect(report.counts.map(\.count) == [1, 1])
            #expect(report.text().contains("EMULATED"))
            #expect(report.text().contains("1       ios      prompt  not named"))
        }
    }

    /// A usage whose parts are not its total, and a bill above its hold, are alarms in every report.
    @Test func saysAlarmsAloud() {
        var rollup = AnswerRollup(
            profile: "ios",
            hour: .seconds(0),
            model: "m",
            schema: "wallpaper/1",
            mediaResolution: "low",
            result: "ok",
            emulated: false
        )
        rollup.attempts = 4
        rollup.metered = 4
        rollup.mismatched = 3
        rollup.aboveHold = 2
        rollup.estimatedInput = 1_000
        rollup.input = 1_250
        let quality = AnswerQuality([rollup])
        let text = quality.text(width: 100)
        #expect(text.contains("ALARM: 3 usages do not add up to their total"))
        #expect(text.contains("ALARM: 2 bills were above what was held for them"))
        #expect(text.contains("1.25"))
        #expect(quality.rows.first?.imageDrift == nil)
    }

    @Test(.timeLimit(.minutes(10)))
    func sendsNothingWithAKeyThatIsRefused() async throws {
        var setup = ServerUnderTest.Setup()
        setup.acceptedKeys = ["another key"]
        try await ServerUnderTest.run(setup) { server in
            guard case .auth = await server.server.probeKey() else {
                Issue.record("the key was taken")
                return
            }
            let answer = try await server.upload(Pictures.sharp(seed: 70, width: 160, height: 120))
            #expect(answer.string("outcome") == "local")
            #expect(answer.string("detail") == "the API does not take the key")
            #expect(server.emulator.received == 0)
            try await server.expectLedger(decisions: 1, attempts: 0)
        }
        try await ServerUnderTest.run { server in
            #expect(await server.server.probeKey() == .ok(emulated: true))
        }
    }
}
