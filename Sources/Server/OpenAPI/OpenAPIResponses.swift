import Documents

/// The answers of one operation, by status.
struct OpenAPIResponses {
    private struct Response {
        var description = ""
        var headers: [String] = []
        var codes: [String] = []
        var content: [JSON.Member] = []
    }

    private var responses: [String: Response] = [:]

    private static let doorHeaders = [
        "Torii-Decision", "Torii-Policy-Revision", "Torii-Outcome", "Torii-Reasons", "Retry-After",
    ]

    /// - Parameter example: By name.
    mutating func add(answer: DocumentNode, status: String, example: (String) -> JSON) {
        var response = responses[status] ?? Response()
        response.description = answer["description"]?.string ?? "The answer."
        response.headers += (answer["headers"]?.array ?? []).compactMap(\.string)
        if let schema = answer["schema"] {
            let reference = schema.string.map { JSON.object([OpenAPIDocument.reference("schemas", $0)]) }
            var media: [JSON.Member] = [.init("schema", reference ?? OpenAPIDocument.written(schema))]
            if let name = answer["example"]?.string { media.append(.init("example", example(name))) }
            response.content.append(.init(answer["type"]?.string ?? "application/json", .object(media)))
        }
        let texts =
            (answer["text"]?.bool == true ? ["text/plain"] : []) + (answer["more"]?.array ?? []).compactMap(\.string)
        response.content += texts.map { type in
            // What is read of a stream is its events, not one text.
            .init(type, ["schema": type == "text/event-stream" ? [:] : ["type": "string"]])
        }
        responses[status] = response
    }

    mutating func add(headers: [String], _ status: String) { responses[status, default: Response()].headers += headers }

    /// Answers of this status with one of these codes.
    mutating func add(problems codes: [String], status: String) {
        let known = responses[status]?.codes ?? []
        responses[status, default: Response()].codes += codes.filter { !known.contains($0) }
    }

    /// `google.rpc.Status`, ours or that of the API behind.
    ///
    /// - Parameter inLists: Whether the API behind sends a list with the one error in it, as its streams do.
    mutating func addDoorError(status: String, inLists: Bool) {
        var response = responses[status] ?? Response()
        guard !response.content.contains(where: { $0.key == "application/json" }) else { return }
        response.description = "In the form of Google's API."
        response.headers += Self.doorHeaders
        let one = JSON.object([OpenAPIDocument.reference("schemas", "DoorError")])
        let schema: JSON = inLists ? ["anyOf": [one, ["type": "array", "items": one]]] : one
        response.content.append(.init("application/json", ["schema": schema]))
        responses[status] = response
    }

    /// What any request may be refused with before a route sees it.
    mutating func addRefusals(hasBody: Bool) {
        add(problems: ["malformed_request"], status: "400")
        add(problems: ["not_found"], status: "404")
        add(problems: ["request_timeout"], status: "408")
        add(problems: ["url_too_long"], status: "414")
        add(problems: ["headers_too_large"], status: "431")
        add(problems: ["unknown_transfer_coding"], status: "501")
        add(problems: ["overloaded"], status: "503")
        add(headers: ["Retry-After"], "503")
        add(problems: ["unknown_http_version"], status: "505")
        if hasBody { add(problems: ["body_too_large"], status: "413") }
    }

    var json: JSON {
        .object(responses.sorted { $0.key < $1.key }.map { .init($0.key, Self.json($0.value, status: $0.key)) })
    }

    /// Refusals that are the same wherever they come: status, code, headers.
    private static let shared: [(status: String, code: String, headers: [String])] = [
        ("400", "malformed_request", []), ("401", "unauthenticated", ["WWW-Authenticate"]), ("403", "forbidden", []),
        ("404", "not_found", []), ("408", "request_timeout", []), ("413", "body_too_large", []),
        ("414", "url_too_long", []), ("429", "rate_limited", ["RateLimit-Policy", "RateLimit", "Retry-After"]),
        ("431", "headers_too_large", []), ("501", "unknown_transfer_coding", []),
        ("503", "overloaded", ["Retry-After"]),
        ("505", "unknown_http_version", []),
    ]

    /// By their codes.
    static var components: JSON {
        .object(
            shared.map { status, code, headers in
                let response = Response(headers: headers, codes: [code])
                return JSON.Member(code, written(response, status: status))
            }
        )
    }

    private static func json(_ response: Response, status: String) -> JSON {
        let isShared = shared.contains {
            status == $0.status && response.codes == [$0.code] && response.headers == $0.headers
        }
        guard isShared, response.content.isEmpty else { return written(response, status: status) }
        return .object([OpenAPIDocument.reference("responses", response.codes[0])])
    }

    private static func written(_ response: Response, status: String) -> JSON {
        var content = response.content
        if !response.codes.isEmpty {
            content.append(.init("application/problem+json", problem(response.codes, status)))
        }
        let description = response.description.isEmpty ? response.codes.joined(separator: ", ") : response.description
        var members: [JSON.Member] = [.init("description", .string(description))]
        var names: [String] = []
        for name in response.headers where !names.contains(name) { names.append(name) }
        if !names.isEmpty {
            members.append(
                .init("headers", .object(names.map { .init($0, .object([OpenAPIDocument.reference("headers", $0)])) }))
            )
        }
        if !content.isEmpty { members.append(.init("content", .object(content))) }
        return .object(members)
    }

    private static func problem(_ codes: [String], _ status: String) -> JSON {
        let code = codes.first ?? ""
        return [
            "schema": .object([
                OpenAPIDocument.reference("schemas", "Problem"),
                .init("properties", ["code": ["enum": .array(codes.map { .string($0) })]]),
            ]),
            "example": [
                "type": "about:blank", "title": .string(code.replacing("_", with: " ")),
                "status": .integer(Int64(status) ?? 0), "code": .string(code),
                "detail": "what was found, and what to do",
            ],
        ]
    }
}
