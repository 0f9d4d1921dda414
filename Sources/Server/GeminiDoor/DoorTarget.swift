/// What a path of Google's API asks for. Any prefix may stand before the version, as SDKs with a base URL of their own send
/// it; the model is split from the method at the last colon.
struct DoorTarget: Sendable, Hashable {
    enum Method: String, Sendable, CaseIterable {
        case generateContent, streamGenerateContent, countTokens
        /// `GET` of the list, or of one model.
        case models
    }

    let version: String
    /// Empty for the list.
    let model: String
    let method: Method

    private static let versions = ["v1", "v1beta", "v1alpha"]

    /// Nil for a path that is none of the API's.
    init?(_ path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard
            let index = parts.indices.dropLast().first(where: {
                Self.versions.contains(parts[$0]) && parts[$0 + 1] == "models"
            })
        else { return nil }
        version = parts[index]
        let name = parts[(index + 2)...].joined(separator: "/")
        guard let colon = name.lastIndex(of: ":") else {
            model = name
            method = .models
            return
        }
        guard let method = Method(rawValue: String(name[name.index(after: colon)...])), method != .models,
            colon > name.startIndex
        else { return nil }
        model = String(name[..<colon])
        self.method = method
    }

    var httpMethod: String { method == .models ? "GET" : "POST" }

    /// Below a base URL.
    var path: String {
        let models = "\(version)/models"
        if method == .models { return model.isEmpty ? models : "\(models)/\(model)" }
        return "\(models)/\(model):\(method.rawValue)"
    }
}
