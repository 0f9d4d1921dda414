import Documents
import Policy

/// The most input tokens a call can be billed for. For holds only: the bill always comes from `usageMetadata`.
///
/// - The text counts one token a UTF-8 byte of both prompts, of the longest hint where one may be sent, and of the schema as sent, plus `framing`. No token of a
///   byte-fallback vocabulary is shorter than a byte, and rare scripts, emoji and digits do come close to one token a
///   byte or two, so half the bytes would not be a bound.
/// - The picture counts the documented maximum of its family and media resolution.
enum TokenCeiling {
    /// Turn markers and whatever else the service puts around the parts.
    static let framing = 64
    /// One tile, and the documented count of a whole 2.x picture at LOW (64) and MEDIUM (256), rounded up to it.
    static let tile = 258
    /// What 2.x pictures have been billed at most at the default resolution whatever their shape (9 tiles).
    static let tiledPicture = 9 * tile

    static func inputTokens(of request: GenerationRequest, width: Int, height: Int) -> Int {
        let prompt = request.prompt
        let schema = ResponseSchema.json(of: request.contract, form: .full).encoded().count
        let text = prompt.system.utf8.count + prompt.user.utf8.count + request.hintCeiling + schema + framing
        return text + imageTokens(of: request, width: width, height: height)
    }

    private static func imageTokens(of request: GenerationRequest, width: Int, height: Int) -> Int {
        let resolution = GenerationRequest.mediaResolution(cloud: request.cloud, capabilities: request.capabilities)
        return switch (request.capabilities.imageTokens, resolution) {
        case (.grid, .low): 280
        case (.grid, .medium): 560
        case (.grid, _): 1_120
        case (.tiles, .low), (.tiles, .medium): tile
        case (.tiles, _): max(tiledPicture, tiles(width: width, height: height) * tile)
        }
    }

    /// The published rule of the 2.x family: two tiles across the shorter side, as many as needed along the longer.
    /// It does not say what happens to a side of one pixel, hence the unit of at least 1.
    private static func tiles(width: Int, height: Int) -> Int {
        let width = min(max(1, width), 1 << 16)
        let height = min(max(1, height), 1 << 16)
        let unit = max(1, min(width, height) * 2 / 3)
        return ((width + unit - 1) / unit) * ((height + unit - 1) / unit)
    }
}
