import Documents
import Platform

extension Service {
    /// `GET /openapi.json`: written once, then kept.
    func openAPI() -> HTTPResponse {
        let bytes = contract.withLock { kept in
            let bytes = kept ?? OpenAPIDocument.json(build: build).encoded()
            kept = bytes
            return bytes
        }
        return HTTPResponse(
            status: 200,
            headers: [("Content-Type", "application/json"), ("Cache-Control", "max-age=3600")],
            body: .bytes(bytes)
        )
    }
}
