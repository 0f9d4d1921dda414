import Documents
import Ledger
import Platform
import Policy
import Testing

@testable import Server

/// Google's API as its SDKs speak it, gated.
struct DoorTests {
    private static let model = "gemini-3.5-flash-lite"
    private static let sharp = (try? Pictures.sharp(seed: 7)) ?? []
    private static let blurry = (try? Pictures.blurred()) ?? []

    private static func body(
        _ pictures: [UInt8]...,
        config: String = "",
        snake: Bool = false
    ) -> String {
        var parts = [#"{"text":"Classify this wallpaper."}"#]
        for picture in pictures {
            let data = String(decoding: Encoding.base64(picture), as: UTF8.self)
            // As SDKs do: URL-safe, and snake_case beside camelCase.
            let text = data.replacing("+", with: "-").replacing("/", with: "_")
            parts.append(
                snake
                    ? #"{"inline_data":{"data":"\#(text)","mime_type":"image/png"}}"#
                    : #"{"inlineData":{"mimeType":"image/png","data":"\#(data)"}}"#
            )
        }
        return #"{"contents":[{"parts":[\#(parts.joined(separator: ","))],"role":"user"}]\#(config)}"#
    }

    private static func call(
        _ server: ServerUnderTest,
        _ body: String,
        method: String = "generateContent",
        prefix: String = "/v1beta",
        model: String = model,
        key: String = ServerUnderTest.iosKey
    ) async throws -> Answer {
        try await server.request(
            "POST",
            "\(prefix)/models/\(model):\(method)",
            headers: [(name: "x-goog-api-key", value: key)],
            body: Array(body.utf8)
        )
    }

    private static func documents(_ onReject: String? = nil) throws -> [PolicyDocument] {
        try PolicyDocuments.documents { path, text in
            guard path == "ios.json5", let onReject else { return }
            try text.change(#"onReject: "block""#, to: #"onReject: "\#(onReject)""#)
        }
    }

    private static func run(
        _ onReject: String? = nil,
        _ body: (ServerUnderTest) async throws -> Void
    ) async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try documents(onReject)
        try await ServerUnderTest.run(setup, body)
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["/v1", "/v1beta", "/v1alpha", "/gem/v1beta", "/a/b/v1"])
    func gatesTheOnePictureAndPassesTheAnswerOn(prefix: String) async throws {
        try await Self.run { server in
            let answer = try await Self.call(server, Self.body(Self.sharp, snake: true), prefix: prefix)
            #expect(answer.status == 200)
            #expect(answer["candidates.0.content.parts.0.text"]?.string != nil)
            #expect(answer.headers["torii-outcome"] == "sent")
            let record = try #require(try await server.decisions().first)
            #expect(record.id == answer.decision)
            #expect(record.route == .gemini)
            #expect(record.outcome == .sent)
            #expect(record.judged)
            #expect(record.profile == "ios")
            #expect(record.client == "ios-only")
            #expect(record.image?.sha256 == Crypto.sha256(Self.sharp))
            #expect(record.cost.nanoUSD > 0)
            let attempt = try #require(try await server.store.attempts(decisionID: record.id).first)
            #expect(attempt.settlement?.cost == record.cost)
            #expect(attempt.settlement?.usage.prompt == answer.integer("usageMetadata.promptTokenCount").map(Int.init))
            try await server.expectLedger(decisions: 1, attempts: 1)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func blocksWhatTheGateRejects() async throws {
        try await Self.run { server in
            let answer = try await Self.call(server, Self.body(Self.blurry))
            #expect(answer.status == 200)
            #expect(answer.string("promptFeedback.blockReason") == "OTHER")
            #expect(answer["candidates"] == nil)
            #expect(answer.string("modelVersion") == "torii-gate/1")
            #expect(answer.headers["torii-outcome"] == "rejected")
            #expect(answer.headers["torii-reasons"]?.contains("too_blurry") == true)
            let report = try await server.get("/v1/reports/economics?format=json")
            #expect(report.integer("totals.rejected") == 1)
            try await server.expectLedger(decisions: 1, attempts: 0)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func sendsRejectsWhereTheProfilePassesThem() async throws {
        try await Self.run("pass") { server in
            let answer = try await Self.call(server, Self.body(Self.blurry))
            #expect(answer["candidates.0.content.parts.0.text"]?.string != nil)
            let record = try #require(try await server.decisions().first)
            #expect(record.verdict == .reject)
            #expect(record.outcome == .sent)
            #expect(record.reasons.last == .passedOn)
            try await server.expectLedger(decisions: 1, attempts: 1)
        }
    }

    /// A schema the gate can fill honestly gets its own label; any other a blocked prompt.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("", "Not sent to a model"),
            (
                #"{"type":"OBJECT","properties":{"dominantColors":{"type":"ARRAY","items":{"type":"STRING"}},"mood":{"type":"STRING","enum":["calm"],"nullable":true}},"required":["dominantColors","mood"]}"#,
                #""mood":null"#
            ),
            (#"{"type":"OBJECT","properties":{"mood":{"type":"STRING","enum":["calm"]}},"required":["mood"]}"#, nil),
            (#"{"type":"OBJECT","properties":{"mood":{"type":"STRING"}}}"#, nil),
        ] as [(String, String?)]
    )
    func answersLocallyWhatItCanVouchFor(schema: String, text: String?) async throws {
        let config =
            schema.isEmpty
            ? "" : #","generationConfig":{"responseMimeType":"application/json","response_schema":\#(schema)}"#
        try await Self.run("local") { server in
            let answer = try await Self.call(server, Self.body(Self.blurry, config: config))
            let found = answer.string("candidates.0.content.parts.0.text")
            if let text {
                #expect(found?.contains(text) == true)
                #expect(answer.string("modelVersion") == "torii-local/1")
            } else {
                #expect(found == nil)
                #expect(answer.string("promptFeedback.blockReason") == "OTHER")
            }
            try await server.expectLedger(decisions: 1, attempts: 0)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func passesTextOnAndPaysForIt() async throws {
        try await Self.run { server in
            let answer = try await Self.call(server, Self.body())
            #expect(answer.status == 200)
            #expect(answer.headers["torii-outcome"] == nil)
            let record = try #require(try await server.decisions().first)
            #expect(record.outcome == nil)
            #expect(record.reasons == [.notGated])
            #expect(record.cost.nanoUSD > 0)
            let report = try await server.get("/v1/reports/economics?format=json")
            #expect(report.integer("totals.uploads") == 0)
            try await server.expectLedger(decisions: 1, attempts: 1)
        }
    }

    /// Nothing is gated, everything is paid for, and of the pictures no more goes on than their pixels.
    @Test(.timeLimit(.minutes(10)))
    func passesSeveralPicturesOn() async throws {
        try await Self.run { server in
            let answer = try await Self.call(server, Self.body(Self.blurry, Self.blurry))
            #expect(answer.status == 200)
            let shown = server.emulator.attempts.map(\.imageSHA256)
            #expect(shown.count == 1 && shown != [""] && shown != [Encoding.hex(Crypto.sha256(Self.blurry))])
            let record = try #require(try await server.decisions().first)
            #expect(record.verdict == nil)
            #expect(record.outcome == nil)
            #expect(record.reasons == [.notGated])
            let attempt = try #require(try await server.store.attempts(decisionID: record.id).first)
            let cost = try #require(attempt.settlement?.cost)
            #expect(cost == record.cost && cost > .zero && cost <= attempt.hold.amount)
            try await server.expectLedger(decisions: 1, attempts: 1)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func streamsEventsAndCountsTheirLastUsage() async throws {
        try await Self.run { server in
            let answer = try await Self.call(
                server,
                Self.body(Self.sharp),
                method: "streamGenerateContent?alt=sse"
            )
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"]?.hasPrefix("text/event-stream") == true)
            #expect(answer.text.hasPrefix("data: {"))
            let record = try #require(try await server.decisions().first)
            #expect(record.cost.nanoUSD > 0)
            let rejected = try await Self.call(
                server,
                Self.body(Self.blurry),
                method: "streamGenerateContent?alt=sse"
            )
            #expect(rejected.text.hasPrefix("data: {\"promptFeedback\""))
            #expect(rejected.text.hasSuffix("\r\n\r\n"))
            let list = try await Self.call(server, Self.body(Self.blurry), method: "streamGenerateContent")
            #expect(list["0.promptFeedback.blockReason"]?.string == "OTHER")
            try await server.expectLedger(decisions: 3, attempts: 1)
        }
    }

    /// Nothing of a caller's picture goes on but its pixels.
    @Test(.timeLimit(.minutes(10)))
    func countsTokensAndListsModelsForNothing() async throws {
        try await Self.run { server in
            let count = try await Self.call(server, Self.body(Self.sharp), method: "countTokens")
            #expect(try #require(count.integer("totalTokens")) > 0)
            let headers = [(name: "x-goog-api-key", value: ServerUnderTest.iosKey)]
            let list = try await server.request("GET", "/v1/models?pageSize=50", headers: headers)
            #expect(list["models"]?.array?.contains { $0["name"]?.string == "models/\(Self.model)" } == true)
            let one = try await server.request("GET", "/x/v1beta/models/\(Self.model)?key=\(ServerUnderTest.iosKey)")
            #expect(one.string("name") == "models/\(Self.model)")
            #expect(try await server.decisions().isEmpty)
        }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("no key", "", model, "{}", 403, "PERMISSION_DENIED"),
            ("a wrong key", "AIzaWrong", model, "{}", 400, "INVALID_ARGUMENT"),
            ("a reader's key", ServerUnderTest.readKey, model, "{}", 403, "PERMISSION_DENIED"),
            ("no JSON", ServerUnderTest.iosKey, model, "{", 400, "INVALID_ARGUMENT"),
            (
                "no base64", ServerUnderTest.iosKey, model,
                #"{"contents":[{"parts":[{"inlineData":{"data":"*"}}]}]}"#, 400, "INVALID_ARGUMENT"
            ),
            (
                "no picture", ServerUnderTest.iosKey, model,
                #"{"contents":[{"parts":[{"inlineData":{"mimeType":"image/png","data":"AAAA"}}]}]}"#, 415,
                "INVALID_ARGUMENT"
            ),
            ("a model without a price", ServerUnderTest.iosKey, "gpt-4", "{}", 404, "NOT_FOUND"),
        ]
    )
    func refusesInGooglesOwnWords(
        name: String,
        key: String,
        model: String,
        body: String,
        status: Int,
        word: String
    ) async throws {
        try await Self.run { server in
            let answer = try await server.request(
                "POST",
                "/v1beta/models/\(model):generateContent",
                headers: key.isEmpty ? [] : [(name: "x-goog-api-key", value: key)],
                body: Array(body.utf8)
            )
            #expect(answer.status == status)
            #expect(answer.integer("error.code") == Int64(status))
            #expect(answer.string("error.status") == word)
            #expect(answer.string("error.message")?.isEmpty == false)
            #expect(server.emulator.received == 0)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func neverPassesACap() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try text.change(#"daily: "3.00 USD""#, to: #"daily: "0.01 USD""#) }
        }
        try await ServerUnderTest.run(setup) { server in
            let answer = try await Self.call(server, Self.body(Self.sharp))
            #expect(answer.status == 429)
            #expect(answer.string("error.status") == "RESOURCE_EXHAUSTED")
            #expect(answer.string("error.details.0.reason") == "BUDGET_EXHAUSTED")
            // Said how little it may cost, the same call has room.
            let small = Self.body(Self.sharp, config: #","generationConfig":{"maxOutputTokens":200}"#)
            #expect(try await Self.call(server, small).status == 200)
            try await server.expectLedger(decisions: 2, attempts: 1)
        }
    }

    @Test(
        arguments: [
            ("/v1/models/a:generateContent", "v1", "a"),
            ("/x/y/v1beta/models/Gemini_2.5-x:generateContent", "v1beta", "Gemini_2.5-x"),
            ("/v1alpha/models/a:countTokens", "v1alpha", "a"), ("/v2/models/a:generateContent", nil, ""),
            ("/v1/models/a:batchGenerateContent", nil, ""), ("/v1/models/:generateContent", nil, ""),
            ("/v1/tunedModels/a:generateContent", nil, ""), ("/v1/classify", nil, ""), ("/v1/models", "v1", ""),
            ("/v1/models/", "v1", ""), ("/../v1/models/a", "v1", "a"),
        ] as [(String, String?, String)]
    )
    func readsPaths(path: String, version: String?, model: String) throws {
        let target = try DoorTarget(path)
        #expect(target?.version == version)
        #expect((target?.model ?? "") == model)
        #expect(target?.path.hasPrefix("\(version ?? "")/models") != false)
    }

    /// Whatever stands in the place of a model would be asked for under the operator's key.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("GET", "../../emulator/log"), ("GET", "..%2Ffiles"), ("GET", "..%2f..%2femulator%2flog"), ("GET", ".."),
            ("GET", "."), ("GET", "a/../b"), ("GET", "a//b"), ("GET", "/a"), ("GET", "%2e%2e/files"), ("GET", "a%3Fb"),
            ("GET", "a%5Cb"), ("GET", "a%20b"), ("GET", "%C3%A9"), ("POST", "my/own:generateContent"),
            ("POST", "a:b:generateContent"), ("POST", "..%2Ffiles:generateContent"), ("POST", "a%23:countTokens"),
        ]
    )
    func asksForModelsAlone(method: String, model: String) async throws {
        try await Self.run { server in
            let answer = try await server.request(
                method,
                "/v1beta/models/\(model)",
                headers: [(name: "x-goog-api-key", value: ServerUnderTest.iosKey)],
                body: method == "POST" ? Array(Self.body().utf8) : []
            )
            #expect(answer.status == 400)
            #expect(answer.string("error.status") == "INVALID_ARGUMENT")
            #expect(answer.string("error.details.0.reason") == "INVALID_FIELD")
            #expect(server.emulator.received == 0)
            #expect(try await server.decisions().isEmpty)
        }
    }

    /// Refused before anything is held, asked or written.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            (#"{"contents":[{"parts":[{"text":"a"}]}],"tools":[{"googleSearch":{}}]}"#, "UNBOUNDED_COST"),
            (#"{"contents":[{"parts":[{"fileData":{"fileUri":"https://x/y"}}]}]}"#, "UNBOUNDED_COST"),
            (#"{"contents":[{"parts":[{"text":"a"}]}],"serviceTier":2}"#, "UNBOUNDED_COST"),
            (#"{"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"candidateCount":9}}"#, "INVALID_FIELD"),
        ],
        ["generateContent", "streamGenerateContent?alt=sse", "countTokens"]
    )
    func refusesWhatNoHoldBounds(call: (String, String), method: String) async throws {
        try await Self.run { server in
            let answer = try await Self.call(server, call.0, method: method)
            #expect(answer.status == 400)
            #expect(answer.string("error.status") == "INVALID_ARGUMENT")
            #expect(answer.string("error.details.0.reason") == call.1)
            try await server.expectLedger(decisions: 0, attempts: 0)
        }
    }

    /// A PDF may fill a context: there is no room for that under a small cap, and a hold of it under a large one.
    @Test(.timeLimit(.minutes(10)), arguments: [("0.30 USD", 429), ("0.40 USD", 400)])
    func holdsAWholeContextForADocument(daily: String, status: Int) async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try text.change(#"daily: "3.00 USD""#, to: #"daily: "\#(daily)""#) }
        }
        try await ServerUnderTest.run(setup) { server in
            let part = #"{"inlineData":{"mimeType":"application/pdf","data":"JVBERg=="}}"#
            let body = #"{"contents":[{"parts":[\#(part)]}],"generationConfig":{"maxOutputTokens":100}}"#
            // The emulator takes no PDFs.
            #expect(try await Self.call(server, body).status == status)
            let decision = try #require(try await server.decisions().first)
            let attempts = try await server.store.attempts(decisionID: decision.id)
            // 1,048,576 tokens in at 0.30 USD a million, 100 out at 2.50 USD.
            #expect(attempts.map(\.hold.amount.nanoUSD) == (status == 429 ? [] : [314_822_800]))
        }
    }

    /// `Allow` names what the path takes, and the error has the form its SDKs read.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("POST", "/v1beta/models", 405, "GET"), ("POST", "/gem/v1/models/\(model)", 405, "GET"),
            ("GET", "/v1beta/models/\(model):generateContent", 405, "POST"),
            ("OPTIONS", "/v1beta/models/\(model):countTokens", 405, "POST"),
            ("POST", "/v1beta/models/\(model):embedContent", 404, nil),
            ("GET", "/v1beta/models/\(model):embedContent", 404, nil),
        ] as [(String, String, Int, String?)]
    )
    func takesEachPathByItsMethodAlone(method: String, path: String, status: Int, allowed: String?) async throws {
        try await Self.run { server in
            let answer = try await server.request(method, path, key: ServerUnderTest.iosKey)
            #expect(answer.status == status)
            #expect(answer.headers["allow"] == allowed)
            #expect(answer.integer("error.code") == Int64(status))
        }
    }
}
