import Documents
import Platform

/// One message of the API: the members that may be sent on, since what they cost at most is known. Names come in camelCase
/// and in the snake_case of the API's own source.
struct DoorMessage: Sendable {
    private let spellings: [String: String]
    /// Members of the API that are refused, and why.
    private let refused: [String: String]

    private init(_ members: [String], refused: [String: String] = [:]) {
        self.refused = refused
        var spellings: [String: String] = [:]
        for name in members + refused.keys {
            spellings[name] = name
            spellings[name.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }] = name
        }
        self.spellings = spellings
    }

    static let request = DoorMessage(
        [
            "model", "contents", "systemInstruction", "generationConfig", "safetySettings", "tools", "toolConfig",
            "serviceTier", "store",
        ],
        refused: ["cachedContent": "what a cache holds is not seen here; send the content itself"]
    )
    /// `countTokens` of a whole request.
    static let count = DoorMessage(["model", "generateContentRequest"])
    static let content = DoorMessage(["role", "parts"])
    static let part = DoorMessage(
        [
            "text", "inlineData", "functionCall", "functionResponse", "executableCode", "codeExecutionResult",
            "thought",
            "thoughtSignature", "mediaResolution", "partMetadata",
        ],
        refused: ["fileData": unseenFile, "videoMetadata": "films have no price here"]
    )
    static let functionResponse = DoorMessage(["id", "name", "response", "parts", "willContinue", "scheduling"])
    static let responsePart = DoorMessage(["inlineData"], refused: ["fileData": unseenFile])
    static let blob = DoorMessage(["mimeType", "data", "displayName"])
    static let mediaResolution = DoorMessage(["level", "numTokens"])
    static let tool = DoorMessage(
        ["functionDeclarations"],
        refused: Dictionary(
            [
                "googleSearch", "googleSearchRetrieval", "googleMaps", "enterpriseWebSearch", "urlContext",
                "fileSearch",
                "retrieval", "codeExecution", "computerUse", "mcpServers",
            ].map { ($0, "it brings tokens and fees that no hold bounds; functionDeclarations are taken") },
            uniquingKeysWith: { first, _ in first }
        )
    )
    static let config = DoorMessage(
        [
            "temperature", "topP", "topK", "candidateCount", "maxOutputTokens", "stopSequences", "seed",
            "presencePenalty", "frequencyPenalty", "responseMimeType", "responseSchema", "responseJsonSchema",
            "responseFormat", "responseLogprobs", "logprobs", "responseModalities", "mediaResolution",
            "thinkingConfig", "enableEnhancedCivicAnswers",
        ],
        refused: ["speechConfig": textAlone, "imageConfig": textAlone]
    )
    static let responseFormat = DoorMessage(["text"], refused: ["image": textAlone, "audio": textAlone])

    static let textAlone = "answers other than text have no price here"
    private static let unseenFile =
        "a file is not seen here, so it can be neither gated nor counted; send the picture as inlineData"

    /// The members that are set, by their camelCase names. Throws `invalid_field` for what is no object or sets a member
    /// twice, and `unbounded_cost` for members that are not taken.
    ///
    /// - Parameter path: Where the message stands, for the refusal; empty for the body.
    func members(of node: DocumentNode, at path: String) throws(Problem) -> [String: DocumentNode] {
        guard let object = node.object else { throw .invalid(path, "must be an object") }
        var found: [String: DocumentNode] = [:]
        for member in object {
            let place = path.isEmpty ? member.key : "\(path).\(member.key)"
            guard let name = spellings[member.key] else {
                throw .unbounded(place, "is not known here, so its cost cannot be bounded")
            }
            if member.node.isNull { continue }
            if let why = refused[name] { throw .unbounded(place, "is not taken: \(why)") }
            if found.updateValue(member.node, forKey: name) != nil {
                throw .invalid(place, "is set twice, in two spellings")
            }
        }
        return found
    }
}

extension Problem {
    /// What cannot be read as the API reads it.
    static func invalid(_ place: String, _ what: String) -> Problem {
        Problem(.invalidField, "`\(String(place.prefix(120)).printable)` \(what)")
    }

    /// What could cost more than can be held for it.
    static func unbounded(_ place: String, _ what: String) -> Problem {
        Problem(.unboundedCost, "`\(String(place.prefix(120)).printable)` \(what)")
    }
}
