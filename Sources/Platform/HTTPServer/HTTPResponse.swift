/// One answer.
package struct HTTPResponse: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// Chunked; ends when the stream ends. A slow reader drops chunks rather than queueing more than a few.
        case stream(AsyncStream<[UInt8]>)
    }

    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: Body
    /// Ends the connection after so many bytes of a `bytes` body, whose full length was announced; 0 ends it without
    /// any answer. For emulating services that break; nil otherwise.
    package var cutAfter: Int?
    /// Of a `stream` that ends by itself: no chunk is dropped for a slow reader, and the server does not stop before its end.
    /// Whoever makes the chunks waits in it, or holds them all.
    package var flow: HTTPStreamFlow?
    /// Asked once a `stream` has ended: true ends the connection in place of the body, so that its reader knows that a
    /// part is missing. For passing on what broke off elsewhere.
    package var isBrokenOff: (@Sendable () -> Bool)?

    package init(status: Int, headers: [(name: String, value: String)] = [], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
