import Documents
import Platform

/// The Files API, as far as batches and pictures need it.
extension EmulatedService {
    /// Begins a resumable upload, or takes its bytes.
    func upload(_ request: HTTPRequest, version: String) throws(GoogleError) -> HTTPResponse {
        if let id = request.queryItem("upload_id") { return try uploadBytes(request, id: id, version: version) }
        try authorize(request)
        guard request.header("x-goog-upload-protocol") == "resumable",
            command(request).contains("start")
        else { throw .invalidArgument("Only resumable uploads are served: X-Goog-Upload-Protocol: resumable.") }
        let sent = try request.body.isEmpty ? nil : parsed(request.body)["file"]
        let id = files.begin(
            FileStore.Upload(
                displayName: (sent?["displayName"] ?? sent?["display_name"])?.string ?? "",
                mimeType: request.header("x-goog-upload-header-content-type")
                    ?? (sent?["mimeType"] ?? sent?["mime_type"])?.string ?? "application/octet-stream",
                size: request.header("x-goog-upload-header-content-length").flatMap { Int($0) }
            )
        )
        var response = Self.json(.object([]))
        let url = "\(base(request))/upload/\(version)/files?upload_id=\(id)&upload_protocol=resumable"
        response.headers += [
            (name: "X-Goog-Upload-URL", value: url), (name: "X-Goog-Upload-Status", value: "active"),
        ]
        return response
    }

    /// The id is the right to write, as with the real service: no key.
    private func uploadBytes(_ request: HTTPRequest, id: String, version: String) throws(GoogleError) -> HTTPResponse {
        let command = command(request)
        guard command.contains("upload") else { throw .invalidArgument("Unknown X-Goog-Upload-Command.") }
        let file = try files.add(
            request.body,
            to: id,
            offset: request.header("x-goog-upload-offset").flatMap { Int($0) } ?? 0,
            isFinal: command.contains("finalize"),
            at: configuration.clock.now()
        )
        let json = file.map { JSON.object([.init("file", $0.json(base: "\(base(request))/\(version)"))]) }
        var response = Self.json(json ?? .object([]))
        response.headers.append((name: "X-Goog-Upload-Status", value: file == nil ? "active" : "final"))
        return response
    }

    private func command(_ request: HTTPRequest) -> [String] {
        (request.header("x-goog-upload-command") ?? "").split { $0 == "," || $0 == " " }.map { $0.lowercased() }
    }

    func listFiles(_ request: HTTPRequest, version: String) throws(GoogleError) -> HTTPResponse {
        try authorize(request)
        let page = try Page(
            of: files.all(at: configuration.clock.now()),
            size: request.queryItem("pageSize"),
            token: request.queryItem("pageToken"),
            usual: 10,
            largest: 100
        )
        let base = "\(base(request))/\(version)"
        let items: [JSON.Member] =
            page.items.isEmpty ? [] : [.init("files", .array(page.items.map { $0.json(base: base) }))]
        return Self.json(.object(items + page.next))
    }

    func file(_ request: HTTPRequest, _ id: String, version: String) throws(GoogleError) -> HTTPResponse {
        try authorize(request)
        return Self.json(try stored("files/\(id)").json(base: "\(base(request))/\(version)"))
    }

    func deleteFile(_ request: HTTPRequest, _ id: String) throws(GoogleError) -> HTTPResponse {
        try authorize(request)
        guard files.delete("files/\(id)") else { throw .missingFile("files/\(id)") }
        return Self.json(.object([]))
    }

    func download(_ request: HTTPRequest, _ id: String) throws(GoogleError) -> HTTPResponse {
        try authorize(request)
        let file = try stored("files/\(id)")
        guard file.isGenerated else { throw .invalidArgument("Only generated files can be downloaded.") }
        return Self.response(status: 200, type: file.mimeType, body: file.bytes)
    }

    private func stored(_ name: String) throws(GoogleError) -> StoredFile {
        guard let file = files.file(name, at: configuration.clock.now()) else { throw .missingFile(name) }
        return file
    }

    /// Where the client reached us, TLS in front included.
    private func base(_ request: HTTPRequest) -> String {
        let scheme = request.header("x-forwarded-proto") == "https" ? "https" : "http"
        return "\(scheme)://\(request.header("host") ?? "127.0.0.1")"
    }
}
