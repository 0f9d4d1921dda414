import Documents
import Economics

/// One batch from its making to its end.
struct BatchJob: Sendable {
    enum State: String, Sendable {
        case pending = "PENDING"
        case running = "RUNNING"
        case succeeded = "SUCCEEDED"
        case failed = "FAILED"
        case cancelled = "CANCELLED"
        case expired = "EXPIRED"

        var isEnd: Bool { self != .pending && self != .running }
    }

    /// One of its requests: what was sent, unread until it is worked on.
    struct Request: Sendable {
        /// Of the metadata or the line: goes back as it came.
        let tag: JSON.Member?
        let request: DocumentNode
    }

    /// What became of a request.
    struct Result: Sendable {
        let tag: JSON.Member?
        /// `response` or `error`.
        let outcome: JSON.Member

        var json: JSON { .object((tag.map { [$0] } ?? []) + [outcome]) }
        var isError: Bool { outcome.key == "error" }
    }

    /// `batches/` and an id.
    let name: String
    let model: String
    let displayName: String
    let created: Timestamp
    let requests: [Request]
    /// Requests came in a file, so answers go into one.
    let isFromFile: Bool
    var state = State.pending
    var updated: Timestamp
    /// How often it was looked at.
    var looks = 0
    /// Somebody is working on its answers.
    var isInWork = false
    var results: [Result] = []
    var responsesFile: String?

    var json: JSON {
        var metadata: [JSON.Member] = [
            .init("@type", "type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch"),
            .init("model", .string("models/\(model)")),
        ]
        if !displayName.isEmpty { metadata.append(.init("displayName", .string(displayName))) }
        metadata += [
            .init("createTime", .string(created.iso8601)),
            .init("updateTime", .string(updated.iso8601)),
            .init("batchStats", stats),
            .init("state", .string("BATCH_STATE_\(state.rawValue)")),
            .init("name", .string(name)),
        ]
        if state.isEnd { metadata.append(.init("endTime", .string(updated.iso8601))) }
        if state == .succeeded { metadata.append(.init("output", .object([output]))) }
        var members: [JSON.Member] = [.init("name", .string(name)), .init("metadata", .object(metadata))]
        guard state.isEnd else { return .object(members) }
        members.append(.init("done", true))
        let type = JSON.Member(
            "@type",
            "type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatchOutput"
        )
        switch state {
        case .succeeded: members.append(.init("response", .object([type, output])))
        case .cancelled: members.append(.init("error", BatchJob.error(1, "The batch was cancelled.")))
        case .expired: members.append(.init("error", BatchJob.error(4, "The batch expired before it was done.")))
        default: members.append(.init("error", BatchJob.error(13, "An internal error has occurred.")))
        }
        return .object(members)
    }

    private var output: JSON.Member {
        if let responsesFile { return .init("responsesFile", .string(responsesFile)) }
        let list = JSON.Member("inlinedResponses", .array(results.map(\.json)))
        return .init("inlinedResponses", .object([list]))
    }

    /// Counts are 64 bit: texts, and absent at zero.
    private var stats: JSON {
        let failed = results.count(where: \.isError)
        let counts = [
            ("requestCount", requests.count), ("successfulRequestCount", results.count - failed),
            ("failedRequestCount", failed), ("pendingRequestCount", state.isEnd ? 0 : requests.count),
        ]
        return .object(counts.filter { $0.1 > 0 }.map { .init($0.0, .string(String($0.1))) })
    }

    /// A `google.rpc.Status` with a code of gRPC.
    static func error(_ code: Int64, _ message: String) -> JSON {
        .object([.init("code", .integer(code)), .init("message", .string(message))])
    }
}
