public import Foundation

/// One request as a client makes it.
public struct TransportRequest: Sendable {
    public let method: String
    public let url: URL
    public let headers: [String: String]
    public let body: Data?

    public init(method: String, url: URL, headers: [String: String], body: Data?) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// What came back, whatever its status.
public struct TransportResponse: Sendable {
    public let status: Int
    /// By lower-case name.
    public let headers: [String: String]
    /// The exact bytes: signatures are over them.
    public let body: Data

    public init(status: Int, headers: [String: String], body: Data) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Seconds, where the server asks for a wait.
    var retryAfter: TimeInterval? { headers["retry-after"].flatMap(TimeInterval.init) }
}

/// How requests reach the server. ``URLSessionTransport`` where an app has no client of its own.
public protocol Transport: Sendable {
    /// Throws when no answer came.
    func response(to request: TransportRequest) async throws -> TransportResponse
}
