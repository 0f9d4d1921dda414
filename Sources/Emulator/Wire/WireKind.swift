/// What a member of a request may hold, as Google's proto messages have it.
indirect enum WireKind: Sendable {
    case string, int32, int64, double, bool, bytes
    /// The full name of the enum, for messages, and its values.
    case enumeration(String, [String])
    /// A message of `WireMessages` by name.
    case message(String)
    case repeated(WireKind)
    /// Keys are data.
    case map(WireKind)
    /// Anything, keys and all: function arguments, JSON Schemas.
    case any

    /// As Google's messages name it.
    var name: String {
        switch self {
        case .string: "TYPE_STRING"
        case .int32: "TYPE_INT32"
        case .int64: "TYPE_INT64"
        case .double: "TYPE_DOUBLE"
        case .bool: "TYPE_BOOL"
        case .bytes: "TYPE_BYTES"
        case .enumeration(let name, _): "type.googleapis.com/google.ai.generativelanguage.\(name)"
        case .message(let name): "type.googleapis.com/google.ai.generativelanguage.\(name)"
        case .repeated(let kind), .map(let kind): kind.name
        case .any: "google.protobuf.Value"
        }
    }
}
