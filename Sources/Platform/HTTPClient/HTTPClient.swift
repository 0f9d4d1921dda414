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

        package init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
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

    package init(connectTimeout: Duration = .seconds(5), maxConnections: Int = 64) {}

    /// One exchange. Never outlives `deadline`. A cancelled caller changes nothing: the exchange runs to its end.
    package func response(
        to request: Request,
        deadline: ContinuousClock.Instant
    ) async -> Result<Response, Failure> {
        .failure(Failure(kind: .other, dispatched: false, message: "not built yet"))
    }

    /// Ends the driver thread; calls in flight fail.
    package func close() {}
}
