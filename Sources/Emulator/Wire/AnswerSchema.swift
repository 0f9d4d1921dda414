import Documents

/// The shape an answer was asked for in, from `responseSchema` (proto) or `responseJsonSchema` (JSON Schema).
indirect enum AnswerSchema: Sendable, Hashable {
    enum Dialect: Sendable { case proto, jsonSchema }

    struct Property: Sendable, Hashable {
        let name: String
        let schema: AnswerSchema
        let isRequired: Bool
    }

    case text(values: [String], pattern: String?, length: ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case integer(ClosedRange<Int>)
    case flag
    case list(AnswerSchema, count: ClosedRange<Int>)
    /// In the order of the answer.
    case object([Property])
    case null
    /// One of them; null may be chosen.
    case nullable(AnswerSchema)

    /// Throws what Google would refuse: no type, an array without items, an unknown reference.
    init(_ node: DocumentNode, dialect: Dialect) throws(GoogleError) {
        let definitions = (dialect == .proto ? node["defs"] : node["$defs"])?.object ?? []
        self = try AnswerSchema.read(node, dialect, definitions, depth: 0)
    }

    /// A list without limits gets so many items.
    private static let usualCount = 3...5

    private static func read(
        _ node: DocumentNode,
        _ dialect: Dialect,
        _ definitions: [DocumentMember],
        depth: Int
    ) throws(GoogleError) -> AnswerSchema {
        guard depth < 16 else { throw .invalidArgument("The specified schema nests too deeply or refers to itself.") }
        if let reference = (dialect == .proto ? node["ref"] : node["$ref"])?.string {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            guard let target = definitions.first(where: { $0.key == name })?.node else {
                throw .invalidArgument("The specified schema has an unknown reference: \(reference)")
            }
            return try read(target, dialect, definitions, depth: depth + 1)
        }
        if let choices = node["anyOf"]?.array {
            var shapes: [AnswerSchema] = []
            for choice in choices { shapes.append(try read(choice, dialect, definitions, depth: depth + 1)) }
            guard let first = shapes.first(where: { $0 != .null }) else { return .null }
            return shapes.contains(.null) ? .nullable(first) : first
        }
        var types = node["type"]?.array?.compactMap(\.string) ?? node["type"]?.string.map { [$0] } ?? []
        if types.isEmpty && node["enum"] != nil { types = ["string"] }
        if types.isEmpty && node["properties"] != nil { types = ["object"] }
        guard let type = types.first(where: { $0.lowercased() != "null" }) else {
            if types.isEmpty { throw .invalidArgument("The specified schema has a field without a type.") }
            return .null
        }
        let shape = try read(node, type: type.lowercased(), dialect, definitions, depth)
        let hasNull = types.count > 1 || node["enum"]?.array?.contains(where: \.isNull) == true
        return node["nullable"]?.bool == true || hasNull ? .nullable(shape) : shape
    }

    private static func read(
        _ node: DocumentNode,
        type: String,
        _ dialect: Dialect,
        _ definitions: [DocumentMember],
        _ depth: Int
    ) throws(GoogleError) -> AnswerSchema {
        switch type {
        case "string":
            let length = limits(node, "minLength", "maxLength", usual: 0...4_096)
            let values = node["enum"]?.array?.compactMap(\.string) ?? []
            return .text(values: values, pattern: node["pattern"]?.string, length: length)
        case "number":
            let low = node["minimum"]?.double ?? min(0, node["maximum"]?.double ?? 0)
            return .number(low...max(low, node["maximum"]?.double ?? low + 1))
        case "integer":
            let high = whole(node["maximum"])
            let low = whole(node["minimum"]) ?? min(0, high ?? 0)
            return .integer(low...max(low, high ?? low + 100))
        case "boolean": return .flag
        case "array":
            guard let items = node["items"] else {
                throw .invalidArgument(
                    "* GenerateContentRequest.generation_config.response_schema.items: missing field."
                )
            }
            let shape = try read(items, dialect, definitions, depth: depth + 1)
            var usual = usualCount
            // Of a set a list holds what fits, one at least.
            if case .text(let values, _, _) = shape, !values.isEmpty { usual = 1...values.count }
            return .list(shape, count: limits(node, "minItems", "maxItems", usual: usual))
        case "object":
            guard let members = node["properties"]?.object, !members.isEmpty else {
                throw .invalidArgument(
                    "* GenerateContentRequest.generation_config.response_schema.properties: should be non-empty for OBJECT type"
                )
            }
            return .object(try properties(node, members, dialect, definitions, depth))
        default: throw .invalidArgument("The specified schema has an unknown type: \(type)")
        }
    }

    /// In `propertyOrdering`; without it by name (proto) or as sent (JSON Schema).
    private static func properties(
        _ node: DocumentNode,
        _ members: [DocumentMember],
        _ dialect: Dialect,
        _ definitions: [DocumentMember],
        _ depth: Int
    ) throws(GoogleError) -> [Property] {
        let required = node["required"]?.array?.compactMap(\.string) ?? []
        let names = members.map(\.key)
        if let missing = required.first(where: { !names.contains($0) }) {
            throw .invalidArgument(
                "* GenerateContentRequest.generation_config.response_schema.required: property is not defined: \(missing)"
            )
        }
        var order = node["propertyOrdering"]?.array?.compactMap(\.string) ?? []
        order += (dialect == .proto ? names.sorted() : names).filter { !order.contains($0) }
        var properties: [Property] = []
        for name in order {
            guard let member = members.first(where: { $0.key == name }) else { continue }
            let schema = try read(member.node, dialect, definitions, depth: depth + 1)
            properties.append(Property(name: name, schema: schema, isRequired: required.contains(name)))
        }
        return properties
    }

    /// A number without its fraction, held to what counts can be.
    private static func whole(_ node: DocumentNode?) -> Int? {
        node?.double.map { Int(max(-1e15, min(1e15, $0))) }
    }

    /// A limit alone moves the usual other one with it.
    private static func limits(
        _ node: DocumentNode,
        _ least: String,
        _ most: String,
        usual: ClosedRange<Int>
    ) -> ClosedRange<Int> {
        let low = node[least]?.integer.map { max(0, Int(clamping: $0)) }
        let high = node[most]?.integer.map { max(0, Int(clamping: $0)) }
        switch (low, high) {
        case (let low?, let high?): return low...max(low, high)
        case (let low?, nil): return low...max(low, usual.upperBound)
        case (nil, let high?): return min(high, usual.lowerBound)...high
        case (nil, nil): return usual
        }
    }
}
