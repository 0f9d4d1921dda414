import Documents
import Economics

/// `GET /models` and `/models/{model}`.
enum ModelListing {
    private static let usualPage = 50
    private static let largestPage = 1_000

    /// One page. Throws 400 for a size or token that is none.
    static func page(at moment: Timestamp, size: String?, token: String?) throws(GoogleError) -> JSON {
        let listed = EmulatedModel.all.filter { !$0.isGone && !isRetired($0, moment) }
        let page = try Page(of: listed, size: size, token: token, usual: usualPage, largest: largestPage)
        return .object([.init("models", .array(page.items.map(entry)))] + page.next)
    }

    static func one(_ id: String, at moment: Timestamp) -> JSON? {
        guard let model = EmulatedModel.answering(id, at: moment), !model.isGone else { return .none }
        return entry(model)
    }

    private static func isRetired(_ model: EmulatedModel, _ moment: Timestamp) -> Bool {
        model.successor.map { moment >= $0.from } ?? false
    }

    private static func entry(_ model: EmulatedModel) -> JSON {
        .object([
            .init("name", .string("models/\(model.id)")),
            .init("version", "001"),
            .init("displayName", .string("Emulated \(model.id)")),
            .init("description", "Answers from the pixels, on this machine."),
            .init("inputTokenLimit", 1_048_576),
            .init("outputTokenLimit", 65_536),
            .init("supportedGenerationMethods", ["generateContent", "countTokens", "batchGenerateContent"]),
            .init("temperature", 1),
            .init("topP", 0.95),
            .init("topK", 64),
            .init("maxTemperature", 2),
            .init("thinking", true),
        ])
    }
}
