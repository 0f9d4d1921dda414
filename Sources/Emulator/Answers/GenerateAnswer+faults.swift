import Documents

extension GenerateAnswer {
    /// The part of the text that fits; nothing at all when the thoughts took the room.
    mutating func cutShort(room: Int) {
        finishReason = "MAX_TOKENS"
        guard room > 0, let text = parts?.first else {
            parts = nil
            hasContent = false
            usage.candidates = 0
            return
        }
        parts = [String(decoding: text.utf8.prefix(room * 4), as: UTF8.self)]
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

    /// A candidate without text. SAFETY names what it was about.
    mutating func finish(_ reason: String) {
        finishReason = reason
        parts = nil
        hasContent = false
        usage.candidates = 0
        guard reason == "SAFETY" || reason == "IMAGE_SAFETY" else { return }
        safetyRatings = [
            .object([
                .init("category", "HARM_CATEGORY_SEXUALLY_EXPLICIT"), .init("probability", "HIGH"),
                .init("blocked", true),
            ])
        ]
    }

    mutating func empty(_ kind: Fault.Empty) {
        parts = kind == .noText ? [""] : nil
        usage.candidates = 0
    }

    mutating func malformed(_ kind: Fault.Malformed, schema: AnswerSchema?) {
        guard let text = parts?.first else { return }
        switch kind {
        case .fences: parts = ["```json\n\(text)\n```"]
        case .trailing: parts = ["\(text)\n\nHere is the classification again:\n\(text)"]
        case .truncated: parts = [String(text.prefix(text.count * 2 / 3))]
        case .split:
            let middle = text.index(text.startIndex, offsetBy: text.count / 2)
            parts = [String(text[..<middle]), String(text[middle...])]
        case .outOfSet: parts = [GenerateAnswer.outOfSet(text, schema)]
        }
        usage.candidates = TokenCount.text((parts ?? []).reduce(0) { $0 + $1.utf8.count })
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
