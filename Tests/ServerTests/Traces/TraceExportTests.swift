import Documents
import Ledger
import Platform
import TestSupport
import Testing

@testable import Server

/// Journeys on their way to a collector that really listens.
@Suite(.timeLimit(.minutes(10))) struct TraceExportTests {
    /// Keeps what is posted; answers as `answers` says, then 200.
    private final class Collector: Sendable {
        private let posts = Locked<[HTTPRequest]>([])
        private let away = Locked(false)
        private let server: HTTPServer

        init(_ answers: [HTTPResponse] = []) throws {
            let (posts, away) = (posts, away)
            server = try HTTPServer(.init(address: .tcp(host: "127.0.0.1", port: 0), threads: 1)) { request in
                let number = posts.withLock { posts in
                    posts.append(request)
                    return posts.count
                }
                if away.withLock({ $0 }) { return HTTPResponse(status: 503) }
                return number <= answers.count ? answers[number - 1] : HTTPResponse(json: [:])
            }
        }

        var isAway: Bool {
            get { away.withLock { $0 } }
            set { away.withLock { $0 = newValue } }
        }

        var url: String { "http://127.0.0.1:\(server.port)" }
        var all: [HTTPRequest] { posts.withLock { $0 } }
        func stop() async { await server.stop(grace: .zero) }

        /// Spans of all posts.
        var spans: [DocumentNode] {
            all.flatMap { post -> [DocumentNode] in
                let root = DocumentReader.read(post.body, file: "post", dialect: .json).root
                return root?["resourceSpans"]?.array?.first?["scopeSpans"]?.array?.first?["spans"]?.array ?? []
            }
        }
    }

    private static func setup(
        _ collector: Collector,
        share: Double = 1,
        mostWaiting: Int = 4_096
    ) -> ServerUnderTest.Setup {
        var setup = ServerUnderTest.Setup()
        let headers = [(name: "x-collector-key", value: "k")]
        setup.traces = TraceTarget(
            endpoint: collector.url,
            headers: headers,
            share: share,
            mostWaiting: mostWaiting
        )
        return setup
    }

    private static func value(_ key: String, of span: DocumentNode) -> DocumentNode? {
        span["attributes"]?.array?.first { $0["key"]?.string == key }?["value"]
    }

    @Test func tellsTheWholeJourneyOfASentPicture() async throws {
        let collector = try Collector()
        var setup = Self.setup(collector)
        setup.script = "{ rules: [ { match: { nth: 1 }, action: { status: 503 } } ] }"
        try await ServerUnderTest.run(setup) { server in
            let trace = "0af7651916cd43dd8448eb211c80319c"
            let answer = try await server.upload(
                try Pictures.sharp(seed: 1),
                headers: [(name: "traceparent", value: "00-\(trace)-b7ad6b7169203331-01")]
            )
            #expect(answer.status == 200)
            try await eventually { !collector.spans.isEmpty }
            let spans = collector.spans
            #expect(
                spans.compactMap { $0["name"]?.string } == [
                    "POST /v1/classify", "cache", "gate", "encode", "cloud", "ledger",
                    "generate_content gemini-3.5-flash-lite", "generate_content gemini-3.5-flash-lite",
                ]
            )
            #expect(spans.allSatisfy { $0["traceId"]?.string == trace })
            #expect(Set(spans.compactMap { $0["spanId"]?.string }).count == spans.count)
            let root = spans[0]
            #expect(root["parentSpanId"]?.string == "b7ad6b7169203331")
            #expect(root["kind"]?.integer == 2)
            #expect(spans[1...5].allSatisfy { $0["parentSpanId"]?.string == root["spanId"]?.string })
            #expect(spans[6...].allSatisfy { $0["parentSpanId"]?.string == spans[4]["spanId"]?.string })
            #expect(Self.value("torii.outcome", of: root)?["stringValue"]?.string == "sent")
            #expect(Self.value("torii.emulated", of: root)?["boolValue"]?.bool == true)
            let id = try #require(Self.value("torii.decision.id", of: root)?["stringValue"]?.string)
            let record = try #require(try await server.store.decision(id: id))
            #expect(Self.value("torii.cost.nano_usd", of: root)?["intValue"]?.string == "\(record.cost.nanoUSD)")
            #expect(spans[6]["status"]?["code"]?.integer == 2)
            #expect(Self.value("torii.attempt.result", of: spans[6])?["stringValue"]?.string == "overloaded")
            #expect(spans[7]["status"] == nil)
            #expect(collector.all.first?.header("x-collector-key") == "k")
            #expect(collector.all.first?.path == "/v1/traces")
        }
        await collector.stop()
    }

    /// The request ends with its promise; what a job does with it hours later is none of its journey.
    @Test(arguments: [true, false]) func tellsTheJourneyOfADeferredPicture(hasRoom: Bool) async throws {
        let collector = try Collector()
        let folder = try TemporaryFolder()
        var setup = Self.setup(collector)
        setup.data = folder.path
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5", !hasRoom { try text.change(#"daily: "3.00 USD""#, to: #"daily: "0.0001 USD""#) }
        }
        try await ServerUnderTest.run(setup) { server in
            let later = [(name: "Prefer", value: "respond-async")]
            let answer = try await server.upload(try Pictures.sharp(seed: 1), headers: later)
            #expect(answer.status == (hasRoom ? 202 : 200))
            try await eventually { !collector.spans.isEmpty }
            let spans = collector.spans
            #expect(
                spans.compactMap { $0["name"]?.string } == ["POST /v1/classify", "cache", "gate", "encode", "ledger"]
            )
            let status = Self.value("http.response.status_code", of: spans[0])
            #expect(status?["intValue"]?.string == "\(answer.status)")
            let outcome = Self.value("torii.outcome", of: spans[0])?["stringValue"]?.string
            #expect(outcome == (hasRoom ? "deferred" : "local"))
            #expect(Self.value("torii.decision.id", of: spans[0])?["stringValue"]?.string == answer.decision)
        }
        await collector.stop()
    }

    @Test func asksAgainOfACollectorThatIsBusy() async throws {
        let collector = try Collector([HTTPResponse(status: 503), HTTPResponse(status: 429)])
        try await ServerUnderTest.run(Self.setup(collector)) { server in
            _ = try await server.upload(Pictures.sharp(seed: 1))
            try await eventually { collector.all.count >= 3 }
            try await eventually {
                try await server.get("/metrics").text.contains(#"torii_traces_total{result="exported"} 1"#)
            }
            #expect(collector.all.map(\.body)[0] == collector.all.map(\.body)[2])
        }
        await collector.stop()
    }

    @Test func dropsWhatACollectorWillNotHave() async throws {
        let collector = try Collector([HTTPResponse(status: 400)])
        try await ServerUnderTest.run(Self.setup(collector)) { server in
            _ = try await server.upload(Pictures.sharp(seed: 1))
            try await eventually {
                try await server.get("/metrics").text.contains(#"torii_traces_total{result="refused"} 1"#)
            }
            #expect(collector.all.count == 1)
        }
        await collector.stop()
    }

    /// Once when it begins, and with their number when the collector is back.
    @Test func saysThatItDropsTraces() async throws {
        let collector = try Collector()
        collector.isAway = true
        try await ServerUnderTest.run(Self.setup(collector, mostWaiting: 1)) { server in
            for seed in 1...4 { _ = try await server.upload(Pictures.sharp(seed: UInt64(seed))) }
            #expect(try await server.get("/metrics").text.contains(#"torii_traces_total{result="dropped"} 3"#))
            func told(_ message: String) -> [RecordedLog.Line] { server.log.lines.filter { $0.message == message } }
            #expect(told("traces dropped: too many wait for the collector").count == 1)
            collector.isAway = false
            try await eventually { !told("traces dropped while the collector was away").isEmpty }
            let line = told("traces dropped while the collector was away").first
            #expect(line?.fields["count"] == .integer(3))
        }
        await collector.stop()
    }

    /// A collector that takes a post and says nothing is not waited for as long as an export may take.
    @Test func cutsOffAPostThatHangsAtTheStop() async throws {
        let latch = Latch()
        let received = Locked(0)
        let deaf = try HTTPServer(.init(address: .tcp(host: "127.0.0.1", port: 0), threads: 1)) { _ in
            received.withLock { $0 += 1 }
            await latch.wait()
            return HTTPResponse(status: 503)
        }
        var setup = ServerUnderTest.Setup()
        setup.traces = TraceTarget(endpoint: "http://127.0.0.1:\(deaf.port)")
        var log: RecordedLog?
        try await ServerUnderTest.run(setup) { server in
            log = server.log
            _ = try await server.upload(Pictures.sharp(seed: 1))
            try await eventually { received.withLock { $0 } == 1 }
        }
        let lines = try #require(log).lines
        let cause = lines.first { $0.message == "traces not taken" }?.fields["cause"]
        #expect(cause == .text("the client was closed"))
        #expect(lines.first { $0.message == "traces dropped" }?.fields["count"] == .integer(1))
        latch.open()
        await deaf.stop(grace: .zero)
    }

    @Test func leavesOutWhatNobodyDrew() async throws {
        let collector = try Collector()
        let parent = "0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331"
        try await ServerUnderTest.run(Self.setup(collector, share: 0)) { server in
            _ = try await server.upload(Pictures.sharp(seed: 1))
            _ = try await server.upload(
                try Pictures.sharp(seed: 1),
                headers: [(name: "traceparent", value: "00-\(parent)-00")]
            )
            _ = try await server.upload(
                try Pictures.sharp(seed: 1),
                headers: [(name: "traceparent", value: "00-\(parent)-01")]
            )
            try await eventually { !collector.spans.isEmpty }
            let roots = collector.spans.filter { $0["kind"]?.integer == 2 }
            #expect(roots.count == 1)
        }
        await collector.stop()
    }

    /// What waits when the server stops is posted first.
    @Test func tellsWhatWaitsAtTheStop() async throws {
        let collector = try Collector()
        var setup = Self.setup(collector)
        setup.tracePause = .seconds(3_600)
        try await ServerUnderTest.run(setup) { server in
            _ = try await server.upload(Pictures.sharp(seed: 1))
            #expect(collector.all.isEmpty)
        }
        #expect(collector.spans.count { $0["kind"]?.integer == 2 } == 1)
        await collector.stop()
    }

    @Test(arguments: [
        ("http://127.0.0.1:4318", "http://127.0.0.1:4318/v1/traces"),
        ("https://collector.example/otlp/", "https://collector.example/otlp/v1/traces"),
        ("http://c/v1/traces", "http://c/v1/traces"),
    ])
    func findsThePlaceOfTraces(endpoint: String, url: String) {
        #expect(TraceTarget(endpoint: endpoint)?.url == url)
    }

    @Test(arguments: ["", "127.0.0.1:4318", "http://", "ftp://a", "http://a b", "http://a/?x=1"])
    func refusesWhatIsNoCollector(endpoint: String) { #expect(TraceTarget(endpoint: endpoint) == nil) }
}
