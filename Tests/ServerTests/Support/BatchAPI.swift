import Documents
import Gemini
import Platform
import Testing

/// The batch side of the API, turned by hand: what a batch is in is what a test says.
final class BatchAPI: Sendable {
    struct Job: Sendable {
        let name: String
        let displayName: String
        let model: String
        let keys: [String]
        let body: String
    }

    private struct State: Sendable {
        var jobs: [Job] = []
        var word = "PENDING"
        /// Entries of the answer by the number of the picture; a usual answer where there is none.
        var entries: [Int: String] = [:]
        var cancelled: [String] = []
        var online = 0
        var losesAnswers = false
        var refuses = false
    }

    private let state = Locked(State())

    var jobs: [Job] { state.withLock { $0.jobs } }
    var cancelled: [String] { state.withLock { $0.cancelled } }
    /// `generateContent` calls.
    var online: Int { state.withLock { $0.online } }

    /// From now on batches are in this state: `PENDING`, `SUCCEEDED`, `EXPIRED` …
    func turn(_ word: String, entries: [Int: String] = [:]) {
        state.withLock {
            $0.word = word
            $0.entries = entries
        }
    }

    /// The answer to the next making of a batch is lost on the way, though the batch is made.
    func loseAnswers(_ loses: Bool) { state.withLock { $0.losesAnswers = loses } }
    /// Batches are refused.
    func refuse(_ refuses: Bool) { state.withLock { $0.refuses = refuses } }

    var client: GeminiClient {
        GeminiClient(baseURL: "http://api.test", key: "key-0123456789") { [self] request, _ in answer(to: request) }
    }

    private func answer(to request: HTTPClient.Request) -> Result<HTTPClient.Response, HTTPClient.Failure> {
        state.withLock { state in
            let path = request.url.replacing("http://api.test/v1beta/", with: "")
            if path.hasSuffix(":batchGenerateContent") {
                if state.refuses {
                    return Self.response(#"{"error":{"code":503,"status":"UNAVAILABLE"}}"#, status: 503)
                }
                let job = Self.job(request, path: path, number: state.jobs.count + 1)
                state.jobs.append(job)
                if state.losesAnswers {
                    return .failure(HTTPClient.Failure(kind: .cut, dispatched: true, message: "cut"))
                }
                return Self.response(Self.operation(job, "PENDING", [:]))
            }
            if path.hasSuffix(":generateContent") {
                state.online += 1
                return Self.response(Self.generated(model: "gemini-3.5-flash-lite"))
            }
            if path.hasPrefix("batches?") {
                let all = state.jobs.map { Self.operation($0, "PENDING", [:]) }.joined(separator: ",")
                return Self.response(#"{"operations":[\#(all)]}"#)
            }
            if path.hasSuffix(":cancel") {
                state.cancelled.append(path.replacing(":cancel", with: ""))
                return Self.response("{}")
            }
            guard let job = state.jobs.first(where: { $0.name == path }) else {
                return Self.response(#"{"error":{"code":404,"status":"NOT_FOUND"}}"#, status: 404)
            }
            return Self.response(Self.operation(job, state.word, state.entries))
        }
    }

    private static func response(_ body: String, status: Int = 200) -> Result<HTTPClient.Response, HTTPClient.Failure> {
        .success(HTTPClient.Response(status: status, headers: [], body: Array(body.utf8)))
    }

    private static func job(_ request: HTTPClient.Request, path: String, number: Int) -> Job {
        let batch = DocumentReader.read(request.body, file: "body", dialect: .json).root?["batch"]
        let requests = batch?["inputConfig"]?["requests"]?["requests"]?.array ?? []
        return Job(
            name: "batches/\(number)",
            displayName: batch?["displayName"]?.string ?? "",
            model: path.replacing("models/", with: "").replacing(":batchGenerateContent", with: ""),
            keys: requests.compactMap { $0["metadata"]?["key"]?.string },
            body: String(decoding: request.body, as: UTF8.self)
        )
    }

    private static func operation(_ job: Job, _ word: String, _ entries: [Int: String]) -> String {
        var output = ""
        if word == "SUCCEEDED" {
            let list = job.keys.enumerated().compactMap { index, key -> String? in
                let entry = entries[index] ?? #""response":\#(generated(model: job.model))"#
                return entry.isEmpty ? nil : #"{"metadata":{"key":"\#(key)"},\#(entry)}"#
            }
            output = #","output":{"inlinedResponses":{"inlinedResponses":[\#(list.joined(separator: ","))]}}"#
        }
        return #"{"name":"\#(job.name)","metadata":{"displayName":"\#(job.displayName)","#
            + #""state":"BATCH_STATE_\#(word)"\#(output)}}"#
    }

    /// 600 tokens in, 100 out.
    static func generated(model: String, text: String = classification) -> String {
        let quoted = String(decoding: JSON.string(text).encoded(), as: UTF8.self)
        return #"{"candidates":[{"content":{"parts":[{"text":\#(quoted)}]},"finishReason":"STOP"}],"#
            + #""usageMetadata":{"promptTokenCount":600,"candidatesTokenCount":100,"totalTokenCount":700},"#
            + #""modelVersion":"\#(model)"}"#
    }

    static let classification = """
        {"primaryCategory":"nature","secondaryCategory":null,"mood":"calm","recommendedTags":["a","b","c"],\
        "dominantColors":["#a1b2c3"],"suitableScreenTypes":["ipad"]}
        """
}
