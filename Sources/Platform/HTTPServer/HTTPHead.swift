/// Request line and headers, checked.
struct HTTPHead: Sendable {
    /// How long the body is, as the headers say.
    enum Framing: Sendable, Equatable {
        case length(Int)
        case chunked
    }

    var method: String
    var path: String
    var query: [(name: String, value: String)]
    /// 0 or 1: HTTP/1.x.
    var minorVersion: Int
    /// Names lower case.
    var headers: [(name: String, value: String)]
    var framing: Framing
    var keepsAlive: Bool
    var expectsContinue: Bool
}

/// A value, or the answer that refuses the request.
enum HTTPParsed<Value> {
    case value(Value)
    case refused(HTTPRefusal)
}
