import Documents
import Economics
import Platform

/// What an answer that is passed on says about its bill, and about the account: one object, a JSON array of them, or
/// server-sent events. Of a stream the last usage counts, which holds the whole; of one that broke off none does, since
/// nobody knows what was made but never came.
struct ForwardedBill {
    private var lastUsage: TokenUsage?
    /// Whether an error ended it, or something that is no event.
    private var isBroken = false
    private(set) var modelVersion: String?
    private(set) var responseID: String?
    /// Whether the account is limited for breaking the provider's policies.
    private(set) var isPolicyLimited = false

    init(_ response: HTTPClient.Response) {
        let type = response.headers.first { $0.name == "content-type" }?.value ?? ""
        guard type.lowercased().hasPrefix("text/event-stream") else {
            guard let root = Self.read(response.body) else { return }
            for item in root.array ?? [root] { take(item) }
            return
        }
        for line in response.body.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            guard line.starts(with: Array("data:".utf8)) else {
                if !Self.fields.contains(where: { line.starts(with: Array($0.utf8)) }) { isBroken = true }
                continue
            }
            if let event = Self.read(Array(line.dropFirst("data:".count))) { take(event) } else { isBroken = true }
        }
    }

    /// What else a stream of events may hold; the first is a comment.
    private static let fields = [":", "event:", "id:", "retry:"]

    /// Nil where the bill is not known.
    var usage: TokenUsage? { isBroken ? nil : lastUsage }

    private mutating func take(_ root: DocumentNode) {
        if StatusBody(root) != nil { isBroken = true }
        if let usage = UsageReader.usage(root["usageMetadata"]) { lastUsage = usage }
        if let version = root["modelVersion"]?.string {
            modelVersion = version.hasPrefix("models/") ? String(version.dropFirst("models/".count)) : version
        }
        if let id = root["responseId"]?.string { responseID = id }
        for candidate in root["candidates"]?.array ?? []
        where candidate["finishReason"]?.string == GeminiOutcome.policyLimitReason {
            isPolicyLimited = true
        }
    }

    private static func read(_ bytes: [UInt8]) -> DocumentNode? {
        DocumentReader.read(bytes, file: "answer", dialect: .json, maxDepth: DocumentReader.deepestNesting).root
    }
}
