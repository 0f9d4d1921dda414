/// What a path asks for. A prefix before the version is allowed, as behind a gateway; the model is split from the method
/// at the last colon.
enum Route: Sendable, Hashable {
    /// `isStream`: `streamGenerateContent`, in a form that the query names.
    case generate(model: String, version: String, isStream: Bool)
    case countTokens(model: String, version: String)
    case model(String, version: String)
    case models
    /// A method the emulator does not have.
    case unsupported(method: String, model: String, version: String)
    case log
    case release
    case unknown

    init(method: String, path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        if parts.first == "emulator", parts.count == 2 {
            switch (method, parts[1]) {
            case ("GET", "log"): self = .log
            case ("POST", "release"): self = .release
            default: self = .unknown
            }
            return
        }
        let versions = ["v1", "v1beta", "v1alpha"]
        guard
            let index = parts.indices.dropLast().first(where: {
                versions.contains(parts[$0]) && parts[$0 + 1] == "models"
            })
        else {
            self = .unknown
            return
        }
        let version = parts[index]
        let name = parts[(index + 2)...].joined(separator: "/")
        switch (method, name.lastIndex(of: ":")) {
        case ("GET", nil): self = name.isEmpty ? .models : .model(name, version: version)
        case ("POST", let colon?):
            let model = String(name[..<colon])
            switch name[name.index(after: colon)...] {
            case "generateContent": self = .generate(model: model, version: version, isStream: false)
            case "streamGenerateContent": self = .generate(model: model, version: version, isStream: true)
            case "countTokens": self = .countTokens(model: model, version: version)
            case let other: self = .unsupported(method: String(other), model: model, version: version)
            }
        default: self = .unknown
        }
    }
}
