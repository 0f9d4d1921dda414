import Documents
import Emulator
import Ledger
import Platform
import Policy
import SQLiteLedger
import Synchronization
import TestSupport
import Testing

@testable import Server

/// Streams through the door: passed on as they come, settled at their end.
@Suite(.timeLimit(.minutes(10))) struct DoorStreamTests {
    private static let picture = (try? Pictures.sharp(seed: 7)) ?? []
    private static let model = "gemini-3.5-flash-lite"
    private static let held = "{ rules: [ { action: { holdAfter: 1 } } ] }"

    /// A stream that has begun, or an answer that is none.
    private static func ask(
        _ server: ServerUnderTest,
        isEvents: Bool = true,
        hasPicture: Bool = true,
        headers: [(name: String, value: String)] = [],
        through client: HTTPClient? = nil,
        at url: String? = nil
    ) async throws -> HTTPClient.Stream {
        let data = String(decoding: Encoding.base64(picture), as: UTF8.self)
        // Long enough for several pieces.
        let words = #"{"type":"ARRAY","minItems":6,"items":{"type":"STRING"}}"#
        let schema = #"{"type":"OBJECT","properties":{"a":\#(words),"b":\#(words),"c":\#(words),"d":\#(words)}}"#
        let config = #"{"responseMimeType":"application/json","responseSchema":\#(schema),"maxOutputTokens":2000}"#
        var parts = #"{"text":"Describe it."}"#
        if hasPicture { parts += #",{"inlineData":{"mimeType":"image/jpeg","data":"\#(data)"}}"# }
        let path = "/v1beta/models/\(model):streamGenerateContent" + (isEvents ? "?alt=sse" : "")
        let request = HTTPClient.Request(
            method: "POST",
            url: (url ?? server.url) + path,
            headers: headers + [(name: "x-goog-api-key", value: ServerUnderTest.iosKey)],
            body: Array(#"{"contents":[{"parts":[\#(parts)]}],"generationConfig":\#(config)}"#.utf8)
        )
        return try await (client ?? server.http).stream(of: request, deadline: .now + .seconds(100)).get()
    }

    private static func run(_ script: String, _ body: (ServerUnderTest) async throws -> Void) async throws {
        var setup = ServerUnderTest.Setup()
        setup.script = script
        try await ServerUnderTest.run(setup, body)
    }

    /// What came, and why it broke off.
    private static func read(_ stream: HTTPClient.Stream) async -> (text: String, failure: HTTPClient.Failure.Kind?) {
        var bytes: [UInt8] = []
        do {
            for try await piece in stream.body { bytes += piece }
        } catch {
            return (String(decoding: bytes, as: UTF8.self), (error as? HTTPClient.Failure)?.kind)
        }
        return (String(decoding: bytes, as: UTF8.self), nil)
    }

    private static func header(_ name: String, of stream: HTTPClient.Stream) -> String? {
        stream.headers.first { $0.name == name }?.value
    }

    /// The objects of a stream, errors among them.
    private static func objects(_ text: String, isEvents: Bool) throws -> [DocumentNode] {
        func node(_ text: String) throws -> DocumentNode {
            try #require(DocumentReader.read(Array(text.utf8), file: "stream", dialect: .json).root, "\(text)")
        }
        guard isEvents else { return try #require(try node(text).array) }
        return try text.components(separatedBy: "\r\n\r\n").filter { !$0.isEmpty }.map {
            try node($0.hasPrefix("data: ") ? String($0.dropFirst(6)) : $0)
        }
    }

    /// The one row, and the one attempt.
    private static func books(
        _ server: ServerUnderTest
    ) async throws -> (record: DecisionRecord, attempt: AttemptRecord) {
        try await eventually { try await !server.decisions().isEmpty }
        let record = try #require(try await server.decisions().first)
        let attempt = try #require(try await server.store.attempts(decisionID: record.id).first)
        try await server.expectLedger(decisions: 1, attempts: 1)
        return (record, attempt)
    }

    /// The first frame is here while the model has not written its last.
    @Test(arguments: [true, false]) func passesFramesOnAsTheyCome(isEvents: Bool) async throws {
        try await Self.run(Self.held) { server in
            let stream = try await Self.ask(server, isEvents: isEvents)
            #expect(stream.status == 200)
            let type = isEvents ? "text/event-stream" : "application/json; charset=UTF-8"
            #expect(Self.header("content-type", of: stream) == type)
            #expect(Self.header("torii-outcome", of: stream) == "sent")
            #expect(Self.header("torii-reasons", of: stream) == "gate_passed")
            var bytes: [UInt8] = []
            for try await piece in stream.body {
                if bytes.isEmpty {
                    try await eventually { server.emulator.held == 1 }
                    #expect(try await server.decisions().isEmpty)
                    // The stream, and the question itself.
                    let metrics = try Metrics(try await server.get("/metrics").text)
                    #expect(metrics["torii_http_requests_in_flight"] == "2")
                    server.emulator.release()
                }
                bytes += piece
            }
            let objects = try Self.objects(String(decoding: bytes, as: UTF8.self), isEvents: isEvents)
            #expect(objects.count > 2)
            #expect(objects.last?["candidates"]?.array?.first?["finishReason"]?.string == "STOP")
            let (record, attempt) = try await Self.books(server)
            #expect(record.id == Self.header("torii-decision", of: stream))
            #expect(record.outcome == .sent && record.source == .cloud && record.reasons == [.gatePassed])
            let usage = try #require(objects.last?["usageMetadata"])
            let settlement = try #require(attempt.settlement)
            #expect(settlement.usage.prompt == usage["promptTokenCount"]?.integer.map(Int.init))
            #expect(settlement.usage.candidates == usage["candidatesTokenCount"]?.integer.map(Int.init))
            #expect(!settlement.uncertain && settlement.result == "ok")
            #expect(record.cost == settlement.cost && record.cost.nanoUSD > 0)
        }
    }

    /// Many that take long are all there at once: none waits for another's end.
    @Test func holdsNoStreamUpForAnother() async throws {
        let count = 100
        try await Self.run(Self.held) { server in
            let client = HTTPClient(maxConnections: count)
            defer { client.close() }
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<count {
                    group.addTask {
                        await Self.read(try await Self.ask(server, hasPicture: false, through: client)).text
                    }
                }
                try await eventually { server.emulator.held == count }
                server.emulator.release()
                for try await text in group { #expect(text.contains(#""finishReason":"STOP""#)) }
            }
            try await server.expectLedger(decisions: count, attempts: count)
        }
    }

    @Test func settlesTheExactCostWhenTheClientLeaves() async throws {
        try await Self.run(Self.held) { server in
            let leaver = HTTPClient()
            // With no deadline near, the books do not wait for a reader who is gone.
            let patient = [(name: "X-Server-Timeout", value: "600")]
            let stream = try await Self.ask(server, headers: patient, through: leaver)
            for try await _ in stream.body { break }
            leaver.close()
            try await eventually { server.emulator.held == 1 }
            server.emulator.release()
            let (record, attempt) = try await Self.books(server)
            #expect(record.outcome == .sent)
            let settlement = try #require(attempt.settlement)
            #expect(!settlement.uncertain && settlement.cost.nanoUSD > 0 && settlement.cost == record.cost)
            #expect(settlement.usage.candidates == server.emulator.attempts.first?.outputTokens)
        }
    }

    /// Each way in which a stream breaks, in each form: what was booked is the hold and no less than the bill, and what the
    /// client has got never reads as whole.
    @Test(
        arguments: [400, 401, 402, 403, 404, 429, 500, 502, 503, 504].map { "{ status: \($0), afterPieces: 1 }" }
            + [#"{ cut: "midAnswer" }"#],
        [true, false]
    )
    func booksNoLessThanTheBillOfABrokenStream(action: String, isEvents: Bool) async throws {
        try await Self.run("{ rules: [ { action: \(action) } ] }") { server in
            let stream = try await Self.ask(server, isEvents: isEvents)
            #expect(stream.status == 200)
            let (text, failure) = await Self.read(stream)
            let isCut = action.contains("cut")
            #expect(failure == (isCut ? .cut : nil))
            let objects = try Self.objects(text, isEvents: isEvents)
            #expect(objects.count >= 2)
            #expect(objects.dropLast().allSatisfy { $0["candidates"] != nil })
            let error = try #require(objects.last?["error"])
            #expect(error["code"]?.integer.map { action.contains("\($0)") || isCut } == true)
            let (record, attempt) = try await Self.books(server)
            #expect(record.outcome == (isCut ? .local : .sent))
            #expect(record.reasons.contains(.upstreamFailed) == isCut)
            let settlement = try #require(attempt.settlement)
            #expect(settlement.uncertain && settlement.cost == attempt.hold.amount && record.cost == settlement.cost)
            let worked = try #require(server.emulator.attempts.first)
            let bill = Int64(worked.promptTokens) * 300 + Int64(worked.outputTokens) * 2_500
            #expect(bill > 0 && settlement.cost.nanoUSD >= bill)
        }
    }

    /// What the API says before its first frame is the answer, status and all.
    @Test(
        arguments: [
            "{ status: 400 }", "{ status: 429, quota: \"day\" }", "{ status: 502 }", "{ status: 503 }",
            "{ status: 503, afterPieces: 0 }",
        ],
        [true, false]
    )
    func answersAnEarlyErrorAsItIs(action: String, isEvents: Bool) async throws {
        try await Self.run("{ rules: [ { action: \(action) } ] }") { server in
            let ours = try await Self.ask(server, isEvents: isEvents)
            let (text, failure) = await Self.read(ours)
            let (_, attempt) = try await Self.books(server)
            let theirs = try await Self.ask(server, isEvents: isEvents, at: server.emulator.baseURL)
            #expect(ours.status == theirs.status)
            #expect(Self.header("content-type", of: ours) == Self.header("content-type", of: theirs))
            #expect(text == (await Self.read(theirs)).text && failure == nil)
            // Refused, it costs nothing; begun, nobody knows.
            let isBegun = action.contains("afterPieces")
            #expect(attempt.settlement?.cost == (isBegun ? attempt.hold.amount : .zero))
        }
    }

    @Test(arguments: [true, false]) func endsAStreamAtItsDeadline(isEvents: Bool) async throws {
        try await Self.run(Self.held) { server in
            let limit = [(name: "X-Server-Timeout", value: "5")]
            let stream = try await Self.ask(server, isEvents: isEvents, headers: limit)
            let (text, failure) = await Self.read(stream)
            #expect(failure == .cut)
            let error = try #require(try Self.objects(text, isEvents: isEvents).last?["error"])
            #expect(error["code"]?.integer == 504)
            #expect(error["status"]?.string == "DEADLINE_EXCEEDED")
            let (record, attempt) = try await Self.books(server)
            #expect(record.outcome == .local && record.reasons.contains(.upstreamDeadline))
            #expect(attempt.settlement?.cost == attempt.hold.amount && attempt.settlement?.uncertain == true)
        }
    }

    /// A server that stops lets streams come to their end, whether or not somebody reads them; past its grace it cuts them off
    /// and pays in full.
    @Test(arguments: [(true, true), (false, true), (true, false), (false, false)])
    func accountsForEachStreamBeforeItStops(isRead: Bool, hasTime: Bool) async throws {
        let folder = try TemporaryFolder()
        var setup = ServerUnderTest.Setup()
        // Slow enough to outlive the connection of a client that has left.
        setup.script = #"{ rules: [ { action: { holdAfter: 1, pace: "100ms" } } ] }"#
        setup.store = try await SQLiteStore.open(folder: folder.path)
        try await ServerUnderTest.run(setup) { server in
            let client = HTTPClient()
            let stream = try await Self.ask(server, through: client)
            for try await _ in stream.body { break }
            if !isRead { client.close() }
            try await eventually { server.emulator.held == 1 }
            async let stopped: Void = server.server.stop(grace: hasTime ? .seconds(60) : .zero)
            if hasTime {
                try await eventually { server.server.service.isDraining.load(ordering: .relaxed) }
                server.emulator.release()
            }
            let (text, failure) = await Self.read(stream)
            if isRead {
                #expect(text.contains(#""finishReason":"STOP""#) == hasTime)
                #expect((failure == nil) == hasTime)
            }
            await stopped
            client.close()
            // What it wrote before it closed the ledger.
            let store = try await SQLiteStore.open(folder: folder.path)
            let record = try #require(try await store.recentDecisions(limit: 2).first)
            let attempt = try #require(try await store.attempts(decisionID: record.id).first)
            #expect(record.outcome == (hasTime ? .sent : .local))
            #expect(record.cost == attempt.settlement?.cost)
            #expect(attempt.settlement?.uncertain == !hasTime)
            #expect((attempt.settlement?.cost == attempt.hold.amount) == !hasTime)
            let verification = try await store.verification()
            #expect(verification.differences == [] && verification.held == .zero)
            #expect(verification.decisions == 1 && verification.attempts == 1)
            await store.close()
        }
    }
}
