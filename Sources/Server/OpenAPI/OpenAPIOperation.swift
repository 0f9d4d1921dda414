import Documents

/// One method of one path, written out.
struct OpenAPIOperation {
    private let node: DocumentNode
    private let scope: String
    private let isLimited: Bool
    private let hasBody: Bool
    private let examples: [DocumentMember]
    /// Parameters by the names of components.
    private let parameters: [DocumentNode]

    init(_ node: DocumentNode, method: String, examples: [DocumentMember]) {
        self.node = node
        self.examples = examples
        scope = node["scope"]?.string ?? "none"
        isLimited = node["limited"]?.bool == true || scope == "door"
        hasBody = method == "post"
        parameters = node["parameters"]?.array ?? []
    }

    /// Members of a text that are shorthand.
    private static let shorthand = [
        "scope", "limited", "answers", "problems", "problemHeaders", "parameters", "requestBody", "listsErrors",
    ]

    var json: JSON {
        var members = (node.object ?? []).filter { !Self.shorthand.contains($0.key) }.map {
            JSON.Member($0.key, OpenAPIDocument.written($0.node))
        }
        if !parameters.isEmpty { members.append(.init("parameters", .array(parameters.map(Self.parameter)))) }
        if let body = node["requestBody"] { members.append(.init("requestBody", requestBody(body))) }
        members.append(.init("security", security))
        members.append(.init("responses", responses))
        return .object(members)
    }

    private static func parameter(_ node: DocumentNode) -> JSON {
        node.string.map { .object([OpenAPIDocument.reference("parameters", $0)]) } ?? OpenAPIDocument.written(node)
    }

    private func requestBody(_ body: DocumentNode) -> JSON {
        let contents = (body["content"]?.object ?? []).map { content in
            JSON.Member(
                content.key,
                .object(
                    (content.node.object ?? []).map { member in
                        guard member.key == "example", let name = member.node.string else {
                            return JSON.Member(member.key, OpenAPIDocument.written(member.node))
                        }
                        return JSON.Member("example", example(name))
                    }
                )
            )
        }
        return ["required": true, "content": .object(contents)]
    }

    private var security: JSON {
        switch scope {
        case "none": []
        // From this machine itself no key is needed.
        case "read", "any": [[:], ["key": []]]
        case "door": [["googleKey": []], ["key": []], ["googleQueryKey": []]]
        default: [["key": []]]
        }
    }

    private var responses: JSON {
        var responses = OpenAPIResponses()
        for answer in node["answers"]?.object ?? [] {
            responses.add(answer: answer.node, status: answer.key, example: example)
            if isLimited, answer.key.hasPrefix("2") {
                responses.add(headers: ["RateLimit-Policy", "RateLimit"], answer.key)
            }
        }
        for problem in node["problems"]?.object ?? [] {
            responses.add(problems: (problem.node.array ?? []).compactMap(\.string), status: problem.key)
            responses.add(headers: (node["problemHeaders"]?.array ?? []).compactMap(\.string), problem.key)
        }
        if scope == "door" {
            for status in ["400", "403", "404", "413", "415", "422", "426", "429", "500", "502", "503", "504"] {
                responses.addDoorError(status: status, inLists: node["listsErrors"]?.bool == true)
            }
        } else if scope != "none" {
            responses.add(problems: ["unauthenticated"], status: "401")
            responses.add(headers: ["WWW-Authenticate"], "401")
            responses.add(problems: ["forbidden"], status: "403")
        }
        if isLimited, scope != "door" {
            responses.add(problems: ["rate_limited"], status: "429")
            responses.add(headers: ["RateLimit-Policy", "RateLimit", "Retry-After"], "429")
        }
        responses.addRefusals(hasBody: hasBody)
        return responses.json
    }

    private func example(_ name: String) -> JSON {
        guard let member = examples.first(where: { $0.key == name }) else {
            preconditionFailure("no example `\(name)`")
        }
        return JSON(member.node)
    }
}
