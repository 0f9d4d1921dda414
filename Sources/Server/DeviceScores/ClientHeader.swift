import Platform
import Policy

/// `Torii-Client: ios/4.12.0; class=high`: which app asks.
struct ClientHeader: Sendable {
    /// As written: `ios`.
    let family: String
    /// Nil for a version nobody can read.
    let version: ClientVersion?

    init?(_ text: String) {
        guard let slash = text.firstIndex(of: "/") else { return nil }
        family = String(text[..<slash])
        version = ClientVersion(String(text[text.index(after: slash)...].prefix { $0 != ";" && $0 != " " }))
    }
}

extension HTTPRequest {
    var client: ClientHeader? { header("torii-client").flatMap(ClientHeader.init) }
}
