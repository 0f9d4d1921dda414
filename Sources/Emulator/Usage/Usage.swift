import Documents

/// The tokens of one answer.
struct Usage: Sendable, Hashable {
    var textTokens: Int
    var imageTokens: Int
    var candidates = 0
    var thoughts = 0
    var tier = "standard"
    /// What a fault makes of the report; the counts stay true.
    var fault: Fault.UsageFault?

    var prompt: Int { textTokens + imageTokens }
    var total: Int { prompt + candidates + thoughts }

    /// `usageMetadata`. Members that are zero are absent, as proto JSON has it.
    var json: JSON {
        var members: [JSON.Member] = []
        func add(_ name: String, _ count: Int) {
            if count > 0 { members.append(.init(name, .integer(Int64(count)))) }
        }
        add("promptTokenCount", prompt)
        add("candidatesTokenCount", candidates)
        add("thoughtsTokenCount", thoughts)
        add("totalTokenCount", fault == .wrongTotal ? total + 7 : total)
        var promptDetails = details([("TEXT", textTokens), ("IMAGE", imageTokens)])
        if fault == .bareDetails { promptDetails.append(.object([.init("modality", "AUDIO")])) }
        if !promptDetails.isEmpty { members.append(.init("promptTokensDetails", .array(promptDetails))) }
        let candidateDetails = details([("TEXT", candidates)])
        if !candidateDetails.isEmpty { members.append(.init("candidatesTokensDetails", .array(candidateDetails))) }
        members.append(.init("serviceTier", .string(tier)))
        return .object(members)
    }

    /// The answer of `countTokens`, which knows the prompt alone, and may not know it well.
    func counted(_ drift: CountTokensDrift) -> JSON {
        func drifted(_ tokens: Int) -> Int { Int((Double(tokens) * drift.factor).rounded()) }
        let (text, image) = (drifted(textTokens), drifted(imageTokens))
        var members: [JSON.Member] = []
        if text + image > 0 { members.append(.init("totalTokens", .integer(Int64(text + image)))) }
        let list = details([("TEXT", text), ("IMAGE", image)])
        if !list.isEmpty, !drift.hidesDetails { members.append(.init("promptTokensDetails", .array(list))) }
        return .object(members)
    }

    private func details(_ parts: [(modality: String, tokens: Int)]) -> [JSON] {
        parts.filter { $0.tokens > 0 }.map { part in
            .object([
                .init("modality", .string(part.modality)), .init("tokenCount", .integer(Int64(part.tokens))),
            ])
        }
    }
}
