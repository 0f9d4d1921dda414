import Documents
package import Policy

/// The input tokens a call will probably be billed for: to compare with bills, and to compare settings before any call.
/// Never for holds, which take `TokenCeiling`, and never for bills.
///
/// - Text: four ASCII bytes a token, and one token a letter of other scripts. The schema is input too.
/// - Picture: 3.x fill a grid of the picture's shape inside the budget of the media resolution; 2.x count tiles.
package struct InputEstimate: Sendable, Hashable {
    package let text: Int
    package let image: Int
    /// As asked: a resolution that the family does not take is not sent.
    package let mediaResolution: CloudSettings.MediaResolution

    package var total: Int { text + image }

    init(of request: GenerationRequest, width: Int, height: Int) {
        let prompt = request.prompt
        let schema = ResponseSchema.json(of: request.contract, form: request.form.schema).encoded().count
        text = Self.tokens(of: prompt.system) + Self.tokens(of: prompt.user) + (schema + 3) / 4
        let resolution = GenerationRequest.mediaResolution(cloud: request.cloud, capabilities: request.capabilities)
        mediaResolution = resolution ?? .unspecified
        image =
            switch request.capabilities.imageTokens {
            case .grid: Self.grid(mediaResolution, width: width, height: height)
            case .tiles: Self.tiles(mediaResolution, width: width, height: height)
            }
    }

    private static func tokens(of text: String) -> Int {
        let ascii = text.unicodeScalars.count { $0.isASCII }
        return (ascii + 3) / 4 + (text.unicodeScalars.count - ascii)
    }

    /// Fits what users have measured: 33 x 33 for a square at the default, 47 x 23 for 2:1, 66 x 16 for 4:1.
    private static func grid(_ resolution: CloudSettings.MediaResolution, width: Int, height: Int) -> Int {
        let budget: Double =
            switch resolution {
            case .low: 280
            case .medium: 560
            case .high, .unspecified: 1_120
            }
        let ratio = Double(max(1, width)) / Double(max(1, height))
        return max(1, Int((budget * ratio).squareRoot())) * max(1, Int((budget / ratio).squareRoot()))
    }

    /// The published rule: small pictures are one tile, others as many as of two thirds of the shorter side fit.
    private static func tiles(_ resolution: CloudSettings.MediaResolution, width: Int, height: Int) -> Int {
        switch resolution {
        case .low: return 64
        case .medium: return 256
        case .high, .unspecified: break
        }
        guard max(width, height) > 384 else { return 258 }
        let unit = max(1, min(width, height) * 2 / 3)
        return ((width + unit - 1) / unit) * ((height + unit - 1) / unit) * 258
    }
}
