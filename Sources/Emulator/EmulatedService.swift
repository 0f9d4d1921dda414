import Documents
import Platform

/// Routes requests and applies the script: the emulator without its socket.
struct EmulatedService: Sendable {
    let configuration: Emulator.Configuration
    let script: FaultScript
    let answerer: Answerer
    let log: AttemptLog

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
            return Self.json(ModelListing.all(at: configuration.clock.now()))
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
        case .generate(let id, let version): return try await generate(request, id, version)
        case .unsupported(let method, let model, let version):
            try authorize(request)
            throw .unknownModel(model, version: version, method: method)
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
        return try await answerer.count(try GenerateRequest(read["generateContentRequest"] ?? read), model).counted
    }

    private func generate(
        _ request: HTTPRequest,
        _ id: String,
        _ version: String
    ) async throws(GoogleError) -> HTTPResponse {
        let parsed = Result { () throws(GoogleError) in try answerer.request(try self.parsed(request.body)) }
        let picture = (try? parsed.get())?.pictures.first?.bytes
        let call = log.begin(
            model: id,
            attempt: request.header("torii-attempt") ?? "",
            keyHash: key(request).map { String(Encoding.hex(Crypto.sha256(Array($0.utf8))).prefix(12)) } ?? "",
            imageSHA256: picture.map { Encoding.hex(Crypto.sha256($0)) } ?? "",
            bytes: request.body.count
        )
        do throws(GoogleError) {
            return try await answer(request, parsed, id, version, call)
        } catch {
            log.end(call.sequence, outcome: "status_\(error.code)")
            throw error
        }
    }

    private func answer(
        _ request: HTTPRequest,
        _ parsed: Result<GenerateRequest, GoogleError>,
        _ id: String,
        _ version: String,
        _ call: FaultCall
    ) async throws(GoogleError) -> HTTPResponse {
        let fault = script.fault(for: call, seed: configuration.seed) ?? Fault()
        if let hold = fault.hold { await log.wait(for: hold) }
        // A cancelled wait (the server stops) goes on at once.
        if let delay = fault.delay { try? await Task.sleep(for: delay) }
        if case .failure(let failure) = fault.answer {
            log.end(call.sequence, outcome: "status_\(failure.status)")
            return Self.response(failure, failure.error(model: id, version: version))
        }
        if fault.answer == .cut(.beforeAnswer) {
            log.end(call.sequence, outcome: "cut_beforeAnswer")
            return Self.json(.object([]), cutAfter: 0)
        }
        try authorize(request)
        // Google ends short server timeouts at once.
        if let seconds = request.header("x-server-timeout").flatMap({ Double($0) }), seconds < 10 {
            throw GoogleError(code: 500, status: "INTERNAL", message: "An internal error has occurred.")
        }
        let model = try answerer.model(id, version: version, method: "generateContent")
        var draft = try await answerer.draft(try parsed.get(), model, sequence: call.sequence)
        let outcome = apply(fault, to: &draft)
        log.end(call.sequence, outcome: outcome, answer: draft.answer)
        let isCut = fault.answer == .cut(.midAnswer)
        let body = draft.answer.json.encoded(pretty: true)
        return Self.json(body, cutAfter: isCut ? body.count / 2 : nil)
    }

    /// Changes the answer; the word for the log.
    private func apply(_ fault: Fault, to draft: inout Answerer.Draft) -> String {
        if let version = fault.modelVersion { draft.answer.modelVersion = version }
        if fault.hidesUsage { draft.answer.reportsUsage = false }
        switch fault.answer {
        case .whole, .failure, .cut(.beforeAnswer): return "ok"
        case .cut(.midAnswer): return "cut_midAnswer"
        case .malformed(let kind):
            draft.answer.malformed(kind, schema: draft.schema)
            return "malformed_\(kind.rawValue)"
        case .promptBlock(let reason):
            draft.answer.promptBlocked(reason)
            return "block_\(reason)"
        case .finish(let reason):
            draft.answer.finish(reason)
            return "finish_\(reason)"
        case .thinkEatsBudget:
            draft.answer.thinkEatsBudget(maxOutputTokens: draft.maxOutputTokens)
            return "thinkEatsBudget"
        case .empty(let kind):
            draft.answer.empty(kind)
            return "empty_\(kind.rawValue)"
        }
    }

    private func parsed(_ body: [UInt8]) throws(GoogleError) -> DocumentNode {
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
    private func key(_ request: HTTPRequest) -> String? {
        if let key = request.header("x-goog-api-key"), !key.isEmpty { return key }
        if let value = request.header("authorization"), value.lowercased().hasPrefix("bearer ") {
            return String(value.dropFirst(7))
        }
        return request.queryItem("key").flatMap { $0.isEmpty ? nil : $0 }
    }

    private func authorize(_ request: HTTPRequest) throws(GoogleError) {
        guard let key = key(request) else { throw .missingKey }
        if let accepted = configuration.acceptedKeys, !accepted.contains(key) { throw .invalidKey }
    }
}
