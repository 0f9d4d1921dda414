import Documents

/// One complete answer before it becomes bytes: faults change it here.
struct GenerateAnswer: Sendable, Hashable {
    /// Texts of the parts; nil where `content` has no parts at all.
    var parts: [String]?
    /// False where the candidate has no `content` member.
    var hasContent = true
    var finishReason = "STOP"
    /// Set: no candidate, a refused prompt.
    var blockReason: String?
    var safetyRatings: [JSON] = []
    var usage: Usage
    var reportsUsage = true
    var modelVersion: String
    var responseID: String

    var json: JSON {
        var members: [JSON.Member] = []
        if let blockReason {
            members.append(.init("promptFeedback", .object([.init("blockReason", .string(blockReason))])))
        } else {
            members.append(.init("candidates", .array([candidate])))
        }
        if reportsUsage { members.append(.init("usageMetadata", usage.json)) }
        members.append(.init("modelVersion", .string(modelVersion)))
        members.append(.init("responseId", .string(responseID)))
        return .object(members)
    }

    /// `index` 0 is absent, as every zero of proto JSON.
    private var candidate: JSON {
        var members: [JSON.Member] = []
        if hasContent {
            var content: [JSON.Member] = []
            if let parts {
                content.append(.init("parts", .array(parts.map { .object([.init("text", .string($0))]) })))
            }
            content.append(.init("role", "model"))
            members.append(.init("content", .object(content)))
        }
        members.append(.init("finishReason", .string(finishReason)))
        if !safetyRatings.isEmpty { members.append(.init("safetyRatings", .array(safetyRatings))) }
        return .object(members)
    }
}
