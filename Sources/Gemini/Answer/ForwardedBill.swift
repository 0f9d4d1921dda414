import Documents
import Economics
import Platform

/// What an answer that is passed on says about its bill, and about the account: one object, a JSON array of them, or
/// server-sent events. Of a stream the last usage counts, which holds the whole; of one that broke off none does, since
/// nobody knows what was made but never came.
struct ForwardedBill: Sendable {
    private var lastUsage: TokenUsage?
    /// Whether an error ended it, or something that is no event.
    private var isBroken = false
    private(set) var modelVersion: String?
    private(set) var responseID: String?
    /// Whether the account is limited for breaking the provider's policies.
    private(set) var isPolicyLimited = false

    /// Of a stream that has not begun.
    init() {}

    init(_ response: HTTPClient.Response) {
        let type = response.headers.first { $0.name == "content-type" }?.value ?? ""
        guard type.lowercased().hasPrefix("text/event-stream") else {
            guard let root = Self.read(response.body) else { return }
            for item in root.array ?? [root] { take(item) }
            return
        }
        take(lines: response.body)
    }

    /// What came of a stream next, or last.
    mutating func take(_ frame: [UInt8], of form: StreamFrames.Form) {
        switch form {
        case .events: take(lines: frame)
        case .list:
            let space = Array(" \t\r\n".utf8)
            var element = frame.drop { space.contains($0) }
            if [UInt8(ascii: "["), UInt8(ascii: ",")].contains(element.first) { element.removeFirst() }
            if let root = Self.read(Array(element)) { take(root) } else { isBroken = true }
        }
    }

    /// What follows the last frame of a stream that has ended: nothing of an array but its bracket.
    ///
    /// - Returns: Whether that is an end. Else something is missing.
    mutating func end(_ frames: StreamFrames) -> Bool {
        switch frames.form {
        case .events:
            guard !frames.rest.isEmpty else { return true }
            // In place of an event an error comes by itself.
            if let root = Self.read(frames.rest), StatusBody(root) != nil {
                isBroken = true
                return true
            }
            let wasBroken = isBroken
            isBroken = false
            take(lines: frames.rest)
            defer { isBroken = isBroken || wasBroken }
            return !isBroken
        case .list:
            if !frames.isListClosed { isBroken = true }
            return frames.isListClosed
        }
    }

    private mutating func take(lines bytes: [UInt8]) {
        for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
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
