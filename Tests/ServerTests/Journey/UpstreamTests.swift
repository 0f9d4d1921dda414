import Economics
import Ledger
import Platform
import Policy
import Testing

/// What the cloud can do to an upload, and what is paid for it.
struct UpstreamTests {
    @Test(.timeLimit(.minutes(10)))
    func retriesInsideOneDecision() async throws {
        var setup = ServerUnderTest.Setup()
        setup.script = "{ rules: [ { match: { first: 1 }, action: { status: 503 } } ] }"
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(Pictures.sharp(seed: 11))
            #expect(answer.string("outcome") == "sent")
            #expect(answer.reasons == ["gate_passed"])
            let attempts = try await server.store.attempts(decisionID: try #require(answer.decision))
            #expect(attempts.map { $0.settlement?.result } == ["overloaded", "ok"])
            #expect(attempts.first?.settlement?.cost == .zero)
            #expect(attempts.first?.settlement?.uncertain == false)
            #expect(attempts.last?.settlement?.cost.nanoUSD == answer.integer("cost.nanoUSD"))
            #expect(server.emulator.attempts.map(\.outcome) == ["status_503", "ok"])
            try await server.expectLedger(decisions: 1, attempts: 2)
        }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [("block: \"PROHIBITED_CONTENT\"", "prompt_blocked"), ("finish: \"SAFETY\"", "refused")]
    )
    func answersLocallyWhenTheModelRefuses(action: String, result: String) async throws {
        var setup = ServerUnderTest.Setup()
        setup.script = "{ rules: [ { match: {}, action: { \(action) } } ] }"
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(Pictures.sharp(seed: 12))
            #expect(answer.status == 200)
            #expect(answer.string("verdict") == "send")
            #expect(answer.string("outcome") == "local")
            #expect(answer.string("source") == "local")
            #expect(answer.reasons == ["upstream_blocked", "gate_passed"])
            #expect(answer["classification"]?.isNull == true)
            #expect(answer["localLabel"]?.object != nil)
            #expect(answer.string("detail")?.hasPrefix("the model ") == true)
            let attempts = try await server.store.attempts(decisionID: try #require(answer.decision))
            #expect(attempts.map { $0.settlement?.result } == [result])
            // The prompt was read, and is billed.
            let prompt = Int64(try #require(server.emulator.attempts.first).promptTokens)
            #expect(try #require(answer.integer("cost.nanoUSD")) >= prompt * 300)
            // A refusal is no answer: nothing is kept for the next upload of it.
            #expect(try await server.upload(Pictures.sharp(seed: 12)).string("outcome") == "local")
            try await server.expectLedger(decisions: 2, attempts: 2)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func settlesInFullWhatTheDeadlineCut() async throws {
        var setup = ServerUnderTest.Setup()
        setup.script = "{ rules: [ { match: {}, action: { hold: \"release\" } } ] }"
        setup.documents = try PolicyDocuments.documents { path, text in
            guard path == "ios.json5" else { return }
            try text.change("\"30s\"", to: "\"3s\"")
            try text.change("\"60s\"", to: "\"4s\"")
        }
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(Pictures.sharp(seed: 13, width: 160, height: 120))
            #expect(answer.string("outcome") == "local")
            #expect(answer.reasons?.first == "upstream_deadline")
            let attempts = try await server.store.attempts(decisionID: try #require(answer.decision))
            let attempt = try #require(attempts.first)
            #expect(attempts.count == 1)
            #expect(attempt.settlement?.result == "deadline")
            #expect(attempt.settlement?.uncertain == true)
            #expect(attempt.settlement?.cost == attempt.hold.amount)
            #expect(answer.integer("cost.nanoUSD") == attempt.hold.amount.nanoUSD)
            server.emulator.release()
            try await server.expectLedger(decisions: 1, attempts: 1)
        }
    }

    /// Repaired answers are answers; useless ones are asked for once again, and both are paid for.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("malformed: \"fences\"", "sent", ["ok"]), ("malformed: \"split\"", "sent", ["ok"]),
            ("malformed: \"outOfSet\"", "local", ["malformed", "malformed"]),
            ("malformed: \"truncated\"", "local", ["malformed", "malformed"]),
            ("empty: \"noParts\"", "local", ["empty", "empty"]),
            ("thinkEatsBudget: true", "local", ["truncated_thinking"]),
            ("status: 400", "local", ["invalid_request", "invalid_request"]), ("status: 402", "local", ["no_credit"]),
            ("status: 403", "local", ["auth"]), ("status: 404", "local", ["gone", "gone"]),
            ("status: 429, quota: \"day\"", "local", ["throttled_day", "throttled_day"]),
        ]
    )
    func acceptsOnlyAnswersOfTheContract(action: String, outcome: String, results: [String]) async throws {
        var setup = ServerUnderTest.Setup()
        setup.script = "{ rules: [ { match: {}, action: { \(action) } } ] }"
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(Pictures.sharp(seed: 14, width: 160, height: 120))
            #expect(answer.status == 200)
            #expect(answer.string("outcome") == outcome)
            #expect(answer.reasons?.first == (outcome == "sent" ? "gate_passed" : "upstream_failed"))
            #expect((answer["detail"] == nil) == (outcome == "sent"))
            let attempts = try await server.store.attempts(decisionID: try #require(answer.decision))
            #expect(attempts.map { $0.settlement?.result } == results)
            let sum = attempts.reduce(Int64(0)) { $0 + ($1.settlement?.cost.nanoUSD ?? 0) }
            #expect(answer.integer("cost.nanoUSD") == sum)
            if outcome == "sent" { try JourneyTests.expectClassification(answer) }
            try await server.expectLedger(decisions: 1, attempts: results.count)
        }
    }

    /// A connection that breaks after dispatch may have been billed; the next attempt is another bill.
    @Test(.timeLimit(.minutes(10)))
    func countsABrokenConnectionAsUncertain() async throws {
        var setup = ServerUnderTest.Setup()
        setup.script = "{ rules: [ { match: { first: 1 }, action: { cut: \"beforeAnswer\" } } ] }"
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(Pictures.sharp(seed: 15))
            #expect(answer.string("outcome") == "sent")
            let attempts = try await server.store.attempts(decisionID: try #require(answer.decision))
            #expect(attempts.map { $0.settlement?.result } == ["transport", "ok"])
            #expect(attempts.map { $0.settlement?.uncertain } == [true, false])
            #expect(attempts.first?.settlement?.cost == attempts.first?.hold.amount)
            try await server.expectLedger(decisions: 1, attempts: 2)
        }
    }

    /// The first attempt may have been billed in full; nothing is left for a second one, of whatever model.
    @Test(.timeLimit(.minutes(10)))
    func asksNobodyASecondTimeWithoutRoomForIt() async throws {
        var setup = ServerUnderTest.Setup()
        setup.script = "{ rules: [ { match: { first: 1 }, action: { cut: \"beforeAnswer\" } } ] }"
        setup.documents = try PolicyDocuments.documents { path, text in
            guard path == "ios.json5" else { return }
            // More than one hold of some 0.002 USD, less than two.
            try text.change("daily: \"3.00 USD\"", to: "daily: \"0.003 USD\"")
        }
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(Pictures.sharp(seed: 15))
            #expect(answer.string("outcome") == "local")
            #expect(answer.reasons?.first == "budget_exhausted")
            let attempts = try await server.store.attempts(decisionID: try #require(answer.decision))
            #expect(attempts.map { $0.settlement?.result } == ["transport"])
            try await server.expectLedger(decisions: 1, attempts: 1)
        }
    }

    /// An answer of a model without a price is settled at the full hold, never at nothing.
    @Test(.timeLimit(.minutes(10)))
    func settlesAModelWithoutAPriceInFull() async throws {
        var setup = ServerUnderTest.Setup()
        setup.script = "{ rules: [ { match: {}, action: { modelVersion: \"gemini-9-helium\" } } ] }"
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(Pictures.sharp(seed: 16))
            #expect(answer.string("outcome") == "sent")
            let attempts = try await server.store.attempts(decisionID: try #require(answer.decision))
            #expect(attempts.first?.settlement?.cost == attempts.first?.hold.amount)
            #expect(attempts.first?.settlement?.uncertain == true)
            #expect(server.log.messages.contains("answer without a price: settled at the full hold"))
            try await server.expectLedger(decisions: 1, attempts: 1)
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["daily", "monthly"])
    func makesNoCallThatCouldPassACap(cap: String) async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            guard path == "ios.json5" else { return }
            try text.change("monthly: \"75.00 USD\"", to: "monthly: \"\(cap == "daily" ? "75.00" : "0.00000005") USD\"")
            try text.change("daily: \"3.00 USD\"", to: "daily: \"0.00000005 USD\"")
            if cap == "monthly" { try text.change("daily: \"0.00000005 USD\",", to: "") }
        }
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(Pictures.sharp(seed: 17))
            #expect(answer.status == 200)
            #expect(answer.string("verdict") == "send")
            #expect(answer.string("outcome") == "local")
            #expect(answer.reasons == ["budget_exhausted", "gate_passed"])
            let kind = cap == "daily" ? "day" : "month"
            #expect(
                answer.string("detail")
                    == "the \(kind) cap of 0.000000050 USD has no room for this call: 0.000000000 USD is used or held"
            )
            #expect(answer.integer("cost.nanoUSD") == 0)
            #expect(try await server.decisions().first?.judged == true)
            try await server.expectLedger(decisions: 1, attempts: 0)
            // The other profile has money of its own.
            #expect(try await server.upload(Pictures.sharp(seed: 17), profile: "android").string("outcome") == "sent")
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func callsTheFallbackOnceAModelHasRetired() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" {
                try text.change("model: \"gemini-3.5-flash-lite\"", to: "model: \"gemini-2.5-flash\"")
            }
        }
        try await ServerUnderTest.run(setup) { server in
            _ = try await server.upload(Pictures.sharp(seed: 18, width: 160, height: 120))
            server.clock.advance(seconds: 86_400)
            _ = try await server.upload(Pictures.sharp(seed: 19, width: 160, height: 120))
            #expect(server.emulator.attempts.map(\.model) == ["gemini-2.5-flash", "gemini-3.5-flash-lite"])
            try await server.expectLedger(decisions: 2, attempts: 2)
        }
    }

    /// The stand-in of the family answers, priced as itself, and its answer is not kept as the wanted model's.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [("status: 404", "gone"), ("status: 429, quota: \"day\"", "throttled_day")]
    )
    func callsTheStandInWhileAModelIsKeptOut(action: String, result: String) async throws {
        var setup = ServerUnderTest.Setup()
        setup.script = "{ rules: [ { match: { model: \"gemini-3.5-flash-lite\" }, action: { \(action) } } ] }"
        try await ServerUnderTest.run(setup) { server in
            let picture = try Pictures.sharp(seed: 31, width: 160, height: 120)
            let first = try await server.upload(picture)
            #expect(first.string("outcome") == "sent")
            #expect(first.string("cost.model") == "gemini-3.1-flash-lite")
            let attempts = try await server.store.attempts(decisionID: try #require(first.decision))
            #expect(attempts.map { $0.settlement?.result } == [result, "ok"])
            #expect(attempts.last?.hold.model == "gemini-3.1-flash-lite")
            // Now it is known: one attempt, and not out of the cache.
            let second = try await server.upload(picture)
            #expect(second.string("outcome") == "sent")
            #expect(server.emulator.attempts.map(\.model).suffix(1) == ["gemini-3.1-flash-lite"])
            try await server.expectLedger(decisions: 2, attempts: 3)
            #expect(server.log.messages.contains("calls stopped"))
        }
    }

    /// Credit and key are the account's: nothing more is sent until they have been looked at again.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("status: 402", "the account has no credit"), ("status: 403", "the API does not take the key"),
            ("status: 429, quota: \"spend\"", "the account's spend limit is reached"),
        ]
    )
    func stopsSendingWhenTheAccountIsShutOut(action: String, detail: String) async throws {
        var setup = ServerUnderTest.Setup()
        setup.script = "{ rules: [ { match: { first: 1 }, action: { \(action) } } ] }"
        try await ServerUnderTest.run(setup) { server in
            for seed in 0..<3 {
                let answer = try await server.upload(Pictures.sharp(seed: 40 + UInt64(seed), width: 160, height: 120))
                #expect(answer.string("outcome") == "local")
                if seed > 0 { #expect(answer.string("detail") == detail) }
            }
            #expect(server.emulator.attempts.count == 1)
            try await server.expectLedger(decisions: 3, attempts: 1)
        }
    }

    /// A 400 that may be the schema's is asked for once more with less of it; what worked is remembered.
    @Test(.timeLimit(.minutes(10)))
    func asksWithLessOfTheSchemaWhenItIsRefused() async throws {
        var setup = ServerUnderTest.Setup()
        setup.script = "{ rules: [ { match: { first: 1 }, action: { status: 400 } } ] }"
        try await ServerUnderTest.run(setup) { server in
            for seed in 50..<52 {
                let answer = try await server.upload(Pictures.sharp(seed: UInt64(seed), width: 160, height: 120))
                #expect(answer.string("outcome") == "sent")
            }
            #expect(server.emulator.attempts.map(\.outcome) == ["status_400", "ok", "ok"])
            #expect(
                server.log.messages.filter { $0.hasPrefix("the model takes less of the request") }.count == 1
            )
            try await server.expectLedger(decisions: 2, attempts: 3)
        }
    }

    /// What a model refuses of a request is left out once, and from then on; several things one after the other.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            (["maxItems"], "gemini-3.5-flash-lite"), (["thinkingConfig"], "gemini-3.5-flash-lite"),
            (["temperature"], "gemini-2.5-flash-lite"), (["maxItems", "thinkingConfig"], "gemini-3.5-flash-lite"),
            (["topP", "thinkingConfig", "minItems"], "gemini-2.5-flash-lite"),
        ]
    )
    func leavesOutWhatAModelRefuses(parts: [String], model: String) async throws {
        var setup = ServerUnderTest.Setup()
        let list = parts.map { "\"\($0)\"" }.joined(separator: ", ")
        setup.script = "{ rules: [ { match: {}, action: { refuses: [\(list)] } } ] }"
        setup.documents = try PolicyDocuments.documents { path, text in
            guard path == "ios.json5", model != "gemini-3.5-flash-lite" else { return }
            try text.change("model: \"gemini-3.5-flash-lite\"", to: "model: \"\(model)\"")
        }
        try await ServerUnderTest.run(setup) { server in
            for seed in 60..<62 {
                let answer = try await server.upload(Pictures.sharp(seed: UInt64(seed), width: 160, height: 120))
                #expect(answer.string("outcome") == "sent")
            }
            let refused = Array(repeating: "status_400", count: parts.count)
            #expect(server.emulator.attempts.map(\.outcome) == refused + ["ok", "ok"])
            #expect(Set(server.emulator.attempts.map(\.model)) == [model])
            try await server.expectLedger(decisions: 2, attempts: parts.count + 2)
        }
    }

    /// What is known of a family is not tried first.
    @Test(.timeLimit(.minutes(10)))
    func sendsAFamilyTheSchemaItTakes() async throws {
        var setup = ServerUnderTest.Setup()
        setup.script = "{ rules: [ { match: {}, action: { refuses: [\"maxItems\"] } } ] }"
        setup.documents = try PolicyDocuments.documents { path, text in
            guard path == "ios.json5" else { return }
            try text.change("model: \"gemini-3.5-flash-lite\"", to: "model: \"gemini-3.8-flash\"")
        }
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(Pictures.sharp(seed: 68, width: 160, height: 120))
            #expect(answer.string("outcome") == "sent")
            #expect(server.emulator.attempts.map(\.outcome) == ["ok"])
            #expect(!server.log.messages.contains { $0.hasPrefix("the model takes less") })
            try await server.expectLedger(decisions: 1, attempts: 1)
        }
    }

    /// A contract that a model takes in no form goes to its stand-in, without two refusals for every picture.
    @Test(.timeLimit(.minutes(10)))
    func asksTheStandInWhereAModelTakesNoFormOfTheSchema() async throws {
        var setup = ServerUnderTest.Setup()
        setup.script = """
            { rules: [ { match: { model: "gemini-3.5-flash-lite" }, action: { refuses: ["responseSchema"] } } ] }
            """
        try await ServerUnderTest.run(setup) { server in
            var outcomes: [String?] = []
            for seed in 64..<67 {
                let answer = try await server.upload(Pictures.sharp(seed: UInt64(seed), width: 160, height: 120))
                outcomes.append(answer.string("outcome"))
            }
            #expect(outcomes == ["local", "sent", "sent"])
            let wanted = "gemini-3.5-flash-lite"
            let other = "gemini-3.1-flash-lite"
            #expect(server.emulator.attempts.map(\.model) == [wanted, wanted, wanted, wanted, other, other])
            let metrics = try Metrics(try await server.get("/metrics").text)
            #expect(metrics["torii_upstream_circuit_open{scope=\"\(wanted)\",cause=\"schema_refused\"}"] == "1")
            try await server.expectLedger(decisions: 3, attempts: 6)
        }
    }

    /// The same picture is asked about anew where the prompt says more, and the hint is paid for.
    @Test(.timeLimit(.minutes(10)))
    func hintsWhereTheProfileSaysSo() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try text.change("hint: false", to: "hint: true") }
        }
        try await ServerUnderTest.run(setup) { server in
            let picture = try FileContent.read(PolicyDocuments.root + "/Tests/Fixtures/pictures/photo-coast.jpg")
            let hinted = try await server.upload(picture, profile: "ios")
            let plain = try await server.upload(picture, profile: "android")
            #expect([hinted, plain].map { $0.string("outcome") } == ["sent", "sent"])
            let prompts = server.emulator.attempts.map(\.promptTokens)
            // A sentence of some eighty bytes, four to a token.
            #expect((15...40).contains(try #require(prompts.first) - (try #require(prompts.last))), "\(prompts)")
            #expect(try await server.upload(picture, profile: "ios").string("outcome") == "cached")
            #expect(try await server.upload(picture, profile: "android").string("outcome") == "cached")
            try await server.expectLedger(decisions: 4, attempts: 2)
        }
    }
}
