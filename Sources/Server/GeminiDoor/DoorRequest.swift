import Documents
import Economics
import Imaging
import Platform
import Policy

/// A `generateContent` body, as far as gate and money must understand it. Names come in camelCase and snake_case at every
/// level, bytes in base64 and base64url: SDKs mix them in one body.
struct DoorRequest: Sendable {
    /// A picture in the body, and where it stands.
    struct Picture: Sendable {
        let bytes: [UInt8]
        /// The text token with its quotes, as offsets.
        let data: Range<Int>
        let mimeType: Range<Int>?
    }

    /// Inline pictures, in order.
    let pictures: [Picture]
    /// Parts that are neither text nor an inline picture, and may cost as much as a whole context.
    let hasOtherMedia: Bool
    let schema: DocumentNode?
    let maxOutputTokens: Int
    let tier: String
    /// UTF-8 bytes of everything but the pictures: no token is shorter.
    let textBytes: Int

    private static let maxDepth = 64
    /// What models give at most when the request does not say.
    private static let mostOutputTokens = 65_536
    private static let mostCandidates = 8
    /// A whole context: what a file or a film can be billed as.
    private static let contextTokens = 1_048_576
    private static let framing = 64

    /// Throws `invalid_json` or `invalid_field`.
    init(_ body: [UInt8]) throws(Problem) {
        let read = DocumentReader.read(body, file: "request", dialect: .json, maxDepth: Self.maxDepth)
        guard let root = read.root, root.object != nil else {
            throw Problem("invalid_json", 400, read.diagnostics.first?.message ?? "an object is expected")
        }
        let call = root.member("generateContentRequest") ?? root
        let contents = call.member("contents")
        var pictures: [Picture] = []
        var hasOtherMedia = false
        for content in contents?.array ?? contents.map({ [$0] }) ?? [] {
            for part in content.member("parts")?.array ?? [] {
                if let inline = part.member("inlineData") {
                    guard let data = inline.member("data"), let text = data.string,
                        let bytes = Encoding.bytes(base64: Array(text.utf8))
                    else { throw Problem("invalid_field", 400, "inlineData.data must be base64") }
                    let type = inline.member("mimeType")
                    guard type?.string?.lowercased().hasPrefix("image/") ?? true else {
                        hasOtherMedia = true
                        continue
                    }
                    pictures.append(
                        Picture(
                            bytes: bytes,
                            data: data.start.offset..<data.end.offset,
                            mimeType: type.map { $0.start.offset..<$0.end.offset }
                        )
                    )
                } else if part.member("fileData") != nil {
                    hasOtherMedia = true
                }
            }
        }
        if call.member("cachedContent") != nil { hasOtherMedia = true }
        self.pictures = pictures
        self.hasOtherMedia = hasOtherMedia
        let config = call.member("generationConfig")
        schema = config?.member("responseSchema") ?? config?.member("responseJsonSchema")
        let candidates = min(max(config?.member("candidateCount")?.count ?? 1, 1), Self.mostCandidates)
        let limit = config?.member("maxOutputTokens")?.count ?? Self.mostOutputTokens
        maxOutputTokens = min(max(limit, 1), Self.mostOutputTokens) * candidates
        tier = call.member("serviceTier")?.string?.lowercased() ?? "standard"
        textBytes = body.count - pictures.reduce(0) { $0 + $1.data.count }
    }

    /// The one picture that is gated; nil for text, for several pictures, and for other media.
    var gated: Picture? { pictures.count == 1 && !hasOtherMedia ? pictures[0] : nil }

    /// The most input tokens the call can be billed for.
    func inputTokenCeiling(_ capabilities: ModelCapabilities) -> Int {
        if hasOtherMedia { return Self.contextTokens }
        let rule: ImageTokens.Rule = capabilities.imageTokens == .grid ? .grid : .tiles
        let largest = ImageTokens(rule: rule, resolution: .ultraHigh)
        return pictures.reduce(textBytes + Self.framing) { sum, picture in
            // A header that cannot be read is a picture the model cannot read either: it is billed as something small.
            let header = try? ImageDecoder.header(of: picture.bytes)
            return sum + largest.upperBound(width: header?.width ?? 1, height: header?.height ?? 1)
        }
    }

    /// `body` with `jpeg` in the place of a picture.
    static func replacing(_ picture: Picture, by jpeg: [UInt8], in body: [UInt8]) -> [UInt8] {
        let quote = [UInt8(ascii: "\"")]
        var edits = [(picture.data, quote + Encoding.base64(jpeg) + quote)]
        if let type = picture.mimeType { edits.append((type, Array("\"image/jpeg\"".utf8))) }
        var output: [UInt8] = []
        var end = 0
        for (range, bytes) in edits.sorted(by: { $0.0.lowerBound < $1.0.lowerBound }) {
            output += body[end..<range.lowerBound]
            output += bytes
            end = range.upperBound
        }
        return output + body[end...]
    }
}

extension DocumentNode {
    /// The value under a name of the API, in camelCase or in the snake_case it has in the API's own source.
    func member(_ name: String) -> DocumentNode? {
        self[name]
            ?? self[name.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }]
    }

    /// A number, which may come as text.
    fileprivate var count: Int? {
        (integer ?? string.flatMap { Int64($0) }).flatMap { Int(exactly: $0) }
    }
}
