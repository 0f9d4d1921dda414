import Platform

/// What a path of Google's API asks for. Any prefix may stand before the version, as SDKs with a base URL of their own send
/// it; the model is split from the method at the last colon.
struct DoorTarget: Sendable, Hashable {
    enum Method: String, Sendable, CaseIterable {
        case generateContent, streamGenerateContent, countTokens
        /// `GET` of the list, or of one model.
        case models
    }

    let version: String
    /// Of letters, digits, `.`, `-` and `_`, with a letter or digit first; empty for the list.
    let model: String
    let method: Method

    private static let versions = ["v1", "v1beta", "v1alpha"]

    /// Nil for a path that is none of the API's. Throws `invalid_field` for a model that no id of Google's looks like: it
    /// goes out under the operator's key, so nothing in it may mean another path.
    init?(_ path: String) throws(Problem) {
        guard let (version, name) = Self.split(path) else { return nil }
        self.version = version
        if let colon = name.lastIndex(of: ":") {
            guard let method = Method(rawValue: String(name[name.index(after: colon)...])), method != .models,
                colon > name.startIndex
            else { return nil }
            model = String(name[..<colon])
            self.method = method
        } else {
            model = String(name)
            method = .models
        }
        guard model.isEmpty || Self.isID(model) else {
            throw Problem(
                .invalidField,
                "`\(String(model.prefix(80)).printable)` is no model id: those have letters, digits, `.`, `-` and `_`"
            )
        }
    }

    /// Whether a path is one of the API's, whatever it asks for.
    static func matches(_ path: String) -> Bool { split(path) != nil }

    /// The version, and what follows `models/`.
    private static func split(_ path: String) -> (version: String, name: Substring)? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard
            let index = parts.indices.dropLast().first(where: {
                versions.contains(String(parts[$0])) && parts[$0 + 1] == "models"
            })
        else { return nil }
        let isList = index + 2 == parts.endIndex
        return (String(parts[index]), isList ? "" : path[parts[index + 2].startIndex...])
    }

    private static func isID(_ text: String) -> Bool {
        func isLetterOrDigit(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
        }
        let marks = [UInt8](".-_".utf8)
        return text.utf8.first.map(isLetterOrDigit) == true
            && text.utf8.allSatisfy { isLetterOrDigit($0) || marks.contains($0) }
    }

    var httpMethod: String { method == .models ? "GET" : "POST" }

    /// Below a base URL.
    var path: String {
        let models = "\(version)/models"
        if method == .models { return model.isEmpty ? models : "\(models)/\(model)" }
        return "\(models)/\(model):\(method.rawValue)"
    }
}
