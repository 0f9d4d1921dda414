/// One call on its way. Touched by the driver's thread alone once it is posted.
///
// SAFETY: handed over through the driver's locked queue, then confined to its thread.
final class HTTPExchange: @unchecked Sendable {
    let request: HTTPClient.Request
    let deadline: ContinuousClock.Instant
    private let continuation: CheckedContinuation<Result<HTTPClient.Response, HTTPClient.Failure>, Never>

    private(set) var headers: [(name: String, value: String)] = []
    private(set) var body: [UInt8] = []
    /// Set just before curl hands the first request byte to a connection.
    private(set) var isDispatched = false
    private(set) var isTooLarge = false
    private(set) var isResent = false

    init(
        _ request: HTTPClient.Request,
        deadline: ContinuousClock.Instant,
        continuation: CheckedContinuation<Result<HTTPClient.Response, HTTPClient.Failure>, Never>
    ) {
        self.request = request
        self.deadline = deadline
        self.continuation = continuation
    }

    /// Called once.
    func finish(_ result: Result<HTTPClient.Response, HTTPClient.Failure>) { continuation.resume(returning: result) }

    func fail(_ kind: HTTPClient.Failure.Kind, _ message: String) {
        finish(.failure(HTTPClient.Failure(kind: kind, dispatched: isDispatched, message: message)))
    }

    /// A connection is there and the request goes out now. False: it must not.
    ///
    /// When a kept-alive connection turns out dead, curl sends the request again on a new one. Then the first may have
    /// been worked on, and paid for, already: only what is safe to repeat (RFC 9110 §9.2.1) is.
    func willSend() -> Bool {
        if isDispatched, !["GET", "HEAD", "OPTIONS"].contains(request.method) {
            isResent = true
            return false
        }
        isDispatched = true
        return true
    }

    /// One header line as it came, with its line end. A status line begins a new set: what came before was interim.
    func receive(headerLine bytes: Span<UInt8>) {
        var end = bytes.count
        while end > 0, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        let line = unsafe bytes.extracting(0..<end).withUnsafeBufferPointer { unsafe Array($0) }
        if line.starts(with: "HTTP/".utf8) {
            headers.removeAll()
            return
        }
        // Trailers come after the body; they are not headers.
        guard body.isEmpty, let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return }
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let value = line[(colon + 1)...].drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        let name = line[..<colon].map(HTTPBytes.lowercased)
        headers.append((name: String(decoding: name, as: UTF8.self), value: String(decoding: value, as: UTF8.self)))
    }

    /// Body bytes. False when there are more than allowed.
    func receive(bodyBytes bytes: Span<UInt8>) -> Bool {
        guard bytes.count <= request.maxResponseBytes - body.count else {
            isTooLarge = true
            return false
        }
        unsafe bytes.withUnsafeBufferPointer { unsafe body.append(contentsOf: $0) }
        return true
    }
}
