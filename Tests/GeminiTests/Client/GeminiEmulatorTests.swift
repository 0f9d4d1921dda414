import Documents
import Economics
import Emulator
import Platform
import Policy
import Testing

@testable import Gemini

/// The client against the emulator, which refuses unknown fields and whatever a family does not take, as Google does.
@Suite struct GeminiEmulatorTests {
    private static let key = "AQ.Ab8-secret_0123456789"

    private func served(
        script: String? = nil,
        keys: Set<String>? = nil,
        _ body: (GeminiClient, Emulator) async throws -> Void
    ) async throws {
        let emulator = try Emulator(
            Emulator.Configuration(
                script: script.map { Array($0.utf8) },
                acceptedKeys: keys,
                clock: WallClock { .seconds(1_796_000_000) }
            )
        )
        let http = HTTPClient()
        defer { http.close() }
        do {
            try await body(GeminiClient(http: http, baseURL: emulator.baseURL, key: Self.key), emulator)
        } catch {
            await emulator.stop()
            throw error
        }
        await emulator.stop()
    }

    private func attempt(
        _ client: GeminiClient,
        model: String = "gemini-3.5-flash-lite",
        snapshot: PolicySnapshot,
        schema: SchemaForm = .full
    ) async -> GeminiAttempt {
        await client.attempt(
            body: GeminiClient.requestBody(
                jpeg: SmallJPEG.bytes,
                snapshot: snapshot,
                form: RequestForm(schema: schema)
            ),
            model: model,
            contract: snapshot.contract,
            deadline: .now + .seconds(120),
            attemptID: "d1/1"
        )
    }

    /// Every family of the shipped policies, so that no field is one that its models refuse, with holds that suffice.
    @Test(.timeLimit(.minutes(2)), arguments: SchemaForm.allCases)
    func isTakenByEveryFamily(schema: SchemaForm) async throws {
        let set = try ShippedPolicies.set()
        let profile = try #require(set.profiles["android"])
        let contract = try #require(set.contracts[profile.cloud.contract])
        let models = Set(set.prices.prices.map(\.model)).sorted()
        #expect(models.count >= 8)
        try await served { client, _ in
            for model in models {
                let snapshot = PolicySnapshot(
                    revision: 1,
                    profile: profile,
                    set: set,
                    contract: contract,
                    capabilities: try #require(set.capabilities(of: model), "\(model)"),
                    zone: .utc
                )
                let attempt = await attempt(client, model: model, snapshot: snapshot, schema: schema)
                guard case .ok(.object(let members)) = attempt.outcome else {
                    Issue.record("\(model): \(attempt.outcome)")
                    continue
                }
                #expect(members.map(\.key) == contract.fields.map(\.name))
                #expect(attempt.repairs == [], "\(model)")
                #expect(attempt.emulated)
                let usage = try #require(attempt.usage)
                #expect(usage.reconciles)
                let ceiling = GeminiClient.inputTokenCeiling(
                    snapshot: snapshot,
                    width: SmallJPEG.width,
                    height: SmallJPEG.height
                )
                #expect(usage.prompt + usage.toolUse <= ceiling, "\(model)")
                #expect(usage.candidates + usage.thoughts <= profile.cloud.maxOutputTokens, "\(model)")
            }
        }
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("status: 503", .overloaded(status: 503), false), ("status: 500", .overloaded(status: 500), false),
            ("status: 504", .overloaded(status: 504), false), ("status: 502", .overloaded(status: 502), false),
            ("status: 402", .noCredit, false),
            (
                "status: 429, quota: 'minute', retryDelay: '1.5s'",
                .throttled(.minute, retryAfter: .milliseconds(1_500)), false
            ),
            ("status: 429, quota: 'day'", .throttled(.day, retryAfter: nil), false),
            ("status: 429, quota: 'spend'", .throttled(.spend, retryAfter: nil), false),
            ("status: 429, quota: 'bare'", .throttled(.unknown, retryAfter: nil), false),
            ("block: 'PROHIBITED_CONTENT'", .promptBlocked(reason: "PROHIBITED_CONTENT"), false),
            ("finish: 'RECITATION'", .refused(reason: "RECITATION"), false),
            ("thinkEatsBudget: true", .truncated(byThinking: true), false),
            ("empty: 'noParts'", .empty, false), ("empty: 'noText'", .empty, false),
            ("empty: 'noText', hideUsage: true", .empty, true),
            ("malformed: 'truncated'", .malformed("the JSON object of the answer is not closed"), false),
            ("malformed: 'digits'", .truncated(byThinking: false), false),
            ("finish: 'TIRED'", .refused(reason: "TIRED"), false),
            ("finish: 'PUP_LIMITED_DISABLED'", .refused(reason: "PUP_LIMITED_DISABLED"), false),
            ("block: 'OTHER'", .promptBlocked(reason: "OTHER"), false),
        ] as [(String, GeminiOutcome, Bool)]
    )
    func meansWhatTheScriptDid(action: String, outcome: GeminiOutcome, uncertain: Bool) async throws {
        let snapshot = try Samples.snapshot()
        try await served(script: "{ rules: [{ match: {}, action: { \(action) } }] }") { client, emulator in
            let attempt = await attempt(client, snapshot: snapshot)
            #expect(attempt.outcome == outcome)
            #expect(attempt.billingUncertain == uncertain)
            #expect(emulator.attempts.map(\.attempt) == ["d1/1"])
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["beforeAnswer", "midAnswer"])
    func isUncertainOfTheBillWhenCut(cut: String) async throws {
        let snapshot = try Samples.snapshot()
        try await served(script: "{ rules: [{ match: {}, action: { cut: '\(cut)' } }] }") { client, _ in
            let attempt = await attempt(client, snapshot: snapshot)
            guard case .transport = attempt.outcome else {
                Issue.record("\(attempt.outcome)")
                return
            }
            #expect(attempt.billingUncertain)
        }
    }

    /// A detail without its count, and a total that is not the sum of its parts: odd, and no reason to lose an answer.
    @Test(.timeLimit(.minutes(1)), arguments: [("bareDetails", true), ("wrongTotal", false)])
    func takesAnAnswerWithAnOddUsage(usage: String, reconciles: Bool) async throws {
        let snapshot = try Samples.snapshot()
        try await served(script: "{ rules: [{ match: {}, action: { usage: '\(usage)' } }] }") { client, _ in
            let attempt = await attempt(client, snapshot: snapshot)
            guard case .ok = attempt.outcome, let billed = attempt.usage else {
                Issue.record("\(attempt)")
                return
            }
            #expect(billed.reconciles == reconciles)
            #expect(!attempt.billingUncertain)
        }
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [("fences", [AnswerRepair(.fence)]), ("trailing", [AnswerRepair(.trailingText)]), ("split", [])]
    )
    func putsTheScriptedAnswerRight(malformed: String, repairs: [AnswerRepair]) async throws {
        let snapshot = try Samples.snapshot()
        try await served(script: "{ rules: [{ match: {}, action: { malformed: '\(malformed)' } }] }") { client, _ in
            let attempt = await attempt(client, snapshot: snapshot)
            guard case .ok = attempt.outcome else {
                Issue.record("\(attempt.outcome)")
                return
            }
            #expect(attempt.repairs == repairs)
        }
    }

    @Test(.timeLimit(.minutes(1))) func refusesWhatIsOutOfTheSet() async throws {
        let snapshot = try Samples.snapshot()
        try await served(script: "{ rules: [{ match: {}, action: { malformed: 'outOfSet' } }] }") { client, _ in
            guard case .malformed(let why) = await attempt(client, snapshot: snapshot).outcome else {
                Issue.record("accepted")
                return
            }
            #expect(why.hasPrefix("`primaryCategory` is `"))
        }
    }

    @Test(.timeLimit(.minutes(1))) func knowsAWrongKey() async throws {
        let snapshot = try Samples.snapshot()
        try await served(keys: ["another key"]) { client, _ in
            guard case .auth(let attempted) = await attempt(client, snapshot: snapshot).outcome,
                case .auth(let probed) = await client.probe(deadline: .now + .seconds(120))
            else {
                Issue.record("the key was taken")
                return
            }
            #expect(attempted.contains("API_KEY_INVALID"))
            #expect(probed.contains("API_KEY_INVALID"))
        }
        try await served(keys: [Self.key]) { client, _ in
            #expect(await client.probe(deadline: .now + .seconds(120)) == .ok(emulated: true))
        }
    }

    @Test(.timeLimit(.minutes(1))) func knowsAModelThatIsGone() async throws {
        let snapshot = try Samples.snapshot()
        try await served { client, _ in
            guard case .gone = await attempt(client, model: "gemini-9-nothing", snapshot: snapshot).outcome else {
                Issue.record("there")
                return
            }
        }
    }
}
