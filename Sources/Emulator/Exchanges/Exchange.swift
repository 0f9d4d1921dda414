import Documents

/// One request and its answer, scrubbed: a line of a record.
struct Exchange: Sendable, Hashable {
    let method: String
    /// Without query.
    let path: String
    let query: [JSON.Member]
    let requestBody: JSON?
    let status: Int
    /// Those that matter, names in lower case.
    let headers: [JSON.Member]
    let responseBody: JSON?
    let milliseconds: Int64

    /// What makes two requests the same.
    var key: String {
        let query = self.query.sorted { $0.key < $1.key }
        return "\(method) \(path) \(JSON.object(query).text()) \(requestBody?.text() ?? "")"
    }

    var json: JSON {
        var request: [JSON.Member] = [.init("method", .string(method)), .init("path", .string(path))]
        if !query.isEmpty { request.append(.init("query", .object(query))) }
        if let requestBody { request.append(.init("body", requestBody)) }
        var response: [JSON.Member] = [
            .init("status", .integer(Int64(status))), .init("headers", .object(headers)),
        ]
        if let responseBody { response.append(.init("body", responseBody)) }
        return .object([
            .init("request", .object(request)), .init("response", .object(response)),
            .init("milliseconds", .integer(milliseconds)),
        ])
    }
}

extension Exchange {
    /// Nil for what is no line of a record.
    init?(_ node: DocumentNode) {
        guard let method = node["request"]?["method"]?.string, let path = node["request"]?["path"]?.string,
            let status = node["response"]?["status"]?.integer
        else { return nil }
        self.init(
            method: method,
            path: path,
            query: Exchange.members(node["request"]?["query"]),
            requestBody: node["request"]?["body"].map { JSON($0) },
            status: Int(status),
            headers: Exchange.members(node["response"]?["headers"]),
            responseBody: node["response"]?["body"].map { JSON($0) },
            milliseconds: node["milliseconds"]?.integer ?? 0
        )
    }

    private static func members(_ node: DocumentNode?) -> [JSON.Member] {
        (node?.object ?? []).map { JSON.Member($0.key, JSON($0.node)) }
    }

    /// The body as it is sent again.
    var responseBytes: [UInt8] {
        guard let responseBody else { return [] }
        if case .object(let members) = responseBody, members.count == 1, members[0].key == "text",
            case .string(let text) = members[0].value
        {
            return Array(text.utf8)
        }
        return responseBody.encoded(pretty: true)
    }
}
