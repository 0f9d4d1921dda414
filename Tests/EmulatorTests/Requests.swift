import Documents
import Platform

/// Request bodies as clients send them.
enum Requests {
    /// The schema of a wallpaper classification, as `responseSchema`.
    static let schema: JSON = .object([
        .init("type", "OBJECT"),
        .init(
            "properties",
            .object([
                .init("primaryCategory", text(categories)),
                .init("secondaryCategory", text(categories, nullable: true)),
                .init("mood", text(moods)),
                .init(
                    "recommendedTags",
                    .object([
                        .init("type", "ARRAY"),
                        .init(
                            "items",
                            .object([.init("type", "STRING"), .init("pattern", "^[a-z0-9]+(_[a-z0-9]+)*$")])
                        ),
                        .init("minItems", 3), .init("maxItems", 6),
                    ])
                ),
                .init(
                    "dominantColors",
                    .object([
                        .init("type", "ARRAY"),
                        .init("items", .object([.init("type", "STRING"), .init("pattern", "^#[0-9a-f]{6}$")])),
                        .init("maxItems", 3),
                    ])
                ),
                .init(
                    "suitableScreenTypes",
                    .object([.init("type", "ARRAY"), .init("items", text(screens))])
                ),
            ])
        ),
        .init("required", .array(order.filter { $0 != "secondaryCategory" }.map { .string($0) })),
        .init("propertyOrdering", .array(order.map { .string($0) })),
    ])

    static let order = [
        "primaryCategory", "secondaryCategory", "mood", "recommendedTags", "dominantColors", "suitableScreenTypes",
    ]
    static let categories = [
        "nature", "abstract", "person", "animal", "vehicle", "architecture", "space", "urban", "anime", "japanese_art",
        "cyberpunk", "lofi", "minimalist", "geometric", "food", "sports", "seasonal", "other",
    ]
    static let moods = ["calm", "energetic", "mysterious", "romantic", "melancholic", "playful", "sacred", "neutral"]
    static let screens = ["iphone_lock", "iphone_home", "ipad", "mac_desktop"]

    private static func text(_ values: [String], nullable: Bool = false) -> JSON {
        var members: [JSON.Member] = [
            .init("type", "STRING"), .init("enum", .array(values.map { .string($0) })),
        ]
        if nullable { members.append(.init("nullable", true)) }
        return .object(members)
    }

    /// A classification of one JPEG. `config` is added to `generationConfig`.
    static func classification(
        _ jpeg: [UInt8],
        schema: JSON? = schema,
        config: [JSON.Member] = [.init("mediaResolution", "MEDIA_RESOLUTION_LOW"), .init("maxOutputTokens", 512)],
        prompt: String = "Classify this wallpaper."
    ) -> [UInt8] {
        let data = String(decoding: Encoding.base64(jpeg), as: UTF8.self)
        var config = config
        if let schema {
            config += [.init("responseMimeType", "application/json"), .init("responseSchema", schema)]
        }
        return JSON.object([
            .init("systemInstruction", .object([.init("parts", [.object([.init("text", "You label wallpapers.")])])])),
            .init(
                "contents",
                [
                    .object([
                        .init("role", "user"),
                        .init(
                            "parts",
                            [
                                .object([
                                    .init(
                                        "inlineData",
                                        .object([.init("mimeType", "image/jpeg"), .init("data", .string(data))])
                                    )
                                ]),
                                .object([.init("text", .string(prompt))]),
                            ]
                        ),
                    ])
                ]
            ),
            .init("generationConfig", .object(config)),
        ]).encoded()
    }

    static func node(_ text: String) throws -> DocumentNode {
        try node(Array(text.utf8))
    }

    static func node(_ bytes: [UInt8]) throws -> DocumentNode {
        let result = DocumentReader.read(bytes, file: "test", dialect: .json)
        guard let root = result.root else {
            throw EmulatorTestError(
                message: "\(result.diagnostics.map(\.message)) in \(String(decoding: bytes, as: UTF8.self))"
            )
        }
        return root
    }
}

struct EmulatorTestError: Error { let message: String }
