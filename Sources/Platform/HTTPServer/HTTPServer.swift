/// An HTTP/1.1 server on libmicrohttpd's own epoll threads. The handler runs in a task; the C callback never waits.
package final class HTTPServer: Sendable {
    package struct Configuration: Sendable {
        package enum Address: Sendable {
            /// Port 0: any free one.
            case tcp(host: String, port: Int)
            /// Created readable and writable by the owner alone; removed on stop.
            case unix(path: String)
        }

        package var address: Address
        package var threads: Int
        package var maxConnections: Int
        package var maxBodyBytes: Int
        package var maxHeaderBytes: Int
        /// Total time from the first byte of a request to the end of its headers.
        package var headerDeadline: Duration
        /// A body slower than this over any whole grace period is ended with 408.
        package var minBodyBytesPerSecond: Int
        package var bodyGrace: Duration
        package var idleTimeout: Duration

        package init(
            address: Address,
            threads: Int = 2,
            maxConnections: Int = 4096,
            maxBodyBytes: Int = 26_000_000,
            maxHeaderBytes: Int = 16_384,
            headerDeadline: Duration = .seconds(20),
            minBodyBytesPerSecond: Int = 1024,
            bodyGrace: Duration = .seconds(15),
            idleTimeout: Duration = .seconds(310)
        ) {
            self.address = address
            self.threads = threads
            self.maxConnections = maxConnections
            self.maxBodyBytes = maxBodyBytes
            self.maxHeaderBytes = maxHeaderBytes
            self.headerDeadline = headerDeadline
            self.minBodyBytesPerSecond = minBodyBytesPerSecond
            self.bodyGrace = bodyGrace
            self.idleTimeout = idleTimeout
        }
    }

    /// Starts listening. Throws `PlatformError` when the address is taken.
    package init(
        _ configuration: Configuration,
        handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
    ) throws(PlatformError) {}

    /// The bound TCP port; 0 on a Unix socket.
    package var port: Int { 0 }

    /// Requests whose answer is not yet written.
    package var inFlight: Int { 0 }

    /// Stops accepting, waits for the requests in flight (at most `grace`), then closes everything.
    package func stop(grace: Duration) async {}
}
