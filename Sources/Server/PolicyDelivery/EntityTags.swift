/// The value of an `If-None-Match` header (RFC 9110 section 13.1.2).
struct EntityTags {
    /// Endings that compressing proxies put inside a tag's quotes.
    private static let proxyEndings = ["-gzip", ";gzip", "-br", ";br", "-deflate", "-zstd"]

    private var isAny = false
    /// Without quotes and weakness.
    private var opaque: [String] = []

    init(_ header: String) {
        var rest = header[...]
        while let start = rest.firstIndex(where: { $0 != " " && $0 != "," && $0 != "\t" }) {
            rest = rest[start...]
            if rest.first == "*" {
                isAny = true
                rest.removeFirst()
                continue
            }
            if rest.hasPrefix("W/") || rest.hasPrefix("w/") { rest.removeFirst(2) }
            guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else { return }
            opaque.append(String(rest[rest.index(after: rest.startIndex)..<end]))
            rest = rest[rest.index(after: end)...]
        }
    }

    /// Whether one of them is `tag` (with its quotes), weakly compared and whatever a proxy appended.
    func matches(_ tag: String) -> Bool {
        let wanted = tag.dropFirst().dropLast()
        return isAny
            || opaque.contains { text in
                text == wanted || Self.proxyEndings.contains { text.hasSuffix($0) && text.dropLast($0.count) == wanted }
            }
    }
}
