import Documents
import Emulator
import Platform
import TestSupport
import Testing

/// What a script says beside its rules, and what a single request asks for.
@Suite(.timeLimit(.minutes(3))) struct EmulatorSettingsTests {
    private let body = Array(#"{"contents":[{"parts":[{"text":"12345678"}]}]}"#.utf8)
    private let key = (name: "x-goog-api-key", value: "k")

    @Test func keepsTheQuotasOfTheScript() async throws {
        let clock = ManualClock(.seconds(1_796_040_000))
        let fixture = try EmulatorFixture(script: "{quotas:{requestsPerMinute:2}}") { $0.clock = clock.wallClock }
        var statuses: [Int] = []
        for _ in 0..<3 { statuses.append(try await fixture.generate(body).status) }
        #expect(statuses == [200, 200, 429])
        let refused = try await fixture.generate(body)
        #expect(refused.header("retry-after") == nil)
        #expect(refused.text.contains(#""retryDelay": "60s""#))
        clock.advance(seconds: 60)
        #expect(try await fixture.generate(body).status == 200)
        await fixture.stop()
    }

    @Test func keepsTheSpendOfTenMinutes() async throws {
        let script = #"{quotas:{spendPerTenMinutes:"0.000001 USD"}}"#
        let fixture = try EmulatorFixture(script: script)
        #expect(try await fixture.generate(body).status == 200)
        let refused = try await fixture.generate(body)
        #expect(refused.status == 429 && refused.text.contains("spend based rate limit"))
        await fixture.stop()
    }

    @Test func countsOtherwiseThanItBills() async throws {
        let fixture = try EmulatorFixture(script: "{countTokens:{factor:0.5,hideDetails:true}}")
        let path = "/v1/models/gemini-3.5-flash-lite:countTokens"
        let counted = try await fixture.exchange("POST", path, body: body).get().node
        #expect(counted["totalTokens"]?.integer == 1 && counted["promptTokensDetails"] == nil)
        #expect(try await fixture.generate(body).node["usageMetadata"]?["promptTokenCount"]?.integer == 2)
        await fixture.stop()
    }

    @Test func obeysTheHeaderOfOneRequest() async throws {
        let fixture = try EmulatorFixture(script: "{rules:[{action:{status:500}}]}")
        func status(_ fault: String) async throws -> Int {
            try await fixture.generate(body, headers: [key, (name: "Torii-Fault", value: fault)]).status
        }
        #expect(try await status("{status: 503}") == 503)
        #expect(try await status("{}") == 200)
        #expect(try await fixture.generate(body).status == 500)
        let wrong = try await fixture.generate(body, headers: [key, (name: "Torii-Fault", value: "{stats:1}")])
        #expect(wrong.status == 400 && wrong.text.contains("unknown key `stats`"))
        await fixture.stop()
    }

    @Test func answersWhatIsNoRequestInGooglesForm() async throws {
        let fixture = try EmulatorFixture { $0.maxRequestBytes = 1_000 }
        let answer = try await fixture.generate(Array(repeating: 0x20, count: 1_200_000))
        #expect(answer.status == 413)
        #expect(try answer.node["error"]?["status"]?.string == "INVALID_ARGUMENT")
        await fixture.stop()
    }

    @Test func takesAnOAuthTokenForNoKey() async throws {
        let fixture = try EmulatorFixture()
        let answer = try await fixture.generate(body, headers: [(name: "x-goog-api-key", value: "ya29.a0AfH6SM")])
        #expect(answer.status == 401)
        #expect(
            try answer.node["error"]?["details"]?.array?.first?["reason"]?.string == "ACCESS_TOKEN_TYPE_UNSUPPORTED"
        )
        await fixture.stop()
    }

    @Test func keepsNoCachedContents() async throws {
        let fixture = try EmulatorFixture()
        let body = #"{"contents":[{"parts":[{"text":"a"}]}],"cachedContent":"cachedContents/x"}"#
        #expect(try await fixture.generate(Array(body.utf8)).status == 403)
        await fixture.stop()
    }
}
