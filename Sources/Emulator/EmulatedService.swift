import Documents
import Economics
import Platform

/// Routes requests and applies the script: the emulator without its socket.
struct EmulatedService: Sendable {
    let configuration: Emulator.Configuration
    let script: FaultScript
    let answerer: Answerer
    let log: AttemptLog
    let journal: Journal?
    let quotas: QuotaKeeper
    let batches: BatchStore
    let files: FileStore
    let started: Timestamp

    /// Marks everything that comes from here.
    static let mark = (name: "Torii-Emulator", value: "1")

    func response(to request: HTTPRequest) async -> HTTPResponse {
        do throws(GoogleError) {
            return try await route(request)
        } catch {
            return Self.response(error)
        }
    }

    private func route(_ request: HTTPRequest) async throws(GoogleError) -> HTTPResponse {
        switch Route(method: request.method, path: request.path) {
        case .log: return Self.json(log.json)
        case .release:
            log.release()
            return Self.json(.object([.init("released", true)]))
        case .models:
            try authorize(request)
            return Self.json(
                try ModelListing.page(
                    at: configuration.clock.now(),
                    size: request.queryItem("pageSize") ?? request.queryItem("page_size"),
                    token: request.queryItem("pageToken") ?? request.queryItem("page_token")
                )
            )
        case .model(let id, let version):
            try authorize(request)
            guard let model = ModelListing.one(id, at: configuration.clock.now()) else {
                throw .unknownModel(id, version: version, method: "get")
            }
            return Self.json(model)
        case .countTokens(let id, let version):
            try authorize(request)
            let model = try answerer.model(id, version: version, method: "countTokens")
            return Self.json(try await count(request, model))
        case .generate(let id, let version, let isStream):
            let form: AnswerForm = !isStream ? .whole : request.queryItem("alt") == "sse" ? .events : .list
            return await generate(request, GenerateTarget(model: id, version: version, form: form))
        case .unsupported(let method, let model, let version):
            try authorize(request)
            throw .unknownModel(model, version: version, method: method)
        case .createBatch(let id, let version): return try createBatch(request, model: id, version: version)
        case .batches: return try listBatches(request)
        case .batch(let id): return try await batch(request, id)
        case .cancelBatch(let id): return try cancelBatch(request, id)
        case .deleteBatch(let id): return try deleteBatch(request, id)
        case .upload(let version): return try upload(request, version: version)
        case .files(let version): return try listFiles(request, version: version)
        case .file(let id, let version): return try file(request, id, version: version)
        case .deleteFile(let id): return try deleteFile(request, id)
        case .download(let id): return try download(request, id)
        case .unknown: throw .unknownRoute
        }
    }

    private func count(_ request: HTTPRequest, _ model: EmulatedModel) async throws(GoogleError) -> JSON {
        var reader = WireReader()
        let read = reader.read(try parsed(request.body), as: .message("CountTokensRequest"))
        guard reader.violations.isEmpty, let read else { throw .violations(reader.violations) }
        guard read["contents"] == nil || read["generateContentRequest"] == nil else {
            throw .invalidArgument("Only one of contents and generate_content_request may be set.")
        }
        return try await answerer.count(try answerer.content(read["generateContentRequest"] ?? read), model)
            .counted(script.counting)
    }

    func parsed(_ body: [UInt8]) throws(GoogleError) -> DocumentNode {
        guard body.count <= configuration.maxRequestBytes else {
            throw .invalidArgument("Request payload size exceeds the limit: \(configuration.maxRequestBytes) bytes.")
        }
        let result = DocumentReader.read(body, file: "request", dialect: .json)
        guard let root = result.root else {
            let first = result.diagnostics.first
            let place = first?.start.map { " (line \($0.line), column \($0.column))" } ?? ""
            throw .invalidArgument("Invalid JSON payload received. \(first?.message ?? "")\(place)")
        }
        return root
    }

    /// `x-goog-api-key`, then a bearer token, then `?key=`.
    func key(_ request: HTTPRequest) -> String? {
        if let key = request.header("x-goog-api-key"), !key.isEmpty { return key }
        if let value = request.header("authorization"), value.lowercased().hasPrefix("bearer ") {
            return String(value.dropFirst(7))
        }
        return request.queryItem("key").flatMap { $0.isEmpty ? nil : $0 }
    }

    func authorize(_ request: HTTPRequest) throws(GoogleError) {
        guard let key = key(request) else { throw .missingKey }
        // An OAuth token is not an API key, and the refusal says so in a way that misleads.
        if key.hasPrefix("ya29.") { throw .tokenForKey }
        if let accepted = configuration.acceptedKeys, !accepted.contains(key) { throw .invalidKey }
    }
}
