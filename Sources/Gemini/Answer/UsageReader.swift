import Documents
import Economics

/// Reads `usageMetadata`. Members of value zero are normally absent; 64-bit numbers may come as strings.
enum UsageReader {
    /// More than any model takes or gives. A count past it is an error of the answer, not a bill.
    static let largestCount = 10_000_000

    /// Nil when there is no usage that can be billed: none was sent, a count is negative, absurd or no count at all,
    /// more was cached than asked, or the prompt, which held a picture, is said to have cost nothing.
    static func usage(_ node: DocumentNode?) -> TokenUsage? {
        guard let node, node.object != nil,
            let prompt = count(node["promptTokenCount"]), prompt > 0,
            let cached = count(node["cachedContentTokenCount"]), cached <= prompt,
            let candidates = count(node["candidatesTokenCount"]),
            let thoughts = count(node["thoughtsTokenCount"]),
            let toolUse = count(node["toolUsePromptTokenCount"]),
            let total = count(node["totalTokenCount"])
        else { return nil }
        return TokenUsage(
            prompt: prompt,
            cached: cached,
            candidates: candidates,
            thoughts: thoughts,
            toolUse: toolUse,
            total: total,
            image: image(node["promptTokensDetails"], atMost: prompt)
        )
    }

    /// Zero when absent; nil when it is there and no count.
    private static func count(_ node: DocumentNode?) -> Int? {
        guard let node, !node.isNull else { return 0 }
        let value: Int64?
        if let text = node.string {
            value = Int64(text)
        } else if let whole = node.integer {
            value = whole
        } else if let double = node.double {
            value = Int64(exactly: double)
        } else {
            value = nil
        }
        guard let value, (0...Int64(largestCount)).contains(value) else { return nil }
        return Int(value)
    }

    /// The picture's share is not billed apart, so an odd one is dropped rather than the whole usage.
    private static func image(_ details: DocumentNode?, atMost prompt: Int) -> Int {
        let counts = (details?.array ?? []).filter { $0["modality"]?.string == "IMAGE" }
            .map { count($0["tokenCount"]) ?? 0 }
        let sum = counts.reduce(0) { min($0 + $1, largestCount) }
        return sum <= prompt ? sum : 0
    }
}
