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
    /// Whether thoughts are to be summed up in the answer.
    var includesThoughts = false
    var stopSequences: [String] = []
    /// Thresholds by category.
    var safety: [String: String] = [:]
    /// `generationConfig` in camelCase, for what a family makes of it.
    var config: DocumentNode?

    /// Media types Google takes inline.
    private static let imageTypes = ["image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"]

    private static let mostPictures = 3_600

    /// From a message that `WireReader` read as `GenerateContentRequest`. Throws what Google refuses after parsing.
    ///
    /// - Parameter file: An uploaded file by its URI.
    init(_ node: DocumentNode, file: (String) -> StoredFile?) throws(GoogleError) {
        guard let contents = node["contents"]?.array, !contents.isEmpty else {
            throw .invalidArgument("* GenerateContentRequest.contents: contents is not specified")
        }
        try read(contents, file)
        for part in node["systemInstruction"]?["parts"]?.array ?? [] {
            promptBytes += part["text"]?.string?.utf8.count ?? 0
        }
        if let tier = node["serviceTier"]?.string, tier != "UNSPECIFIED" { serviceTier = tier.lowercased() }
        if node["cachedContent"] != nil {
            throw GoogleError(
                code: 403,
                status: "PERMISSION_DENIED",
                message: "CachedContent not found (or permission denied)"
            )
        }
        try read(safety: node["safetySettings"]?.array ?? [])
        if let config = node["generationConfig"] { try read(config: config) }
    }

    private mutating func read(
        _ contents: [DocumentNode],
        _ file: (String) -> StoredFile?
    ) throws(GoogleError) {
        for (index, content) in contents.enumerated() {
            if let role = content["role"]?.string, role != "user" && role != "model" {
                throw .invalidArgument("Please use a valid role: user, model.")
            }
            guard let parts = content["parts"]?.array, !parts.isEmpty else {
                throw .invalidArgument(
                    "* GenerateContentRequest.contents[\(index)].parts: contents.parts must not be empty."
                )
            }
            for part in parts { try read(part: part, file) }
        }
    }

    private mutating func read(part: DocumentNode, _ file: (String) -> StoredFile?) throws(GoogleError) {
        if let text = part["text"]?.string {
            promptBytes += text.utf8.count
            prompt += text
        }
        let resolution = part["mediaResolution"]?["level"]?.string
        if let uri = part["fileData"]?["fileUri"]?.string {
            guard let file = file(uri) else { throw .missingFile(uri) }
            let type = part["fileData"]?["mimeType"]?.string ?? file.mimeType
            try add(file.bytes, type: type.lowercased(), resolution)
        }
        guard let blob = part["inlineData"] else { return }
        guard let text = blob["data"]?.string, let bytes = Encoding.bytes(base64: Array(text.utf8)), !bytes.isEmpty
        else { throw .invalidArgument("Unable to process input image: it has no data.") }
        try add(bytes, type: blob["mimeType"]?.string?.lowercased() ?? "", resolution)
    }

    private mutating func add(_ bytes: [UInt8], type: String, _ resolution: String?) throws(GoogleError) {
        guard GenerateRequest.imageTypes.contains(type) else {
            throw .invalidArgument("Unsupported MIME type: \(type)")
        }
        guard pictures.count < GenerateRequest.mostPictures else {
            throw .invalidArgument("Please use fewer than \(GenerateRequest.mostPictures + 1) images in your request.")
        }
        pictures.append(Picture(bytes: bytes, mimeType: type, resolution: resolution))
    }
}
