import Documents

/// One complete answer before it becomes bytes: faults change it here.
struct GenerateAnswer: Sendable, Hashable {
    struct Part: Sendable, Hashable {
        var text: String
        /// A summary of thoughts, not part of the answer.
        var isThought = false
        /// Opaque; sent with what was thought about.
        var signature: String?
    }

    /// Nil where `content` has no parts at all.
    var parts: [Part]?
    /// False where the candidate has no `content` member.
    var hasContent = true
    /// Nil in a stream, before its end.
    var finishReason: String? = "STOP"
    /// Set: no candidate, a refused prompt.
    var blockReason: String?
    var safetyRatings: [JSON] = []
    var citations: [JSON] = []
    var usage: Usage
    var reportsUsage = true
    /// A piece of a stream that has no candidate.
    var isUsageOnly = false
    var modelVersion: String
    var responseID: String

    init(text: String, usage: Usage, modelVersion: String, responseID: String) {
        parts = [Part(text: text)]
        self.usage = usage
        self.modelVersion = modelVersion
        self.responseID = responseID
    }

    /// The answer's text without thoughts; nil where there are no parts.
    var text: String? {
        get { parts.map { $0.filter { !$0.isThought }.map(\.text).joined() } }
        set {
            let thoughts = parts?.filter(\.isThought) ?? []
            let signature = parts?.last?.signature
            parts = newValue.map { thoughts + [Part(text: $0, signature: signature)] }
        }
    }

    var json: JSON {
        var members: [JSON.Member] = []
        if let blockReason {
            members.append(.init("promptFeedback", .object([.init("blockReason", .string(blockReason))])))
        } else if !isUsageOnly {
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
            if let parts { content.append(.init("parts", .array(parts.map(\.json)))) }
            content.append(.init("role", "model"))
            members.append(.init("content", .object(content)))
        }
        if let finishReason { members.append(.init("finishReason", .string(finishReason))) }
        if !safetyRatings.isEmpty { members.append(.init("safetyRatings", .array(safetyRatings))) }
        if !citations.isEmpty {
            members.append(.init("citationMetadata", .object([.init("citationSources", .array(citations))])))
        }
        return .object(members)
    }
}

extension GenerateAnswer.Part {
    fileprivate var json: JSON {
        var members: [JSON.Member] = [.init("text", .string(text))]
        if isThought { members.append(.init("thought", true)) }
        if let signature { members.append(.init("thoughtSignature", .string(signature))) }
        return .object(members)
    }
}
