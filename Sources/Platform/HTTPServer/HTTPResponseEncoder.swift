/// Writes status line, headers and framing (RFC 9112 §4, §6).
struct HTTPResponseEncoder {
    /// What the answer must know about its request.
    struct Context: Sendable {
        var isHead: Bool
        var minorVersion: Int
        /// Whether another request may follow on the connection.
        var keepsAlive: Bool
    }

    /// How the body of a stream is framed.
    enum StreamFraming {
        case chunked
        /// HTTP/1.0 knows no chunks: the end of the connection is the end of the body.
        case untilClose
        /// A HEAD request, or a status without body.
        case none
    }

    /// Appends head and body of a whole answer.
    static func append(
        _ response: HTTPResponse,
        body: [UInt8],
        date: [UInt8],
        context: Context,
        to output: inout [UInt8]
    ) {
        appendHead(response, date: date, context: context, to: &output)
        if !forbidsBody(response.status) {
            output.append(contentsOf: "Content-Length: ".utf8)
            output.append(contentsOf: String(body.count).utf8)
            output.append(contentsOf: "\r\n\r\n".utf8)
            if !context.isHead { output.append(contentsOf: body) }
        } else {
            output.append(contentsOf: "\r\n".utf8)
        }
    }

    /// Appends the head of a streamed answer.
    static func appendStreamHead(
        _ response: HTTPResponse,
        date: [UInt8],
        context: Context,
        to output: inout [UInt8]
    ) -> StreamFraming {
        var context = context
        let framing: StreamFraming =
            forbidsBody(response.status) ? .none : context.minorVersion == 0 ? .untilClose : .chunked
        if case .untilClose = framing { context.keepsAlive = false }
        appendHead(response, date: date, context: context, to: &output)
        if case .chunked = framing { output.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8) }
        output.append(contentsOf: "\r\n".utf8)
        return context.isHead ? .none : framing
    }

    static func appendChunk(_ bytes: [UInt8], to output: inout [UInt8]) {
        output.append(contentsOf: String(bytes.count, radix: 16).utf8)
        output.append(contentsOf: "\r\n".utf8)
        output.append(contentsOf: bytes)
        output.append(contentsOf: "\r\n".utf8)
    }

    static let lastChunk = Array("0\r\n\r\n".utf8)
    static let goOn = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    private static func forbidsBody(_ status: Int) -> Bool { status == 204 || status == 304 || status < 200 }

    private static func appendHead(
        _ response: HTTPResponse,
        date: [UInt8],
        context: Context,
        to output: inout [UInt8]
    ) {
        output.append(contentsOf: "HTTP/1.1 ".utf8)
        output.append(contentsOf: String(response.status).utf8)
        output.append(UInt8(ascii: " "))
        output.append(contentsOf: reason(of: response.status).utf8)
        output.append(contentsOf: "\r\nDate: ".utf8)
        output.append(contentsOf: date)
        output.append(contentsOf: "\r\n".utf8)
        for (name, value) in response.headers where isOurs(name) == false && isClean(name: name, value: value) {
            output.append(contentsOf: name.utf8)
            output.append(contentsOf: ": ".utf8)
            output.append(contentsOf: value.utf8)
            output.append(contentsOf: "\r\n".utf8)
        }
        if !context.keepsAlive {
            output.append(contentsOf: "Connection: close\r\n".utf8)
        } else if context.minorVersion == 0 {
            output.append(contentsOf: "Connection: keep-alive\r\n".utf8)
        }
    }

    /// Whether the server alone sets this header.
    private static func isOurs(_ name: String) -> Bool {
        switch name.utf8.count {
        case 4: HTTPBytes.matches(name, "date")
        case 10: HTTPBytes.matches(name, "connection")
        case 14: HTTPBytes.matches(name, "content-length")
        case 17: HTTPBytes.matches(name, "transfer-encoding")
        default: false
        }
    }

    /// A header that could begin another header, or another answer, is left out.
    private static func isClean(name: String, value: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy(HTTPBytes.isToken)
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    /// The reason phrase of a status code.
    static func reason(of status: Int) -> String {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 422: "Unprocessable Content"
        case 426: "Upgrade Required"
        case 428: "Precondition Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        default: "Status"
        }
    }
}
