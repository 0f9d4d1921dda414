import Documents
import Ledger
import Platform

/// Posts journeys to a collector as OTLP over HTTP, in JSON. No upload waits for it: what the collector does not take is
/// kept for a while, up to a limit, and then dropped and counted. The ledger remains the record.
final class TraceExporter: Sendable {
    /// What became of journeys, since the start.
    struct Counts: Sendable, Hashable {
        var exported = 0
        /// The collector would not have their post at all.
        var refused = 0
        /// It was away for too long.
        var dropped = 0
    }

    private struct State: Sendable {
        var waiting: [JourneyTrace] = []
        var counts = Counts()
        /// A failure is logged once, not with every round.
        var isFailing = false
        /// Dropped since the collector last took a post; the first is logged.
        var lately = 0
    }

    private let target: TraceTarget
    private let store: any LedgerStore
    private let http: HTTPClient
    private let build: String
    private let log: Log
    private let state = Locked(State())

    /// In one post.
    private static let page = 128
    private static let longestPause = Duration.seconds(60)

    init(_ target: TraceTarget, store: any LedgerStore, http: HTTPClient, build: String, log: Log) {
        self.target = target
        self.store = store
        self.http = http
        self.build = build
        self.log = log
    }

    var counts: Counts { state.withLock { $0.counts } }

    func add(_ record: DecisionRecord, of draft: DecisionDraft) {
        guard target.takes(decisionID: record.id, parent: draft.upload.trace) else { return }
        let trace = JourneyTrace(record, of: draft)
        let isFirst = state.withLock { state in
            guard state.waiting.count >= target.mostWaiting else {
                state.waiting.append(trace)
                return false
            }
            state.counts.dropped += 1
            state.lately += 1
            return state.lately == 1
        }
        if isFirst {
            log.warning("traces dropped: too many wait for the collector", [("url", .text(target.url))])
        }
    }

    /// Until cancelled; then once more. A collector that fails is left alone for a while that doubles up to a minute.
    func run(every pause: Duration) async {
        var failures = 0
        while !Task.isCancelled {
            try? await Task.sleep(for: min(Self.longestPause, pause * (1 << failures)))  // Cancelled: the loop ends.
            if Task.isCancelled { break }
            failures = await export(by: .now + .seconds(10)) ? 0 : min(failures + 1, 6)
        }
        // In a task of its own: this one's requests are cancelled with it.
        let left = ContinuousClock.now + .seconds(1)
        _ = await Task { await self.export(by: left) }.value
        let lost = state.withLock { state in
            state.counts.dropped += state.waiting.count
            defer { state.waiting = [] }
            return state.lately + state.waiting.count
        }
        if lost > 0 { log.warning("traces dropped", dropped(lost)) }
    }

    private func dropped(_ count: Int) -> [(String, Log.Value)] {
        [("count", .integer(Int64(count))), ("url", .text(target.url))]
    }

    /// Posts what waits. False when the collector took nothing and may take it later.
    func export(by deadline: ContinuousClock.Instant) async -> Bool {
        while true {
            let page = state.withLock { Array($0.waiting.prefix(Self.page)) }
            guard !page.isEmpty else { return true }
            let body = await request(page).encoded()
            let post = HTTPClient.Request(
                method: "POST",
                url: target.url,
                headers: [("Content-Type", "application/json")] + target.headers,
                body: body
            )
            switch await http.response(to: post, deadline: deadline) {
            case .success(let response) where (200..<300).contains(response.status):
                if let why = Self.partialRefusal(response.body) { warn(why) } else { recovered() }
                done(page.count, \.exported)
            case .success(let response) where [429, 502, 503, 504].contains(response.status):
                return failed("status \(response.status)")
            case .success(let response):
                // The same again would fare no better.
                warn("status \(response.status)")
                done(page.count, \.refused)
            case .failure(let failure):
                return failed(failure.message)
            }
        }
    }

    private func done(_ count: Int, _ fate: WritableKeyPath<Counts, Int>) {
        state.withLock { state in
            state.waiting.removeFirst(count)
            state.counts[keyPath: fate] += count
        }
    }

    private func recovered() {
        let lost = state.withLock { state in
            state.isFailing = false
            defer { state.lately = 0 }
            return state.lately
        }
        if lost > 0 { log.warning("traces dropped while the collector was away", dropped(lost)) }
    }

    private func failed(_ cause: String) -> Bool {
        warn(cause)
        return false
    }

    private func warn(_ cause: String) {
        let isNew = state.withLock { state in
            defer { state.isFailing = true }
            return !state.isFailing
        }
        if isNew { log.warning("traces not taken", [("url", .text(target.url)), ("cause", .text(cause))]) }
    }

    /// What a collector says that it left out of a post it took; nil when it took all.
    private static func partialRefusal(_ body: [UInt8]) -> String? {
        let answer = DocumentReader.read(body, file: "answer", dialect: .json).root?["partialSuccess"]
        guard let spans = answer?["rejectedSpans"] else { return nil }
        let count = spans.string.flatMap { Int($0) } ?? spans.integer.map { Int($0) } ?? 0
        return count > 0 ? "\(count) spans left out: \(answer?["errorMessage"]?.string?.printable ?? "")" : nil
    }

    /// `ExportTraceServiceRequest` of OTLP.
    private func request(_ page: [JourneyTrace]) async -> JSON {
        var spans: [JSON] = []
        for trace in page {
            // A ledger that cannot be read leaves the calls out, not the journey.
            let attempts = (try? await store.attempts(decisionID: trace.record.id)) ?? []
            spans += trace.spans(attempts: attempts).map(\.json)
        }
        let resource: [JSON.Member] = [.init("service.name", "torii"), .init("service.version", .string(build))]
        return [
            "resourceSpans": [
                [
                    "resource": ["attributes": .array(resource.map(\.attribute))],
                    "scopeSpans": [
                        ["scope": ["name": "torii", "version": .string(build)], "spans": .array(spans)]
                    ],
                ]
            ]
        ]
    }
}
