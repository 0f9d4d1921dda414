extension Shape {
    static let cloud = Shape([
        .required("model", .text, "a model of a family in models.json5"),
        .optional("cheaperModel", .text, "asked instead where `budget.onPaceBlocked` says so"),
        .optional("mediaResolution", .word(CloudSettings.MediaResolution.self), "what the model spends on a picture"),
        .optional("maxOutputTokens", .integer(64...8192), "most tokens of an answer, thoughts included"),
        .optional(
            "deadline",
            .duration(.milliseconds(500) ... .seconds(120)),
            "from the complete body, for the gate and all attempts together"
        ),
        .optional("tier", .word(CloudSettings.Tier.self), "the price tier asked for"),
        .optional("image", .object(image), "what the model sees"),
        .required("contract", .name, "a document in contracts/"),
        .optional("language", .text, "of the contract's prompts"),
        .optional("hint", .flag, "whether the prompt says, as a hint, what the gate took the picture for"),
        .optional("safety", .object(safety), "safety settings; categories left out keep the model's own"),
    ])

    static let image = Shape([
        .optional("maxSide", .integer(224...1024), "longer side in pixels; never enlarged"),
        .optional("quality", .number(0.3...1), "JPEG quality"),
    ])

    static let safety = Shape(
        CloudSettings.HarmCategory.allCases.map {
            .optional($0.rawValue, .word(CloudSettings.SafetyThreshold.self), "what is blocked")
        }
    )

    /// `models.json5`
    static let models = Shape([
        .required("families", .map(.object(family), least: 1), "what model families accept, by prefix")
    ])

    static let family = Shape([
        .required("thinking", .word(ModelCapabilities.Thinking.self), "how thinking is kept least"),
        .required("sampling", .flag, "whether temperature and topP may be sent"),
        .required("imageTokens", .word(ModelCapabilities.ImageTokens.self), "how a picture is counted"),
        .required(
            "mediaResolutions",
            .list(.word(CloudSettings.MediaResolution.self), count: 0...4, unique: true),
            "media resolutions the family takes"
        ),
        .optional("schema", .word(ModelCapabilities.Schema.self), "how much of a contract's schema the family takes"),
        .optional("retires", .day, "when the model stops, if announced"),
        .optional("fallback", .text, "the model of another family to use then"),
    ])

    /// `contracts/NAME.json5`
    static let contract = Shape([
        .required("name", .name, "the contract's name; the file's name without its ending"),
        .required("version", .integer(1...1_000_000), "raised with every change of meaning"),
        .required("fields", .list(.object(contractField), count: 1...100, unique: false), "in the order of the answer"),
        .required("prompts", .map(.object(prompt), least: 1), "by language"),
    ])

    /// One field of the answer. Which keys belong together depends on `kind`.
    static let contractField = Shape([
        .required("name", .camelCase, "key in the answer"),
        .required("kind", .word(["choice", "words", "choices"]), "one value, free words, or several values"),
        .optional("values", .list(.text, count: 1...100, unique: true), "of a choice or choices"),
        .optional("valuesOf", .text, "an earlier field whose values these are"),
        .optional("pattern", .word(Contract.Field.Pattern.self), "of words"),
        .optional("count", .list(.integer(0...16), count: 2...2, unique: false), "the least and the most"),
        .optional("nullable", .flag, "whether null is an answer"),
    ])

    static let prompt = Shape([
        .required("system", .text, "the system instruction, at most 8000 bytes"),
        .required("user", .text, "what stands beside the picture, at most 8000 bytes"),
        .optional("hints", .object(hints), "what stands behind `user` where a profile says `cloud.hint: true`"),
    ])

    static let hints = Shape(
        CoarseCategory.hinted.map {
            .optional($0.rawValue, .text, "of a picture that the gate took for this, at most 8000 bytes")
        }
    )
}
