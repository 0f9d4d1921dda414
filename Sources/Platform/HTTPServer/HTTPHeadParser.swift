/// Reads a complete head (request line, headers, empty line) whose lines all end in CRLF and hold no control characters.
///
/// What could make two readers disagree about where a request ends is refused, never repaired (RFC 9112 §11.2).
struct HTTPHeadParser {
    static let maxHeaders = 128

    static func parse(_ bytes: Span<UInt8>, maxBodyBytes: Int) -> HTTPParsed<HTTPHead> {
        var lineEnd = endOfLine(bytes, from: 0)
        var head: HTTPHead
        switch requestLine(bytes.extracting(0..<lineEnd)) {
        case .refused(let refusal): return .refused(refusal)
        case .value(let value): head = value
        }
        var start = lineEnd + 2
        while start < bytes.count {
            lineEnd = endOfLine(bytes, from: start)
            if lineEnd == start { break }
            guard head.headers.count < maxHeaders else { return .refused(.headersTooLarge) }
            guard let field = field(bytes.extracting(start..<lineEnd)) else {
                return .refused(.malformed("a header line is malformed"))
            }
            head.headers.append(field)
            start = lineEnd + 2
        }
        if let refusal = applyHeaders(to: &head, maxBodyBytes: maxBodyBytes) { return .refused(refusal) }
        return .value(head)
    }

    private static func endOfLine(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != HTTPBytes.carriageReturn { index += 1 }
        return index
    }

    private static func requestLine(_ line: Span<UInt8>) -> HTTPParsed<HTTPHead> {
        var methodEnd = 0
        while methodEnd < line.count, HTTPBytes.isToken(line[methodEnd]) { methodEnd += 1 }
        var targetEnd = methodEnd + 1
        while targetEnd < line.count, line[targetEnd] != UInt8(ascii: " "), line[targetEnd] != 0x09 { targetEnd += 1 }
        // Method, one space, target, one space, and exactly the eight bytes of the version.
        guard
            methodEnd > 0, methodEnd <= 32, methodEnd < line.count, line[methodEnd] == UInt8(ascii: " "),
            targetEnd > methodEnd + 1, targetEnd + 9 == line.count, line[targetEnd] == UInt8(ascii: " "),
            startsWithProtocolName(line.extracting((targetEnd + 1)..<line.count)),
            let major = digit(line[targetEnd + 6]), line[targetEnd + 7] == UInt8(ascii: "."),
            let minor = digit(line[targetEnd + 8])
        else { return .refused(.malformed("the request line is malformed")) }
        guard major == 1 else { return .refused(.unknownVersion) }
        let method = text(line.extracting(0..<methodEnd))
        // Neither is ever answered with what came in: TRACE would echo secrets, CONNECT would make us a proxy.
        if method == "TRACE" || method == "CONNECT" { return .refused(.methodNotAllowed) }
        guard let target = HTTPTarget(line.extracting((methodEnd + 1)..<targetEnd)) else {
            return .refused(.malformed("the URL is malformed"))
        }
        return .value(
            HTTPHead(
                method: method,
                path: target.path,
                query: target.query,
                minorVersion: min(minor, 1),
                headers: [],
                framing: .length(0),
                keepsAlive: minor > 0,
                expectsContinue: false
            )
        )
    }

    private static func startsWithProtocolName(_ bytes: Span<UInt8>) -> Bool {
        bytes[0] == UInt8(ascii: "H") && bytes[1] == UInt8(ascii: "T") && bytes[2] == UInt8(ascii: "T")
            && bytes[3] == UInt8(ascii: "P") && bytes[4] == UInt8(ascii: "/")
    }

    private static func digit(_ byte: UInt8) -> Int? {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? Int(byte - UInt8(ascii: "0")) : nil
    }

    private static func text(_ bytes: Span<UInt8>) -> String {
        unsafe String(copying: UTF8Span(unchecked: bytes))
    }

    /// Nil unless a name, a colon right after it, and a value. A line that begins with white space (folding) has no name.
    private static func field(_ line: Span<UInt8>) -> (name: String, value: String)? {
        var colon = 0
        while colon < line.count, HTTPBytes.isToken(line[colon]) { colon += 1 }
        guard colon > 0, colon < line.count, line[colon] == UInt8(ascii: ":") else { return nil }
        var start = colon + 1
        var end = line.count
        while start < end, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
        while end > start, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
        let name = unsafe String(unsafeUninitializedCapacity: colon) { buffer in
            for index in 0..<colon { unsafe buffer[index] = HTTPBytes.lowercased(line[index]) }
            return colon
        }
        let value = line.extracting(start..<end)
        return (name: name, value: unsafe value.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) })
    }

    private static func applyHeaders(to head: inout HTTPHead, maxBodyBytes: Int) -> HTTPRefusal? {
        var hosts = 0
        var length: Int?
        var chunked = false
        var tooLarge = false
        for (name, value) in head.headers {
            switch name {
            case "host":
                hosts += 1
                guard isHost(value) else { return .malformed("the Host header is malformed") }
            case "content-length":
                guard length == nil else { return .malformed("there are two Content-Length headers") }
                guard !value.isEmpty, value.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
                    return .malformed("the Content-Length header is malformed")
                }
                // Too many digits for an Int is too large a body, not a malformed one.
                length = Int(value) ?? Int.max
                tooLarge = (length ?? 0) > maxBodyBytes
            case "transfer-encoding":
                guard !chunked else { return .malformed("there are two Transfer-Encoding headers") }
                guard HTTPBytes.matches(value, "chunked") else { return .unknownCoding }
                chunked = true
            case "connection":
                let options = HTTPBytes.list(value)
                if options.contains("close") {
                    head.keepsAlive = false
                } else if head.minorVersion == 0, options.contains("keep-alive") {
                    head.keepsAlive = true
                }
            case "expect":
                head.expectsContinue = head.minorVersion > 0 && HTTPBytes.matches(value, "100-continue")
            default: break
            }
        }
        if hosts > 1 { return .malformed("there are two Host headers") }
        if hosts == 0, head.minorVersion > 0 { return .malformed("the Host header is missing") }
        if chunked, length != nil { return .malformed("there are both Content-Length and Transfer-Encoding") }
        if chunked, head.minorVersion == 0 { return .malformed("HTTP/1.0 has no Transfer-Encoding") }
        if tooLarge { return .bodyTooLarge }
        head.framing = chunked ? .chunked : .length(length ?? 0)
        return nil
    }

    /// An authority (RFC 3986 §3.2.2) without user part; may be empty.
    private static func isHost(_ value: String) -> Bool {
        value.utf8.allSatisfy { byte in
            HTTPBytes.isToken(byte) && byte != UInt8(ascii: "#") && byte != UInt8(ascii: "`")
                || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
        }
    }
}
