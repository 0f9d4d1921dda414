import Documents
import Policy

/// The body of one `generateContent` call. The picture is copied once, as base64 behind the bytes before it; only the
/// small parts around it are ever a JSON tree.
struct GenerationRequest {
    let contract: Contract
    let cloud: CloudSettings
    let capabilities: ModelCapabilities
    let form: RequestForm
    /// What the gate took the picture for; nil where it has not looked.
    var seenAs: CoarseCategory?

    /// Sampling of the families that still take it (2.x). Later ones ignore it or answer 400, and loop at a low
    /// temperature.
    private static let temperature: JSON = 0.2
    private static let topP: JSON = 0.95

    /// The prompt of the profile's language; English where the contract does not speak it.
    var prompt: Contract.Prompt {
        contract.prompts[cloud.language] ?? contract.prompts["en"]
            ?? contract.prompts.min { $0.key < $1.key }?.value ?? Contract.Prompt(system: "", user: "")
    }

    /// What stands beside the picture, with the hint where the profile wants one.
    var userText: String {
        guard cloud.hint, let seenAs, let hint = prompt.hints[seenAs] else { return prompt.user }
        return prompt.user + "\n" + hint
    }

    /// UTF-8 bytes of the longest hint there may be.
    var hintCeiling: Int { cloud.hint ? (prompt.hints.values.map(\.utf8.count).max() ?? 0) + 1 : 0 }

    /// Complexity: linear in `jpeg`.
    func bytes(jpeg: [UInt8]) -> [UInt8] {
        let prompt = prompt
        var body: [UInt8] = []
        let tail = tail()
        body.reserveCapacity(tail.count + prompt.system.utf8.count + 256 + Base64.length(of: jpeg.count))
        body.append(UInt8(ascii: "{"))
        if !prompt.system.isEmpty {
            body.append(contentsOf: "\"systemInstruction\":{\"parts\":[{\"text\":".utf8)
            body.append(contentsOf: JSON.string(prompt.system).encoded())
            body.append(contentsOf: "}]},".utf8)
        }
        // Image first, text after: Google's advice for one picture with one question.
        body.append(contentsOf: "\"contents\":[{\"role\":\"user\",\"parts\":[{\"inlineData\":{\"mimeType\":".utf8)
        body.append(contentsOf: "\"image/jpeg\",\"data\":\"".utf8)
        Base64.append(jpeg, to: &body)
        body.append(contentsOf: tail)
        return body
    }

    /// Everything behind the picture.
    private func tail() -> [UInt8] {
        var bytes = [UInt8]("\"}},{\"text\":".utf8)
        bytes.append(contentsOf: JSON.string(userText).encoded())
        bytes.append(contentsOf: "}]}],\"generationConfig\":".utf8)
        bytes.append(contentsOf: generationConfig.encoded())
        if let safetySettings {
            bytes.append(contentsOf: ",\"safetySettings\":".utf8)
            bytes.append(contentsOf: safetySettings.encoded())
        }
        if cloud.tier.online != .standard, form.tier {
            bytes.append(contentsOf: ",\"serviceTier\":".utf8)
            bytes.append(contentsOf: JSON.string(cloud.tier.online.rawValue).encoded())
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private var generationConfig: JSON {
        var members: [JSON.Member] = []
        if capabilities.sampling, form.sampling {
            members.append(JSON.Member("temperature", Self.temperature))
            members.append(JSON.Member("topP", Self.topP))
        }
        members.append(JSON.Member("maxOutputTokens", .integer(Int64(cloud.maxOutputTokens))))
        if let resolution = Self.mediaResolution(cloud: cloud, capabilities: capabilities) {
            members.append(
                JSON.Member("mediaResolution", .string("MEDIA_RESOLUTION_" + resolution.rawValue.uppercased()))
            )
        }
        if form.thinking { members.append(JSON.Member("thinkingConfig", thinkingConfig)) }
        members.append(JSON.Member("responseMimeType", "application/json"))
        members.append(JSON.Member("responseSchema", ResponseSchema.json(of: contract, form: form.schema)))
        return .object(members)
    }

    /// The least thinking the family allows; it is billed as output and eats `maxOutputTokens`. Level and budget
    /// together are a 400.
    private var thinkingConfig: JSON {
        switch capabilities.thinking {
        case .budgetZero: ["thinkingBudget": 0]
        case .levelMinimal: ["thinkingLevel": "MINIMAL"]
        case .levelLow: ["thinkingLevel": "LOW"]
        }
    }

    /// The resolution that is sent: none for the default, none where the family does not take the setting.
    static func mediaResolution(
        cloud: CloudSettings,
        capabilities: ModelCapabilities
    ) -> CloudSettings.MediaResolution? {
        let wanted = cloud.mediaResolution
        return wanted != .unspecified && capabilities.mediaResolutions.contains(wanted) ? wanted : nil
    }

    /// One entry for each category the profile names, in a fixed order.
    private var safetySettings: JSON? {
        let entries = CloudSettings.HarmCategory.allCases.compactMap { category in
            cloud.safety[category].map { threshold -> JSON in
                ["category": .string(category.wireName), "threshold": .string(threshold.wireName)]
            }
        }
        return entries.isEmpty ? nil : .array(entries)
    }
}
