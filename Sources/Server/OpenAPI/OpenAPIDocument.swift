package import Documents

/// The contract of every route: OpenAPI 3.1, as `GET /openapi.json` answers it and `torii openapi` prints it.
///
/// The texts leave out what follows from elsewhere: `scope` and `limited` become security schemes, refusals and headers,
/// `$enum` the words of an enumeration, `problems` the answers with those codes.
package enum OpenAPIDocument {
    private static let about =
        "Errors are problem+json (RFC 9457) with a stable `code`; on Google's routes google.rpc.Status. "
        + "Members nobody names here may be added to any answer."

    /// - Parameter build: The version of this build.
    package static func json(build: String) -> JSON {
        let examples = members(of: OpenAPIText.examples, "examples")
        let routes = [OpenAPIText.uploads, OpenAPIText.operators, OpenAPIText.rollout, OpenAPIText.door].flatMap {
            members(of: $0, "paths")
        }
        let schemas = [OpenAPIText.clientSchemas, OpenAPIText.operatorSchemas].flatMap { members(of: $0, "schemas") }
        let paths = routes.map { path in
            JSON.Member(
                path.key,
                .object(
                    (path.node.object ?? []).map { method in
                        let operation = OpenAPIOperation(method.node, method: method.key, examples: examples)
                        return JSON.Member(method.key, operation.json)
                    }
                )
            )
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Torii", "version": .string(build),
                "summary": "Decides, picture by picture, what a paid vision model is worth asking.",
                "description":
                    .string(about),
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            "servers": [["url": "/"]],
            "tags": .array(
                ["uploads", "devices", "gemini", "policies", "money", "operations"].map { ["name": .string($0)] }
            ),
            "paths": .object(paths),
            "components": [
                "schemas": .object(schemas.map { JSON.Member($0.key, written($0.node)) }),
                "parameters": .object(
                    members(of: OpenAPIText.parameters, "parameters").map { JSON.Member($0.key, written($0.node)) }
                ),
                "headers": .object(
                    members(of: OpenAPIText.headers, "headers").map { JSON.Member($0.key, written($0.node)) }
                ),
                "responses": OpenAPIResponses.components,
                "securitySchemes": [
                    "key": ["type": "http", "scheme": "bearer", "description": "`torii keys create` makes keys."],
                    "googleKey": ["type": "apiKey", "in": "header", "name": "x-goog-api-key"],
                    "googleQueryKey": ["type": "apiKey", "in": "query", "name": "key"],
                ],
            ],
        ]
    }

    /// A node with its shorthand written out: `$enum`, and `$ref` to a schema by its name alone.
    static func written(_ node: DocumentNode) -> JSON {
        switch node.value {
        case .array(let items): return .array(items.map(written))
        case .object(let members):
            if let name = node["$enum"]?.string { return OpenAPIWords.schema(named: name) }
            return .object(
                members.map { member in
                    if member.key == "$ref", let name = member.node.string { return reference("schemas", name) }
                    return JSON.Member(member.key, written(member.node))
                }
            )
        default: return JSON(node)
        }
    }

    /// A `$ref` to a component.
    static func reference(_ kind: String, _ name: String) -> JSON.Member {
        JSON.Member("$ref", .string("#/components/\(kind)/\(name)"))
    }

    /// Of one of our own texts.
    private static func members(of text: String, _ name: String) -> [DocumentMember] {
        let read = DocumentReader.read(Array(text.utf8), file: name, dialect: .json5)
        guard let members = read.root?.object else {
            let mistake = read.diagnostics.first
            preconditionFailure("\(name):\(mistake?.start?.line ?? 0): \(mistake?.message ?? "no object")")
        }
        return members
    }
}
