/// The request messages of the Gemini API (Developer API), member by member in camelCase.
///
/// Members that only Vertex AI has are missing on purpose: the real service refuses them too.
enum WireMessages {
    static let all: [String: [String: WireKind]] = [
        "GenerateContentRequest": [
            "model": .string,
            "contents": .repeated(.message("Content")),
            "systemInstruction": .message("Content"),
            "generationConfig": .message("GenerationConfig"),
            "safetySettings": .repeated(.message("SafetySetting")),
            "tools": .repeated(.any),
            "toolConfig": .any,
            "cachedContent": .string,
            "serviceTier": .enumeration("ServiceTier", ["UNSPECIFIED", "STANDARD", "FLEX", "PRIORITY"]),
            "store": .bool,
        ],
        "CountTokensRequest": [
            "model": .string,
            "contents": .repeated(.message("Content")),
            "generateContentRequest": .message("GenerateContentRequest"),
        ],
        "BatchGenerateContentRequest": ["batch": .message("GenerateContentBatch"), "model": .string],
        "GenerateContentBatch": [
            "model": .string, "displayName": .string, "priority": .int64, "inputConfig": .message("InputConfig"),
        ],
        "InputConfig": ["fileName": .string, "requests": .message("InlinedRequests")],
        "InlinedRequests": ["requests": .repeated(.message("InlinedRequest"))],
        // Requests are read when they are worked on: one that is refused does not refuse the others.
        "InlinedRequest": ["request": .any, "metadata": .any],
        "Content": ["role": .string, "parts": .repeated(.message("Part"))],
        "Part": [
            "text": .string,
            "inlineData": .message("Blob"),
            "fileData": .message("FileData"),
            "functionCall": .any,
            "functionResponse": .any,
            "executableCode": .any,
            "codeExecutionResult": .any,
            "thought": .bool,
            "thoughtSignature": .bytes,
            "mediaResolution": .message("PartMediaResolution"),
            "videoMetadata": .any,
            "partMetadata": .any,
        ],
        "Blob": ["mimeType": .string, "data": .bytes, "displayName": .string],
        "FileData": ["mimeType": .string, "fileUri": .string, "displayName": .string],
        "PartMediaResolution": [
            "level": .enumeration("MediaResolution.Level", mediaResolutions + ["MEDIA_RESOLUTION_ULTRA_HIGH"]),
            "numTokens": .int32,
        ],
        "GenerationConfig": [
            "temperature": .double,
            "topP": .double,
            "topK": .int32,
            "candidateCount": .int32,
            "maxOutputTokens": .int32,
            "stopSequences": .repeated(.string),
            "seed": .int32,
            "presencePenalty": .double,
            "frequencyPenalty": .double,
            "responseMimeType": .string,
            "responseSchema": .message("Schema"),
            "responseJsonSchema": .any,
            "responseFormat": .any,
            "responseLogprobs": .bool,
            "logprobs": .int32,
            "responseModalities": .repeated(.string),
            "mediaResolution": .enumeration("GenerationConfig.MediaResolution", mediaResolutions),
            "thinkingConfig": .message("ThinkingConfig"),
            "speechConfig": .any,
            "imageConfig": .any,
            "enableEnhancedCivicAnswers": .bool,
        ],
        "ThinkingConfig": [
            "includeThoughts": .bool,
            "thinkingBudget": .int32,
            "thinkingLevel": .enumeration(
                "ThinkingConfig.ThinkingLevel",
                ["THINKING_LEVEL_UNSPECIFIED", "LOW", "MEDIUM", "HIGH", "MINIMAL", "XHIGH"]
            ),
        ],
        "SafetySetting": [
            "category": .enumeration(
                "HarmCategory",
                [
                    "HARM_CATEGORY_UNSPECIFIED", "HARM_CATEGORY_HARASSMENT", "HARM_CATEGORY_HATE_SPEECH",
                    "HARM_CATEGORY_SEXUALLY_EXPLICIT", "HARM_CATEGORY_DANGEROUS_CONTENT",
                    "HARM_CATEGORY_CIVIC_INTEGRITY", "HARM_CATEGORY_JAILBREAK",
                ]
            ),
            "threshold": .enumeration(
                "SafetySetting.HarmBlockThreshold",
                [
                    "HARM_BLOCK_THRESHOLD_UNSPECIFIED", "BLOCK_LOW_AND_ABOVE", "BLOCK_MEDIUM_AND_ABOVE",
                    "BLOCK_ONLY_HIGH", "BLOCK_NONE", "OFF",
                ]
            ),
        ],
        "Schema": [
            "type": .enumeration(
                "Type",
                ["TYPE_UNSPECIFIED", "STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"]
            ),
            "format": .string,
            "title": .string,
            "description": .string,
            "nullable": .bool,
            "enum": .repeated(.string),
            "items": .message("Schema"),
            "minItems": .int64,
            "maxItems": .int64,
            "properties": .map(.message("Schema")),
            "required": .repeated(.string),
            "propertyOrdering": .repeated(.string),
            "minProperties": .int64,
            "maxProperties": .int64,
            "minLength": .int64,
            "maxLength": .int64,
            "minimum": .double,
            "maximum": .double,
            "pattern": .string,
            "example": .any,
            "default": .any,
            "anyOf": .repeated(.message("Schema")),
            "additionalProperties": .any,
            "defs": .map(.message("Schema")),
            "ref": .string,
        ],
    ]

    private static let mediaResolutions = [
        "MEDIA_RESOLUTION_UNSPECIFIED", "MEDIA_RESOLUTION_LOW", "MEDIA_RESOLUTION_MEDIUM", "MEDIA_RESOLUTION_HIGH",
    ]

    /// The camelCase name of a member spelled either way, by message.
    static let spellings: [String: [String: String]] = all.mapValues { members in
        var names: [String: String] = [:]
        for name in members.keys {
            names[name] = name
            names[snakeCase(name)] = name
        }
        return names
    }

    /// `generationConfig` as `generation_config`.
    static func snakeCase(_ name: String) -> String {
        var text = ""
        for character in name {
            if character.isUppercase {
                text += "_" + character.lowercased()
            } else {
                text.append(character)
            }
        }
        return text
    }
}
