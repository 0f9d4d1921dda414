import Documents
import Economics
import Platform

/// What an answer that is passed on says about its bill, and about the account: one object, a JSON array of them, or
/// server-sent events. Of a stream the last usage counts, which holds the whole.
struct ForwardedBill {
    private(set) var usage: TokenUsage?
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
            guard line.starts(with: Array("data:".utf8)) else { continue }
            if let event = Self.read(Array(line.dropFirst("data:".count))) { take(event) }
        }
    }

    private mutating func take(_ root: DocumentNode) {
        if let usage = UsageReader.usage(root["usageMetadata"]) { self.usage = usage }
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
