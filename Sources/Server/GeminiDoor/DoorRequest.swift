import Documents
import Economics
import Imaging
import Platform
import Policy

/// A body of `generateContent` or `countTokens`, as far as gate and money must understand it. Names come in camelCase and
/// snake_case at every level, bytes in base64 and base64url: SDKs mix them in one body.
struct DoorRequest: Sendable {
    /// A picture in the body, and where it stands.
    struct Picture: Sendable {
        let bytes: [UInt8]
        /// The text token with its quotes, as offsets.
        let data: Range<Int>
        let mimeType: Range<Int>?
    }

    /// Inline pictures, in order.
    let pictures: [Picture]
    /// Something in it may cost as much as a whole context.
    let fillsContext: Bool
    let schema: DocumentNode?
    /// Of all candidates together.
    let maxOutputTokens: Int
    /// Of prices.
    let tier: String
    /// UTF-8 bytes of everything but the pictures: no token is shorter.
    let textBytes: Int

    private static let maxDepth = 64
    /// What models give at most when the request does not say.
    private static let mostOutputTokens = 65_536
    private static let mostCandidates = 8
    /// A whole context of every family in the catalogue.
    private static let contextTokens = 1_048_576
    private static let framing = 64
    private static let tiers = ["standard", "flex", "priority"]

    /// Throws `invalid_json`, `invalid_field`, and `unbounded_cost` for what might cost more than any hold.
    init(_ body: [UInt8], for target: DoorTarget) throws(Problem) {
        let read = DocumentReader.read(body, file: "request", dialect: .json, maxDepth: Self.maxDepth)
        guard let root = read.root, root.object != nil else {
            throw Problem(.invalidJSON, read.diagnostics.first?.message ?? "an object is expected")
        }
        let call = try Self.call(root, target)
        let contents = try DoorContents(call["contents"], instruction: call["systemInstruction"])
        pictures = contents.pictures
        fillsContext = contents.fillsContext
        for (index, tool) in (call["tools"]?.items ?? []).enumerated() {
            _ = try DoorMessage.tool.members(of: tool, at: "tools[\(index)]")
        }
        let config = try call["generationConfig"].map { node throws(Problem) in
            try DoorMessage.config.members(of: node, at: "generationConfig")
        }
        try Self.checkAnswerIsText(config ?? [:])
        schema = config?["responseSchema"] ?? config?["responseJsonSchema"]
        let candidates = try Self.count(config?["candidateCount"], "generationConfig.candidateCount") ?? 1
        guard candidates <= Self.mostCandidates else {
            throw .invalid("generationConfig.candidateCount", "must be at most \(Self.mostCandidates)")
        }
        // Zero is as good as unset in proto JSON.
        let limit = try Self.count(config?["maxOutputTokens"], "generationConfig.maxOutputTokens") ?? 0
        maxOutputTokens = (limit == 0 ? Self.mostOutputTokens : min(limit, Self.mostOutputTokens)) * max(candidates, 1)
        tier = try Self.tier(call["serviceTier"])
        textBytes = body.count - pictures.reduce(0) { $0 + $1.data.count }
    }

    /// The members of the request itself, which `countTokens` may wrap. The model of the path is the one that is asked.
    private static func call(_ root: DocumentNode, _ target: DoorTarget) throws(Problem) -> [String: DocumentNode] {
        let call: [String: DocumentNode]
        let isWrapped = root["generateContentRequest"] != nil || root["generate_content_request"] != nil
        if target.method == .countTokens, isWrapped {
            let outer = try DoorMessage.count.members(of: root, at: "")
            try check(outer["model"], target)
            guard let inner = outer["generateContentRequest"] else {
                throw .invalid("generateContentRequest", "must be an object")
            }
            call = try DoorMessage.request.members(of: inner, at: "generateContentRequest")
        } else {
            call = try DoorMessage.request.members(of: root, at: "")
        }
        try check(call["model"], target)
        return call
    }

    private static func check(_ model: DocumentNode?, _ target: DoorTarget) throws(Problem) {
        guard let model else { return }
        guard let name = model.string, name == target.model || name == "models/\(target.model)" else {
            throw .invalid("model", "must be the model of the path, or left out")
        }
    }

    private static func checkAnswerIsText(_ config: [String: DocumentNode]) throws(Problem) {
        for modality in config["responseModalities"]?.items ?? [] where modality.string?.uppercased() != "TEXT" {
            throw .unbounded("generationConfig.responseModalities", "is not taken: \(DoorMessage.textAlone)")
        }
        for format in config["responseFormat"]?.items ?? [] {
            _ = try DoorMessage.responseFormat.members(of: format, at: "generationConfig.responseFormat")
        }
    }

    /// By name alone, in any case: a number would have to be guessed at.
    private static func tier(_ node: DocumentNode?) throws(Problem) -> String {
        guard let node else { return tiers[0] }
        let name = node.string?.lowercased() ?? ""
        if name == "unspecified" { return tiers[0] }
        guard tiers.contains(name) else {
            throw .unbounded("serviceTier", "must be one of `standard`, `flex` and `priority`, by name")
        }
        return name
    }

    /// A whole number from 0 on, which may come as text or with a fraction of zero.
    private static func count(_ node: DocumentNode?, _ place: String) throws(Problem) -> Int? {
        guard let node else { return nil }
        let double = node.double ?? node.string.flatMap { Double($0) }
        guard let double, let value = Int32(exactly: double), value >= 0 else {
            throw .invalid(place, "must be a whole number from 0 on")
        }
        return Int(value)
    }

    /// The one picture that is gated; nil for text, for several pictures, and beside what may fill a context.
    var gated: Picture? { pictures.count == 1 && !fillsContext ? pictures[0] : nil }

    /// The most input tokens the call can be billed for.
    ///
    /// - Parameter sent: The pictures as they are sent, in the place of those in the body.
    func inputTokenCeiling(_ capabilities: ModelCapabilities, sent: [ModelPicture]) -> Int {
        if fillsContext { return Self.contextTokens }
        let rule: ImageTokens.Rule = capabilities.imageTokens == .grid ? .grid : .tiles
        let largest = ImageTokens(rule: rule, resolution: .ultraHigh)
        return sent.reduce(textBytes + Self.framing) { sum, picture in
            sum + min(largest.upperBound(width: picture.width, height: picture.height), Self.contextTokens)
        }
    }

    /// `body` with each picture as it is sent, in the place of the one that came.
    func body(_ body: [UInt8], sending sent: [ModelPicture]) -> [UInt8] {
        let quote = [UInt8(ascii: "\"")]
        var edits: [(range: Range<Int>, bytes: [UInt8])] = []
        for (picture, sent) in zip(pictures, sent) {
            edits.append((picture.data, quote + Encoding.base64(sent.jpeg) + quote))
            if let type = picture.mimeType { edits.append((type, Array("\"image/jpeg\"".utf8))) }
        }
        var output: [UInt8] = []
        var end = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            output += body[end..<edit.range.lowerBound]
            output += edit.bytes
            end = edit.range.upperBound
        }
        return output + body[end...]
    }
}
