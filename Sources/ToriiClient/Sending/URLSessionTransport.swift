#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Requests through Foundation's `URLSession`.
public struct URLSessionTransport: Transport {
    private let session: URLSession

    /// - Parameter session: Without a cache of its own: policies are kept with their signatures by the client.
    public init(session: URLSession = URLSession(configuration: .ephemeral)) { self.session = session }

    public func response(to request: TransportRequest) async throws -> TransportResponse {
        let (data, response) = try await session.data(for: URLRequest(request))
        guard let http = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        var headers: [String: String] = [:]
        for (name, value) in http.allHeaderFields { headers["\(name)".lowercased()] = "\(value)" }
        return TransportResponse(status: http.statusCode, headers: headers, body: data)
    }
}

extension URLRequest {
    /// The same request for a session of the app's own; a background session takes the body from a file instead.
    public init(_ request: TransportRequest) {
        self.init(url: request.url)
        httpMethod = request.method
        httpBody = request.body
        // The client asks with tags itself.
        cachePolicy = .reloadIgnoringLocalCacheData
        for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
    }
}
