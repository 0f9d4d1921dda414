package import Policy

extension CloudSettings.HarmCategory {
    /// As the API spells it.
    package var wireName: String {
        switch self {
        case .harassment: "HARM_CATEGORY_HARASSMENT"
        case .hateSpeech: "HARM_CATEGORY_HATE_SPEECH"
        case .sexuallyExplicit: "HARM_CATEGORY_SEXUALLY_EXPLICIT"
        case .dangerousContent: "HARM_CATEGORY_DANGEROUS_CONTENT"
        }
    }
}

extension CloudSettings.SafetyThreshold {
    /// As the API spells it.
    package var wireName: String {
        switch self {
        case .off: "OFF"
        case .blockNone: "BLOCK_NONE"
        case .blockOnlyHigh: "BLOCK_ONLY_HIGH"
        case .blockMediumAndAbove: "BLOCK_MEDIUM_AND_ABOVE"
        case .blockLowAndAbove: "BLOCK_LOW_AND_ABOVE"
        }
    }
}
