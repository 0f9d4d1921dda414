/// HTTP calls on one driver thread around libcurl's multi interface, with keep-alive. HTTP/2 over TLS, HTTP/1.1 to
/// `http://`.
package final class HTTPClient: Sendable {
    package struct Request: Sendable {
        package var method: String
        package var url: String
        package var headers: [(name: String, value: String)]
        package var body: [UInt8]
        /// Answers larger than this are an error.
        package var maxResponseBytes: Int
        /// So many bytes are read of the body of an answer that is not 2xx; what is beyond them is left, and `response`
        /// says so. Nil: as of any other answer.
        package var maxErrorBytes: Int?
        /// How long the other side may be silent before its answer's first byte and after it; nil: about a minute either way.
        package var silence: (first: Duration, between: Duration)?
        /// Connect over this Unix socket instead of TCP.
        package var unixSocket: String?

        package init(
            method: String,
            url: String,
            headers: [(name: String, value: String)] = [],
            body: [UInt8] = [],
            maxResponseBytes: Int = 1_048_576,
            unixSocket: String? = nil
        ) {
            self.method = method
            self.url = url
            self.headers = headers
            self.body = body
            self.maxResponseBytes = maxResponseBytes
            self.unixSocket = unixSocket
        }
    }

    package struct Response: Sendable {
        package let status: Int
        /// Names lower case.
        package let headers: [(name: String, value: String)]
        package let body: [UInt8]
        /// Whether `body` is only the beginning: `maxErrorBytes` of it.
        package let isCutShort: Bool

        package init(
            status: Int,
            headers: [(name: String, value: String)],
            body: [UInt8],
            isCutShort: Bool = false
        ) {
            self.status = status
            self.headers = headers
            self.body = body
            self.isCutShort = isCutShort
        }
    }

    /// An answer whose body comes piece by piece.
    package struct Stream: Sendable {
        package let status: Int
        /// Names lower case.
        package let headers: [(name: String, value: String)]
        /// Throws a `Failure` where the body breaks off. The other side waits for a slow reader. Whoever drops it unread lets the
        /// exchange run to its end.
        package let body: AsyncThrowingStream<[UInt8], any Error>

        package init(
            status: Int,
            headers: [(name: String, value: String)],
            body: AsyncThrowingStream<[UInt8], any Error>
        ) {
            self.status = status
            self.headers = headers
            self.body = body
        }
    }

    /// Why there is no answer.
    package struct Failure: Error, Sendable, Hashable {
        package enum Kind: String, Sendable { case connect, deadline, cut, tooLarge, other }

        package let kind: Kind
        /// Whether any request byte may have reached the other side: then the work may have been done and billed.
        package let dispatched: Bool
        package let message: String

        package init(kind: Kind, dispatched: Bool, message: String) {
            self.kind = kind
            self.dispatched = dispatched
            self.message = message
        }
    }

    private let driver: HTTPDriver?
    private let thread: Locked<HTTPThread?>

    /// Starts the driver thread. Where that fails, every call fails.
    ///
    /// - Parameters:
    ///   - connectTimeout: for name resolution, TCP and TLS together.
    ///   - maxConnections: open at once; further calls wait for one, their deadline running.
    ///   - caFile: PEM certificates to trust for `https`, instead of the system's; read anew for new connections.
    package init(connectTimeout: Duration = .seconds(5), maxConnections: Int = 64, caFile: String? = nil) {
        let driver = HTTPDriver(connectTimeout: connectTimeout, maxConnections: maxConnections, caFile: caFile)
        var thread: HTTPThread?
        if let driver {
            do {
                thread = try HTTPThread(name: "http-client") { driver.run() }
            } catch {
                driver.close()
            }
        }
        self.driver = driver
        self.thread = Locked(thread)
    }

    deinit { close() }

    /// One exchange. Never outlives `deadline`. A cancelled caller changes nothing: the exchange runs to its end.
    ///
    /// Redirects are answers like any other. Proxies of the environment are used, but never to this machine.
    package func response(
        to request: Request,
        deadline: ContinuousClock.Instant
    ) async -> Result<Response, Failure> {
        await withCheckedContinuation { begin(HTTPExchange(request, deadline: deadline, receiver: .whole($0))) }
    }

    /// As `response`, but returns once the head is there, and over HTTP/1.1: a reader may be waited for, and others on a
    /// connection would wait with it.
    package func stream(
        of request: Request,
        deadline: ContinuousClock.Instant
    ) async -> Result<Stream, Failure> {
        await withCheckedContinuation { begin(HTTPExchange(request, deadline: deadline, receiver: .pieces($0))) }
    }

    private func begin(_ exchange: HTTPExchange) {
        exchange.resume = { [weak driver = self.driver] in driver?.post(resumed: $0) }
        guard let driver, driver.post(exchange) else { return exchange.fail(.other, "the client is closed") }
    }

    /// Ends the driver thread; calls in flight fail. Waits for the thread, which is a matter of microseconds.
    package func close() {
        driver?.close()
        let thread = thread.withLock { thread in
            let running = thread
            thread = nil
            return running
        }
        thread?.join()
    }
}
