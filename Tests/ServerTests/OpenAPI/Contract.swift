import Documents
import Testing

@testable import Server

/// The document as tests read it.
struct Contract {
    let root: DocumentNode

    init() throws {
        let bytes = OpenAPIDocument.json(build: "test").encoded()
        root = try #require(DocumentReader.read(bytes, file: "openapi.json", dialect: .json).root)
    }

    /// `get /v1/policy/{profile}` and so on, with what stands there.
    var operations: [(method: String, path: String, node: DocumentNode)] {
        (root["paths"]?.object ?? []).flatMap { path in
            (path.node.object ?? []).map { (method: $0.key, path: path.key, node: $0.node) }
        }
    }

    /// The operation a request goes to.
    func operation(_ method: String, _ path: String) -> (method: String, path: String, node: DocumentNode)? {
        let asked = path.prefix { $0 != "?" }.split(separator: "/")
        // A fixed path wins over one with an argument, and one with an action behind its argument over one without.
        let ways = operations.filter { $0.method == method.lowercased() }.sorted { one, two in
            (one.path.contains("{") ? 0 : 1, one.path.count) > (two.path.contains("{") ? 0 : 1, two.path.count)
        }
        return ways.first { way in
            let parts = way.path.split(separator: "/")
            return parts.count == asked.count && zip(parts, asked).allSatisfy(Self.fits)
        }
    }

    private static func fits(_ pattern: Substring, _ part: Substring) -> Bool {
        guard let end = pattern.lastIndex(of: "}") else { return pattern == part }
        let action = pattern[pattern.index(after: end)...]
        return action.isEmpty ? !part.contains(":") : part.hasSuffix(action)
    }

    /// The document, read once for all tests.
    static let whole = Result { try Contract() }

    /// Why an answer of this status, or with this code, is not in the document; nil where it is, and for requests of no
    /// operation.
    func gap(in answer: Answer, to method: String, _ path: String) -> String? {
        guard let operation = operation(method, path) else { return nil }
        let place = "\(method) \(operation.path) \(answer.status)"
        guard let response = operation.node["responses"]?["\(answer.status)"].flatMap(resolved) else { return place }
        let type = answer.headers["content-type"]?.prefix { $0 != ";" } ?? ""
        guard type == "application/problem+json", let code = answer.root?["code"]?.string else { return nil }
        let known = response["content"]?[String(type)]?["schema"]?["properties"]?["code"]?["enum"]?.array ?? []
        return known.contains { $0.string == code } ? nil : "\(place) \(code)"
    }

    /// What of an answer the document does not say.
    func mistakes(in answer: Answer, to method: String, _ path: String) -> [String] {
        guard let (_, _, operation) = operation(method, path) else { return ["no operation"] }
        guard let response = operation["responses"]?["\(answer.status)"].flatMap(resolved) else {
            return ["no answer of status \(answer.status): \(answer.text.prefix(200))"]
        }
        var mistakes: [String] = []
        for header in response["headers"]?.object ?? [] {
            guard let described = resolved(header.node) else { return ["no header \(header.key)"] }
            if described["required"]?.bool == true, answer.headers[header.key.lowercased()] == nil {
                mistakes.append("header \(header.key) is missing")
            }
        }
        let told = Set((response["headers"]?.object ?? []).map { $0.key.lowercased() })
        for name in answer.headers.keys where !told.contains(name) && !Self.ordinary.contains(name) {
            mistakes.append("header \(name) is not in the document")
        }
        guard let type = answer.headers["content-type"]?.prefix(while: { $0 != ";" }) else {
            if response["content"] != nil { mistakes.append("there is no content type") }
            return mistakes
        }
        guard let schema = response["content"]?[String(type)]?["schema"] else {
            return mistakes + ["no content of type \(type)"]
        }
        guard type == "application/json" || type.hasSuffix("+json") else { return mistakes }
        guard let body = answer.root else { return mistakes + ["the body is no JSON"] }
        return mistakes + self.mistakes(of: body, schema, at: "$")
    }

    /// Headers of HTTP itself.
    private static let ordinary: Set<String> = [
        "content-type", "content-length", "date", "connection", "keep-alive", "vary", "cache-control",
        "transfer-encoding",
        "x-accel-buffering", "content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy",
    ]
}

extension Contract {
    /// Of a `$ref`, what it names.
    func resolved(_ node: DocumentNode) -> DocumentNode? {
        guard let reference = node["$ref"]?.string else { return node }
        return reference.split(separator: "/").dropFirst().reduce(Optional(root)) { $0?[String($1)] }
    }

    /// Where a value is not what a schema says. Members a schema does not name are mistakes too, unless it lets others in:
    /// the document is to name them.
    func mistakes(of value: DocumentNode, _ schema: DocumentNode, at place: String) -> [String] {
        var mistakes: [String] = []
        if schema["$ref"] != nil {
            guard let target = resolved(schema) else {
                return ["\(place): \(schema["$ref"]?.string ?? "") is not there"]
            }
            mistakes += self.mistakes(of: value, target, at: place)
        }
        if let ways = schema["anyOf"]?.array {
            let tries = ways.map { self.mistakes(of: value, $0, at: place) }
            if !tries.contains([]) { mistakes += tries.min { $0.count < $1.count } ?? [] }
        }
        if let type = schema["type"] {
            let names = type.array?.compactMap(\.string) ?? [type.string ?? ""]
            if !names.contains(where: { Self.isA(value, $0) }) { return mistakes + ["\(place): is no \(names)"] }
        }
        if let words = schema["enum"]?.array, !words.contains(where: { JSON($0) == JSON(value) }) {
            mistakes.append("\(place): `\(JSON(value).text())` is none of its words")
        }
        if let only = schema["const"], JSON(only) != JSON(value) {
            mistakes.append("\(place): is not \(JSON(only).text())")
        }
        if let low = schema["minimum"]?.double, let number = value.double, number < low {
            mistakes.append("\(place): low")
        }
        if let high = schema["maximum"]?.double, let number = value.double, number > high {
            mistakes.append("\(place): high")
        }
        if let text = value.string, let pattern = schema["pattern"]?.string, let regex = try? Regex(pattern),
            (try? regex.firstMatch(in: text)) == nil
        {
            mistakes.append("\(place): `\(text)` is not like \(pattern)")
        }
        if let items = schema["items"] {
            for (index, item) in (value.array ?? []).enumerated() {
                mistakes += self.mistakes(of: item, items, at: "\(place)[\(index)]")
            }
        }
        return mistakes + members(of: value, schema, at: place)
    }

    private func members(of value: DocumentNode, _ schema: DocumentNode, at place: String) -> [String] {
        guard let members = value.object else { return [] }
        var mistakes = (schema["required"]?.array ?? []).compactMap(\.string).filter { value[$0] == nil }.map {
            "\(place).\($0): is missing"
        }
        let others = schema["additionalProperties"]
        for member in members {
            if let known = schema["properties"]?[member.key] {
                mistakes += self.mistakes(of: member.node, known, at: "\(place).\(member.key)")
            } else if let others, others.object != nil {
                mistakes += self.mistakes(of: member.node, others, at: "\(place).\(member.key)")
            } else if others?.bool == false
                || (others == nil && schema["properties"] != nil && schema["$ref"] == nil)
            {
                mistakes.append("\(place).\(member.key): is not in the document")
            }
        }
        return mistakes
    }

    private static func isA(_ value: DocumentNode, _ type: String) -> Bool {
        switch type {
        case "null": value.isNull
        case "boolean": value.bool != nil
        case "integer": value.integer != nil
        case "number": value.number != nil
        case "string": value.string != nil
        case "array": value.array != nil
        case "object": value.object != nil
        default: false
        }
    }
}
