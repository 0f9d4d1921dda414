import Documents
import Economics
import Policy

/// The most input tokens a call can be billed for. For holds only: the bill always comes from `usageMetadata`.
///
/// - The text counts one token a UTF-8 byte of both prompts and of the schema as sent, plus `framing`. No token of a
///   byte-fallback vocabulary is shorter than a byte, and rare scripts, emoji and digits do come close to one token a
///   byte or two, so half the bytes would not be a bound.
/// - The picture counts the bound of its family and media resolution, and in tiles at least the largest bill seen.
enum TokenCeiling {
    /// Turn markers and whatever else the service puts around the parts.
    static let framing = 64
    /// Nine tiles: the most a 2.x picture at the default resolution has been billed, where the published rule gave less.
    static let tiledPicture = 9 * 258
    /// More than any model takes; keeps the sum of a monstrous picture from overflowing.
    private static let longestPrompt = 10_000_000

    static func inputTokens(of request: GenerationRequest, width: Int, height: Int) -> Int {
        let prompt = request.prompt
        let schema = ResponseSchema.json(of: request.contract, form: .full).encoded().count
        let text = prompt.system.utf8.count + prompt.user.utf8.count + schema + framing
        return text + imageTokens(of: request, width: width, height: height)
    }

    private static func imageTokens(of request: GenerationRequest, width: Int, height: Int) -> Int {
        let sent = GenerationRequest.mediaResolution(cloud: request.cloud, capabilities: request.capabilities)
        let resolution: ImageTokens.Resolution =
            switch sent {
            case .low: .low
            case .medium: .medium
            case .high: .high
            case .unspecified, nil: .unspecified
            }
        let tiled = request.capabilities.imageTokens == .tiles
        let bound = ImageTokens(rule: tiled ? .tiles : .grid, resolution: resolution)
            .upperBound(width: width, height: height)
        let seen = tiled && (resolution == .unspecified || resolution == .high) ? tiledPicture : 0
        return min(max(bound, seen), longestPrompt)
    }
}
