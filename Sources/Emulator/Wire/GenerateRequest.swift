import Documents
import Platform

/// A request the reader let pass, as far as the emulator uses it.
struct GenerateRequest: Sendable {
    struct Picture: Sendable, Hashable {
        let bytes: [UInt8]
        let mimeType: String
        /// Its own media resolution, which comes before the global one.
        let resolution: String?
    }

    /// Bytes of all prompt text: contents and system instruction.
    var promptBytes = 0
    /// Bytes of the schema as it was sent, which Google counts as input.
    var schemaBytes = 0
    /// All text of the contents, for answers about text alone.
    var prompt = ""
    var pictures: [Picture] = []
    var schema: AnswerSchema?
    var responseMimeType = "text/plain"
    var maxOutputTokens = 65_536
    var mediaResolution = "MEDIA_RESOLUTION_UNSPECIFIED"
    var thinkingBudget: Int?
    var thinkingLevel: String?
    var serviceTier = "standard"

    /// Media types Google takes inline.
    private static let imageTypes = ["image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"]

    /// From a message that `WireReader` read as `GenerateContentRequest`. Throws what Google refuses after parsing.
    init(_ node: DocumentNode) throws(GoogleError) {
        guard let contents = node["contents"]?.array, !contents.isEmpty else {
            throw .invalidArgument("* GenerateContentRequest.contents: contents is not specified")
        }
        try read(contents)
        for part in node["systemInstruction"]?["parts"]?.array ?? [] {
            promptBytes += part["text"]?.string?.utf8.count ?? 0
        }
        serviceTier = node["serviceTier"]?.string?.lowercased() ?? serviceTier
        if let config = node["generationConfig"] { try read(config: config) }
    }

    private mutating func read(_ contents: [DocumentNode]) throws(GoogleError) {
        for (index, content) in contents.enumerated() {
            if let role = content["role"]?.string, role != "user" && role != "model" {
                throw .invalidArgument("Please use a valid role: user, model.")
            }
            guard let parts = content["parts"]?.array, !parts.isEmpty else {
                throw .invalidArgument(
                    "* GenerateContentRequest.contents[\(index)].parts: contents.parts must not be empty."
                )
            }
            for part in parts { try read(part: part) }
        }
    }

    private mutating func read(part: DocumentNode) throws(GoogleError) {
        if let text = part["text"]?.string {
            promptBytes += text.utf8.count
            prompt += text
        }
        if part["fileData"] != nil { throw .invalidArgument("The emulator keeps no files: send the picture inline.") }
        guard let blob = part["inlineData"] else { return }
        let type = blob["mimeType"]?.string?.lowercased() ?? ""
        guard GenerateRequest.imageTypes.contains(type) else {
            throw .invalidArgument("Unsupported MIME type: \(type)")
        }
        guard let text = blob["data"]?.string, let bytes = Encoding.bytes(base64: Array(text.utf8)), !bytes.isEmpty
        else { throw .invalidArgument("Unable to process input image: it has no data.") }
        pictures.append(Picture(bytes: bytes, mimeType: type, resolution: part["mediaResolution"]?["level"]?.string))
    }

    private mutating func read(config: DocumentNode) throws(GoogleError) {
        responseMimeType = config["responseMimeType"]?.string ?? responseMimeType
        guard ["text/plain", "application/json", "text/x.enum"].contains(responseMimeType) else {
            throw .invalidArgument(
                "* GenerateContentRequest.generation_config.response_mime_type: \(responseMimeType) is not supported"
            )
        }
        if let count = config["candidateCount"]?.integer, count != 1 {
            throw .invalidArgument("Multiple candidates is not enabled for this model")
        }
        if let tokens = config["maxOutputTokens"]?.integer {
            guard tokens > 0 else { throw .invalidArgument("max_output_tokens must be positive.") }
            maxOutputTokens = Int(tokens)
        }
        mediaResolution = config["mediaResolution"]?.string ?? mediaResolution
        thinkingBudget = config["thinkingConfig"]?["thinkingBudget"]?.integer.map { Int($0) }
        thinkingLevel = config["thinkingConfig"]?["thinkingLevel"]?.string
        let proto = config["responseSchema"]
        let standard = config["responseJsonSchema"]
        guard proto == nil || standard == nil else {
            throw .invalidArgument("response_schema and response_json_schema must not both be set.")
        }
        guard let sent = proto ?? standard else { return }
        guard responseMimeType != "text/plain" else {
            throw .invalidArgument(
                "Function calling and structured output need response_mime_type: \(responseMimeType) is not supported."
            )
        }
        schemaBytes = JSON(sent).encoded().count
        schema = try AnswerSchema(sent, dialect: proto == nil ? .jsonSchema : .proto)
    }
}
