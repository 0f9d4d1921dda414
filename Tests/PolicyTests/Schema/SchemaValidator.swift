import Documents
import Foundation

/// As much of JSON Schema as our schemas use. What it does not know is a mistake of the schema, not of the document.
struct SchemaValidator {
    /// Everything in `document` that `schema` does not allow, by path.
    static func mistakes(in document: DocumentNode, schema: JSON, path: String = "") -> [String] {
        guard case .object(let members) = schema else { return ["\(path): the schema is no object"] }
        var found: [String] = []
        for member in members {
            found += check(member.key, member.value, document, members, path)
        }
        return found
    }

    private static func check(
        _ keyword: String,
        _ value: JSON,
        _ node: DocumentNode,
        _ schema: [JSON.Member],
        _ path: String
    ) -> [String] {
        switch (keyword, value) {
        case ("type", .string(let type)): return isOf(type, node) ? [] : ["\(path): is no \(type)"]
        case ("enum", .array(let words)): return words.contains(JSON(node)) ? [] : ["\(path): is not in the list"]
        case ("pattern", .string(let pattern)):
            guard let text = node.string else { return [] }
            return text.range(of: pattern, options: .regularExpression) != nil ? [] : ["\(path): has another form"]
        case ("minimum", let bound): return bounded(node, by: bound) { $0 >= $1 } ? [] : ["\(path): is too small"]
        case ("maximum", let bound): return bounded(node, by: bound) { $0 <= $1 } ? [] : ["\(path): is too large"]
        case ("minItems", .integer(let count)):
            return (node.array?.count ?? .max) >= count ? [] : ["\(path): is too short"]
        case ("maxItems", .integer(let count)): return (node.array?.count ?? 0) <= count ? [] : ["\(path): is too long"]
        case ("uniqueItems", .bool(let unique)):
            let items = (node.array ?? []).map { JSON($0) }
            return !unique || Set(items).count == items.count ? [] : ["\(path): holds one value twice"]
        case ("items", let item):
            return (node.array ?? []).enumerated().flatMap { mistakes(in: $1, schema: item, path: "\(path)[\($0)]") }
        case ("required", .array(let keys)):
            guard node.object != nil else { return [] }
            return keys.filter { if case .string(let key) = $0 { node[key] == nil } else { true } }
                .map { "\(path): \($0.text()) is missing" }
        case ("properties", .object(let properties)):
            return properties.flatMap { property in
                node[property.key].map { mistakes(in: $0, schema: property.value, path: "\(path).\(property.key)") }
                    ?? []
            }
        case ("additionalProperties", .bool(false)):
            return others(node, schema).map { "\(path).\($0.key): is unknown" }
        case ("additionalProperties", let form):
            return others(node, schema).flatMap { mistakes(in: $0.node, schema: form, path: "\(path).\($0.key)") }
        case ("propertyNames", .object([JSON.Member("minLength", 1)])):
            return (node.object ?? []).filter(\.key.isEmpty).map { _ in "\(path): has an empty key" }
        case ("minProperties", .integer(let count)):
            return (node.object?.count ?? .max) >= count ? [] : ["\(path): has too few keys"]
        case ("$schema", _), ("$id", _), ("title", _), ("description", _), ("$comment", _): return []
        default: return ["\(path): the schema has the unknown keyword \(keyword)"]
        }
    }

    private static func isOf(_ type: String, _ node: DocumentNode) -> Bool {
        switch type {
        case "boolean": node.bool != nil
        case "string": node.string != nil
        case "number": node.number != nil
        case "integer": node.integer != nil
        case "array": node.array != nil
        case "object": node.object != nil
        default: false
        }
    }

    private static func bounded(_ node: DocumentNode, by bound: JSON, _ holds: (Double, Double) -> Bool) -> Bool {
        guard let value = node.double else { return true }
        switch bound {
        case .integer(let bound): return holds(value, Double(bound))
        case .double(let bound): return holds(value, bound)
        default: return false
        }
    }

    private static func others(_ node: DocumentNode, _ schema: [JSON.Member]) -> [DocumentMember] {
        var known: [String] = []
        if case .object(let properties)? = schema.first(where: { $0.key == "properties" })?.value {
            known = properties.map(\.key)
        }
        return (node.object ?? []).filter { !known.contains($0.key) }
    }
}
