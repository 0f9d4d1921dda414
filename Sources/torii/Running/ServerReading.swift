import Documents
import Foundation
import Platform

/// What a running server answers over HTTP, read with the key of `TORII_KEY` where there is one.
struct ServerReading: Sendable {
    private let base: String

    /// For calls of a server: trusts the PEM certificates of `TORII_CA_FILE` instead of the system's where it is set.
    static func client() -> HTTPClient {
        let file = ProcessInfo.processInfo.environment["TORII_CA_FILE"].flatMap { $0.isEmpty ? nil : $0 }
        return HTTPClient(caFile: file)
    }

    /// - Parameter base: Such as `http://127.0.0.1:8080`.
    init(base: String) { self.base = base.hasSuffix("/") ? String(base.dropLast()) : base }

    /// The JSON at a path. Throws `unreachable`, or `failed` with what the server says.
    func answer(_ path: String, _ query: [(name: String, value: String)]) async throws(Stop) -> DocumentNode {
        let items = query.map { "\($0.name)=\(Self.escaped($0.value))" }.joined(separator: "&")
        let key = ProcessInfo.processInfo.environment["TORII_KEY"] ?? ""
        let request = HTTPClient.Request(
            method: "GET",
            url: base + path + (items.isEmpty ? "" : "?\(items)"),
            headers: key.isEmpty ? [] : [("Authorization", "Bearer \(key)")]
        )
        let http = Self.client()
        defer { http.close() }
        switch await http.response(to: request, deadline: .now + .seconds(30)) {
        case .failure(let failure):
            throw Stop(code: .unreachable, message: "\(base) does not answer: \(failure.advised)")
        case .success(let response):
            guard let root = DocumentReader.read(response.body, file: "answer", dialect: .json).root else {
                throw .failed("\(base) answered \(response.status) and no JSON")
            }
            guard response.status == 200 else {
                throw .failed("the server answered \(response.status): \(root["detail"]?.string ?? "no reason given")")
            }
            return root
        }
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-_.")))
            ?? text
    }
}

extension HTTPClient.Failure {
    /// What happened, and of a certificate that is not trusted how to trust it.
    var advised: String {
        guard message.contains("certificate") else { return message }
        return message + "; TORII_CA_FILE names a PEM file of certificates to trust instead of the system's"
    }
}
