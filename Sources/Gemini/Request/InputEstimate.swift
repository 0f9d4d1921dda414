import Documents
import Economics
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
        text = Self.tokens(of: prompt.system) + Self.tokens(of: request.userText) + (schema + 3) / 4
        let resolution = GenerationRequest.mediaResolution(cloud: request.cloud, capabilities: request.capabilities)
        mediaResolution = resolution ?? .unspecified
        // The words are the same in both modules.
        let words = ImageTokens.Resolution(rawValue: mediaResolution.rawValue) ?? .unspecified
        let rule = ImageTokens(rule: request.capabilities.imageTokens == .grid ? .grid : .tiles, resolution: words)
        image = rule.expected(width: width, height: height)
    }

    private static func tokens(of text: String) -> Int {
        let ascii = text.unicodeScalars.count { $0.isASCII }
        return (ascii + 3) / 4 + (text.unicodeScalars.count - ascii)
    }
}
