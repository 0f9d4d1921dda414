import Documents

extension GenerateAnswer {
    /// The part of the text that fits; nothing at all when the thoughts took the room.
    mutating func cutShort(room: Int) {
        finishReason = "MAX_TOKENS"
        guard room > 0, let text else {
            parts = nil
            hasContent = false
            usage.candidates = 0
            return
        }
        self.text = String(decoding: text.utf8.prefix(room * 4), as: UTF8.self)
        usage.candidates = room
    }

    /// All of `maxOutputTokens` but a few was thought: what a model with thinking on does to small limits.
    mutating func thinkEatsBudget(maxOutputTokens: Int) {
        usage.thoughts = max(1, maxOutputTokens - 3)
        cutShort(room: 0)
    }

    mutating func promptBlocked(_ reason: String) {
        blockReason = reason
        usage.candidates = 0
        usage.thoughts = 0
    }

    /// A candidate without text. SAFETY names what it was about, RECITATION what it recited, without saying where that
    /// ends.
    mutating func finish(_ reason: String) {
        finishReason = reason
        usage.candidates = 0
        parts = nil
        hasContent = false
        switch reason {
        case "SAFETY", "IMAGE_SAFETY":
            safetyRatings = [Self.rating("HARM_CATEGORY_SEXUALLY_EXPLICIT", "HIGH", isBlocked: true)]
        case "RECITATION":
            parts = []
            hasContent = true
            citations = [.object([.init("startIndex", 4), .init("uri", "https://example.com/recited")])]
        default: break
        }
    }

    /// A candidate that the safety settings judge: it carries its rating, and is blocked from the threshold on. A category
    /// that is off is not rated.
    mutating func judged(_ safety: Fault.Safety, threshold: String) {
        guard let limit = Fault.Safety.blocking[threshold] else { return }
        let isBlocked = safety.probability.rank >= limit
        if isBlocked { finish("SAFETY") }
        safetyRatings = [Self.rating(safety.category, safety.probability.rawValue, isBlocked: isBlocked)]
    }

    private static func rating(_ category: String, _ probability: String, isBlocked: Bool) -> JSON {
        var members: [JSON.Member] = [
            .init("category", .string(category)), .init("probability", .string(probability)),
        ]
        if isBlocked { members.append(.init("blocked", true)) }
        return .object(members)
    }

    mutating func empty(_ kind: Fault.Empty) {
        parts = kind == .noText ? [Part(text: "")] : nil
        usage.candidates = 0
    }

    mutating func malformed(_ kind: Fault.Malformed, schema: AnswerSchema?, maxOutputTokens: Int) {
        guard let text else { return }
        switch kind {
        case .fences: self.text = "```json\n\(text)\n```"
        case .trailing: self.text = "\(text)\n\nHere is the classification again:\n\(text)"
        case .truncated: self.text = String(text.prefix(text.count * 2 / 3))
        case .split:
            let middle = text.index(text.startIndex, offsetBy: text.count / 2)
            parts = [Part(text: String(text[..<middle])), Part(text: String(text[middle...]))]
        case .outOfSet: self.text = GenerateAnswer.outOfSet(text, schema)
        case .loop: repeated(" Other;", after: String(text.dropLast(2)), maxOutputTokens)
        case .digits: repeated("3", after: "{\"confidence\": 0.", maxOutputTokens)
        }
        guard finishReason == "STOP" else { return }
        usage.candidates = TokenCount.text((parts ?? []).reduce(0) { $0 + $1.text.utf8.count })
    }

    /// The model goes on and on until the limit ends it; no more than 64 KB of it.
    private mutating func repeated(_ word: String, after start: String, _ maxOutputTokens: Int) {
        let room = min(max(1, maxOutputTokens - usage.thoughts), 16_384)
        let length = room * 4 - start.utf8.count
        text = start + String(repeating: word, count: max(1, length / word.utf8.count + 1))
        cutShort(room: room)
    }

    /// Replaces the first value that came from a set by one that is in none.
    private static func outOfSet(_ text: String, _ schema: AnswerSchema?) -> String {
        guard case .object(let properties)? = schema,
            let property = properties.first(where: { isSet($0.schema) }),
            let root = DocumentReader.read(Array(text.utf8), file: "answer", dialect: .json).root,
            case .object(let members) = JSON(root)
        else { return text }
        let changed = members.map { $0.key == property.name ? JSON.Member($0.key, "not_in_the_set") : $0 }
        return String(decoding: JSON.object(changed).encoded(), as: UTF8.self)
    }

    private static func isSet(_ schema: AnswerSchema) -> Bool {
        if case .text(let values, _, _) = schema { return !values.isEmpty }
        return false
    }
}
