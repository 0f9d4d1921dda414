/// A request that the server answers itself because it never becomes an `HTTPRequest`.
package struct HTTPRefusal: Sendable, Hashable {
    package let status: Int
    /// snake_case, stable.
    package let code: String
    /// One sentence for a person.
    package let detail: String

    package init(status: Int, code: String, detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }

    static func malformed(_ detail: String) -> HTTPRefusal {
        HTTPRefusal(status: 400, code: "malformed_request", detail: detail)
    }

    static let plainText = malformed("this port speaks TLS: use https")
    static let bodyTooLarge = HTTPRefusal(
        status: 413,
        code: "body_too_large",
        detail: "the body is larger than this server takes"
    )
    static let headersTooLarge = HTTPRefusal(
        status: 431,
        code: "headers_too_large",
        detail: "the request headers are larger than this server takes"
    )
    static let targetTooLong = HTTPRefusal(
        status: 414,
        code: "url_too_long",
        detail: "the URL is longer than this server takes"
    )
    static let headersTooSlow = HTTPRefusal(
        status: 408,
        code: "request_timeout",
        detail: "the request headers did not arrive in time"
    )
    static let bodyTooSlow = HTTPRefusal(
        status: 408,
        code: "request_timeout",
        detail: "the body arrived too slowly"
    )
    static let bodiesTooMany = HTTPRefusal(
        status: 503,
        code: "overloaded",
        detail: "the server holds as many uploads as it can; send it again in a second"
    )
    static let methodNotAllowed = HTTPRefusal(
        status: 405,
        code: "method_not_allowed",
        detail: "this method is not served"
    )
    static let unknownCoding = HTTPRefusal(
        status: 501,
        code: "unknown_transfer_coding",
        detail: "the only transfer coding served is chunked"
    )
    static let unknownVersion = HTTPRefusal(
        status: 505,
        code: "unknown_http_version",
        detail: "this server speaks HTTP/1.0 and HTTP/1.1"
    )

    /// The refusal as problem+json (RFC 9457). `code` and `detail` are our own words: nothing in them needs escaping.
    package var problem: HTTPResponse {
        let title = HTTPResponseEncoder.reason(of: status)
        let json =
            #"{"type":"about:blank","title":"\#(title)","status":\#(status),"code":"\#(code)","detail":"\#(detail)"}"#
        var headers = [(name: "Content-Type", value: "application/problem+json")]
        if status == 405 { headers.append((name: "Allow", value: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")) }
        if status == 503 { headers.append((name: "Retry-After", value: "1")) }
        return HTTPResponse(status: status, headers: headers, body: .bytes(Array((json + "\n").utf8)))
    }
}
