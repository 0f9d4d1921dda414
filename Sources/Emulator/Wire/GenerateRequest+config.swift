import Documents

/// `generationConfig` and `safetySettings`: what is refused whatever the family.
extension GenerateRequest {
    mutating func read(config: DocumentNode) throws(GoogleError) {
        self.config = config
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
        stopSequences = (config["stopSequences"]?.array ?? []).compactMap(\.string).filter { !$0.isEmpty }
        guard stopSequences.count <= 5 else { throw .invalidArgument("At most 5 stop sequences are supported.") }
        mediaResolution = config["mediaResolution"]?.string ?? mediaResolution
        thinkingBudget = config["thinkingConfig"]?["thinkingBudget"]?.integer.map { Int($0) }
        thinkingLevel = config["thinkingConfig"]?["thinkingLevel"]?.string
        includesThoughts = config["thinkingConfig"]?["includeThoughts"]?.bool ?? false
        try read(schemaOf: config)
    }

    private mutating func read(schemaOf config: DocumentNode) throws(GoogleError) {
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

    /// One setting for a category at most.
    mutating func read(safety settings: [DocumentNode]) throws(GoogleError) {
        for (index, setting) in settings.enumerated() {
            let place = "* GenerateContentRequest.safety_settings[\(index)]"
            guard let category = setting["category"]?.string, category != "HARM_CATEGORY_UNSPECIFIED" else {
                throw .invalidArgument("\(place): element predicate failed: $.category must be a known category")
            }
            guard safety[category] == nil else {
                throw .invalidArgument("\(place): \(category) is already set; only one setting a category is allowed")
            }
            safety[category] = setting["threshold"]?.string ?? "HARM_BLOCK_THRESHOLD_UNSPECIFIED"
        }
    }

    /// `OFF` where nothing is said, as on every family since 2.5.
    func threshold(of category: String) -> String {
        let threshold = safety[category] ?? "OFF"
        return threshold == "HARM_BLOCK_THRESHOLD_UNSPECIFIED" ? "OFF" : threshold
    }

    /// Whether `generationConfig` has a member of that name at any depth.
    func sets(_ name: String) -> Bool { config.map { GenerateRequest.has(name, in: $0) } ?? false }

    static func has(_ name: String, in node: DocumentNode) -> Bool {
        if let members = node.object { return members.contains { $0.key == name || has(name, in: $0.node) } }
        return node.array?.contains { has(name, in: $0) } ?? false
    }
}
