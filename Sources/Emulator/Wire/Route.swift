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
    case createBatch(model: String, version: String)
    case batches
    case batch(String)
    case cancelBatch(String)
    case deleteBatch(String)
    case upload(version: String)
    case files(version: String)
    case file(String, version: String)
    case deleteFile(String)
    case download(String)
    case log
    case release
    case unknown

    private static let versions = ["v1", "v1beta", "v1alpha"]
    private static let collections = ["models", "batches", "files"]

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
        let found = parts.indices.dropLast().first { index in
            Route.versions.contains(parts[index]) && Route.collections.contains(parts[index + 1])
        }
        guard let index = found else {
            self = .unknown
            return
        }
        let version = parts[index]
        let name = parts[(index + 2)...].joined(separator: "/")
        switch parts[index + 1] {
        case "batches": self = Route.batch(method, name)
        case "files":
            let before = index > 0 ? parts[index - 1] : ""
            self = Route.file(method, name, version: version, isUpload: before == "upload")
        default: self = Route.model(method, name, version: version)
        }
    }

    private static func model(_ method: String, _ name: String, version: String) -> Route {
        switch (method, name.lastIndex(of: ":")) {
        case ("GET", nil): return name.isEmpty ? .models : .model(name, version: version)
        case ("POST", let colon?):
            let model = String(name[..<colon])
            switch name[name.index(after: colon)...] {
            case "generateContent": return .generate(model: model, version: version, isStream: false)
            case "streamGenerateContent": return .generate(model: model, version: version, isStream: true)
            case "countTokens": return .countTokens(model: model, version: version)
            case "batchGenerateContent": return .createBatch(model: model, version: version)
            case let other: return .unsupported(method: String(other), model: model, version: version)
            }
        default: return .unknown
        }
    }

    private static func batch(_ method: String, _ name: String) -> Route {
        switch method {
        case "GET": name.isEmpty ? .batches : .batch(name)
        case "DELETE" where !name.isEmpty: .deleteBatch(name)
        case "POST" where name.hasSuffix(":cancel"): .cancelBatch(String(name.dropLast(7)))
        default: .unknown
        }
    }

    private static func file(_ method: String, _ name: String, version: String, isUpload: Bool) -> Route {
        switch method {
        case "POST" where isUpload && name.isEmpty: .upload(version: version)
        case "PUT" where isUpload && name.isEmpty: .upload(version: version)
        case "GET" where name.isEmpty: .files(version: version)
        case "GET" where name.hasSuffix(":download"): .download(String(name.dropLast(9)))
        case "GET": .file(name, version: version)
        case "DELETE" where !name.isEmpty: .deleteFile(name)
        default: .unknown
        }
    }
}
