import Documents

/// One span of OTLP, as its JSON writes it (opentelemetry-proto 1.x, `trace.v1.Span`).
struct TraceSpan: Sendable, Hashable {
    enum Kind: Int64, Sendable {
        case `internal` = 1
        case server = 2
        case client = 3
    }

    let traceID: String
    let spanID: String
    /// Empty for the first of a trace.
    let parentID: String
    let name: String
    let kind: Kind
    /// Microseconds since 1970.
    let start: Int64
    let end: Int64
    let attributes: [JSON.Member]
    /// What went wrong; nil when nothing did.
    let error: String?

    var json: JSON {
        var members: [JSON.Member] = [.init("traceId", .string(traceID)), .init("spanId", .string(spanID))]
        if !parentID.isEmpty { members.append(.init("parentSpanId", .string(parentID))) }
        members += [
            .init("name", .string(name)),
            .init("kind", .integer(kind.rawValue)),
            .init("startTimeUnixNano", .string("\(start)000")),
            .init("endTimeUnixNano", .string("\(max(start, end))000")),
            .init("attributes", .array(attributes.map(\.attribute))),
        ]
        if let error { members.append(.init("status", ["code": 2, "message": .string(error)])) }
        return .object(members)
    }
}

extension JSON.Member {
    /// As OTLP writes an attribute: 64-bit numbers are strings in its JSON.
    var attribute: JSON { ["key": .string(key), "value": value.anyValue] }
}

extension JSON {
    fileprivate var anyValue: JSON {
        switch self {
        case .bool(let value): ["boolValue": .bool(value)]
        case .integer(let value): ["intValue": .string("\(value)")]
        case .double(let value): ["doubleValue": .double(value)]
        case .string(let value): ["stringValue": .string(value)]
        case .array(let values): ["arrayValue": ["values": .array(values.map(\.anyValue))]]
        case .object(let members): ["kvlistValue": ["values": .array(members.map(\.attribute))]]
        case .null: .object([])
        }
    }
}
