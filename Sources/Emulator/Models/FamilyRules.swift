import Documents

/// What one family refuses although the wire format has it.
enum FamilyRules {
    /// More values in one set than any family serves.
    private static let mostValues = 120
    /// More bytes of values over all sets.
    private static let mostValueBytes = 8_000

    /// Throws the 400 of the family.
    ///
    /// - Parameter refused: Members of `generationConfig` that a script says the model refuses.
    static func check(_ request: GenerateRequest, _ model: EmulatedModel, refused: [String]) throws(GoogleError) {
        if let name = refused.first(where: request.sets) { throw opaque(naming: name) }
        guard let config = request.config else { return try checkPictures(request, model) }
        try checkSampling(config, model)
        for name in ["presencePenalty", "frequencyPenalty"] where config[name]?.double ?? 0 != 0 {
            throw .invalidArgument("Penalty is not enabled for models/\(model.id)")
        }
        if config["responseLogprobs"]?.bool == true || config["logprobs"] != nil {
            throw .invalidArgument("Logprobs is not enabled for models/\(model.id)")
        }
        if model.generation == .two, let schema = config["responseSchema"],
            GenerateRequest.has("additionalProperties", in: schema)
        {
            let field = "generation_config.response_schema"
            let sentence =
                "Invalid JSON payload received. Unknown name \"additionalProperties\" at '\(field)': Cannot find field."
            throw .violations([WireReader.Violation(field: field, description: sentence)])
        }
        if let schema = request.schema {
            guard schema.longestSet <= mostValues else {
                throw .invalidArgument(
                    "The specified schema produces a constraint that has too many states for serving."
                )
            }
            guard schema.valueBytes <= mostValueBytes else { throw opaque(naming: nil) }
        }
        try checkPictures(request, model)
    }

    private static func checkSampling(_ config: DocumentNode, _ model: EmulatedModel) throws(GoogleError) {
        let ranges: [(name: String, range: ClosedRange<Double>)] = [
            ("temperature", 0...2), ("topP", 0...1), ("topK", 1...1_000_000),
        ]
        for (name, range) in ranges {
            guard let value = config[name]?.double else { continue }
            switch model.sampling {
            case .ignored: continue
            case .refused: throw .invalidArgument("\(name) is not supported for models/\(model.id).")
            case .taken:
                guard range.contains(value) else {
                    throw .invalidArgument(
                        "* GenerateContentRequest.generation_config.\(WireMessages.snakeCase(name)): "
                            + "\(value) is out of the supported range"
                    )
                }
            }
        }
    }

    private static func checkPictures(_ request: GenerateRequest, _ model: EmulatedModel) throws(GoogleError) {
        if !model.takesPartResolution, request.pictures.contains(where: { $0.resolution != nil }) {
            throw .invalidArgument("Per part media resolution is not supported for models/\(model.id).")
        }
    }

    /// Some refusals name nothing; those of a parameter name it.
    private static func opaque(naming name: String?) -> GoogleError {
        let isParameter = name.map { ["temperature", "topP", "topK", "thinkingConfig"].contains($0) } ?? false
        return .invalidArgument(
            isParameter ? "\(name ?? "") is not supported by this model." : "Request contains an invalid argument."
        )
    }
}

extension AnswerSchema {
    /// Values of the longest set.
    fileprivate var longestSet: Int { sets.map(\.count).max() ?? 0 }

    /// UTF-8 bytes of all values of all sets.
    fileprivate var valueBytes: Int { sets.joined().reduce(0) { $0 + $1.utf8.count } }

    private var sets: [[String]] {
        switch self {
        case .text(let values, _, _): [values]
        case .list(let items, _): items.sets
        case .nullable(let inner): inner.sets
        case .object(let properties): properties.flatMap(\.schema.sets)
        case .number, .integer, .flag, .null: []
        }
    }
}
