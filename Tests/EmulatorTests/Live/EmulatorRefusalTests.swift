import Documents
import Emulator
import Platform
import Testing

@Suite(.timeLimit(.minutes(3))) struct EmulatorRefusalTests {
    private func error(_ answer: EmulatorFixture.Answer) throws -> DocumentNode {
        #expect(answer.header("torii-emulator") == "1")
        #expect(answer.header("retry-after") == nil)
        let error = try #require(try answer.node["error"])
        #expect(error["code"]?.integer == Int64(answer.status))
        return error
    }

    @Test func namesUnknownMembersWithTheirViolations() async throws {
        let fixture = try EmulatorFixture()
        let body = #"{"contents":[{"parts":[{"text":"a"}]}],"temperature":1,"generationConfig":{"foo":1}}"#
        let answer = try await fixture.generate(Array(body.utf8))
        #expect(answer.status == 400)
        let error = try error(answer)
        #expect(error["status"]?.string == "INVALID_ARGUMENT")
        let first = #"Invalid JSON payload received. Unknown name "temperature": Cannot find field."#
        let second = #"Invalid JSON payload received. Unknown name "foo" at 'generation_config': Cannot find field."#
        #expect(error["message"]?.string == first + "\n" + second)
        let detail = try #require(error["details"]?.array?.first)
        #expect(detail["@type"]?.string == "type.googleapis.com/google.rpc.BadRequest")
        let violations = detail["fieldViolations"]?.array ?? []
        #expect(violations.map { $0["description"]?.string } == [first, second])
        #expect(violations.map { $0["field"]?.string } == [nil, "generation_config"])
        await fixture.stop()
    }

    @Test func wantsAKeyInAnyOfThreePlaces() async throws {
        let fixture = try EmulatorFixture { $0.acceptedKeys = ["good"] }
        let body = Array(#"{"contents":[{"parts":[{"text":"a"}]}]}"#.utf8)
        let path = "/v1/models/gemini-3.5-flash-lite:generateContent"
        func status(_ path: String, _ headers: [(name: String, value: String)]) async throws -> Int {
            try await fixture.exchange("POST", path, body: body, headers: headers).get().status
        }
        #expect(try await status(path, [(name: "x-goog-api-key", value: "good")]) == 200)
        #expect(try await status(path, [(name: "Authorization", value: "Bearer good")]) == 200)
        #expect(try await status(path + "?key=good", []) == 200)
        let missing = try await fixture.exchange("POST", path, body: body, headers: []).get()
        #expect(missing.status == 403)
        #expect(try error(missing)["status"]?.string == "PERMISSION_DENIED")
        let wrong = try await fixture.generate(body, headers: [(name: "x-goog-api-key", value: "bad")])
        #expect(wrong.status == 400)
        let error = try error(wrong)
        #expect(error["status"]?.string == "INVALID_ARGUMENT")
        #expect(error["details"]?.array?.first?["reason"]?.string == "API_KEY_INVALID")
        #expect(try await fixture.exchange("GET", "/v1/models", headers: []).get().status == 403)
        await fixture.stop()
    }

    @Test func knowsWhichModelsThereAre() async throws {
        let fixture = try EmulatorFixture()
        let body = Array(#"{"contents":[{"parts":[{"text":"a"}]}]}"#.utf8)
        let unknown = try await fixture.generate(body, model: "gemini-9")
        #expect(unknown.status == 404)
        #expect(try error(unknown)["status"]?.string == "NOT_FOUND")
        #expect(
            try error(unknown)["message"]?.string?.hasPrefix("models/gemini-9 is not found for API version v1beta")
                == true
        )
        let gone = try await fixture.generate(body, model: "gemini-2.0-flash")
        #expect(gone.status == 404)
        #expect(try error(gone)["message"]?.string?.contains("no longer available") == true)
        #expect(try await fixture.get("/v1/other").status == 404)
        let method = try await fixture.exchange("POST", "/v1/models/gemini-3.8-flash:embedContent", body: body).get()
        #expect(method.status == 404)
        await fixture.stop()
    }

    @Test(arguments: [
        ("gemini-3.7-flash", #"{"thinkingLevel":"MINIMAL"}"#, 400),
        ("gemini-3.8-flash", #"{"thinkingLevel":"MINIMAL"}"#, 400),
        ("gemini-3.8-flash", #"{"thinkingLevel":"LOW"}"#, 200),
        ("gemini-3.6-flash", #"{"thinkingLevel":"MINIMAL"}"#, 200),
        ("gemini-3.5-flash-lite", #"{"thinkingLevel":"XHIGH"}"#, 400),
        ("gemini-4-hydrogen", #"{"thinkingLevel":"XHIGH"}"#, 200),
        ("gemini-2.5-flash-lite", #"{"thinkingLevel":"LOW"}"#, 400),
        ("gemini-2.5-flash-lite", #"{"thinkingBudget":0}"#, 200),
        ("gemini-3.5-flash-lite", #"{"thinkingLevel":"LOW","thinkingBudget":0}"#, 400),
        ("gemini-3.5-flash-lite", #"{"thinking_level":"low","thinking_budget":"0"}"#, 400),
        ("gemini-3.5-flash-lite", #"{"thinkingBudget":-2}"#, 400),
        ("gemini-3.5-flash-lite", #"{"thinkingBudget":0}"#, 200),
        ("gemini-3.8-flash", #"{"thinkingBudget":0}"#, 400),
        ("gemini-2.5-flash-lite", #"{"thinkingBudget":511}"#, 400),
        ("gemini-2.5-flash-lite", #"{"thinkingBudget":512}"#, 200),
        ("gemini-2.5-flash-lite", #"{"thinkingBudget":-1}"#, 200),
        ("gemini-2.5-flash-lite", #"{"thinkingBudget":24577}"#, 400),
    ])
    func takesTheThinkingOfTheFamily(model: String, thinking: String, status: Int) async throws {
        let fixture = try EmulatorFixture()
        let body = #"{"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"thinkingConfig":\#(thinking)}}"#
        let answer = try await fixture.generate(Array(body.utf8), model: model)
        #expect(answer.status == status, "\(answer.text)")
        await fixture.stop()
    }

    @Test(arguments: [
        "", "{", "[]", "{}", #"{"contents":[]}"#, #"{"contents":[{"parts":[]}]}"#,
        #"{"contents":[{"role":"system","parts":[{"text":"a"}]}]}"#,
        #"{"contents":[{"parts":[{"inlineData":{"mimeType":"image/gif","data":"R0lGODlhAQ=="}}]}]}"#,
        #"{"contents":[{"parts":[{"inlineData":{"mimeType":"image/jpeg","data":"AAAA"}}]}]}"#,
        #"{"contents":[{"parts":[{"inlineData":{"mimeType":"image/jpeg","data":""}}]}]}"#,
        #"{"contents":[{"parts":[{"inlineData":{"mimeType":"image/jpeg","data":"not base64"}}]}]}"#,
        #"{"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"candidateCount":2}}"#,
        #"{"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"maxOutputTokens":0}}"#,
        #"{"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"responseMimeType":"text/html"}}"#,
        #"{"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"responseSchema":{"type":"STRING"}}}"#,
        #"{"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"responseMimeType":"application/json","#
            + #""responseSchema":{"type":"STRING"},"responseJsonSchema":{"type":"string"}}}"#,
    ])
    func refusesABrokenRequest(body: String) async throws {
        let fixture = try EmulatorFixture()
        let answer = try await fixture.generate(Array(body.utf8))
        #expect(answer.status == 400, "\(answer.text)")
        #expect(try error(answer)["status"]?.string == "INVALID_ARGUMENT")
        #expect(fixture.emulator.attempts.map(\.outcome) == ["status_400"])
        await fixture.stop()
    }

    @Test func refusesTooManyBytes() async throws {
        let fixture = try EmulatorFixture { $0.maxRequestBytes = 1_000 }
        let body = Requests.classification(try Pictures.meadow())
        let answer = try await fixture.generate(body)
        #expect(answer.status == 400)
        #expect(try error(answer)["message"]?.string == "Request payload size exceeds the limit: 1000 bytes.")
        await fixture.stop()
    }

    @Test func endsShortServerTimeoutsAtOnce() async throws {
        let fixture = try EmulatorFixture()
        let body = Array(#"{"contents":[{"parts":[{"text":"a"}]}]}"#.utf8)
        let key = (name: "x-goog-api-key", value: "k")
        #expect(try await fixture.generate(body, headers: [key, (name: "X-Server-Timeout", value: "8")]).status == 500)
        #expect(
            try await fixture.generate(body, headers: [key, (name: "X-Server-Timeout", value: "10")]).status == 200
        )
        await fixture.stop()
    }

    @Test func refusesATakenPortAndABrokenScript() async throws {
        let fixture = try EmulatorFixture()
        #expect { try EmulatorFixture { $0.port = fixture.emulator.port } } throws: {
            ($0 as? EmulatorError)?.code == .cannotListen
        }
        #expect { try EmulatorFixture(script: "{rules:[{}]}") } throws: {
            ($0 as? EmulatorError)?.code == .invalidScript
        }
        await fixture.stop()
    }
}
