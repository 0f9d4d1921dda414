public import Foundation

extension ToriiClient {
    /// Whom an app talks to, and as whom.
    public struct Configuration: Sendable {
        /// `https://torii.example.com`, with a path before the routes where a proxy has one.
        public let server: URL
        /// Of scope `client`.
        public let apiKey: String
        /// Such as `ios`.
        public let profile: String
        /// Scorer and version: `apple-vision/18`, `ml-kit/17`. Thresholds never cross score spaces.
        public let scoreSpace: String
        /// `ios` or `android`: how numbers for device state are read.
        public let family: String
        /// `4.12.0`.
        public let appVersion: String
        /// Names this installation for roll-outs and idempotency keys. Random, kept by the app; no device identifier.
        public let installID: String
        /// The server's public keys by their ids, 32 bytes each: the current and the next one, as `torii keys signing`
        /// prints them.
        public let publicKeys: [String: Data]
        /// 0...1: where in the ±20 % around the fetch interval this device asks, so that not all ask at once.
        public let jitter: Double

        /// - Parameter jitter: Random unless given.
        public init(
            server: URL,
            apiKey: String,
            profile: String,
            scoreSpace: String,
            family: String,
            appVersion: String,
            installID: String,
            publicKeys: [String: Data],
            jitter: Double = .random(in: 0...1)
        ) {
            self.server = server
            self.apiKey = apiKey
            self.profile = profile
            self.scoreSpace = scoreSpace
            self.family = family
            self.appVersion = appVersion
            self.installID = installID
            self.publicKeys = publicKeys
            self.jitter = min(max(jitter, 0), 1)
        }

        func request(
            _ method: String,
            _ path: String,
            query: [URLQueryItem] = [],
            headers: [String: String] = [:],
            body: Data? = nil
        ) -> TransportRequest {
            var parts = URLComponents(url: server, resolvingAgainstBaseURL: false) ?? URLComponents()
            // `path` takes text as it is: a colon in a route's name stays one.
            parts.path = (parts.path.hasSuffix("/") ? String(parts.path.dropLast()) : parts.path) + path
            if !query.isEmpty { parts.queryItems = query }
            var headers = headers
            headers["Authorization"] = "Bearer \(apiKey)"
            headers["Torii-Client"] = "\(family)/\(appVersion)"
            return TransportRequest(method: method, url: parts.url ?? server, headers: headers, body: body)
        }

        func policyRequest(tag: String?) -> TransportRequest {
            request(
                "GET",
                "/v1/policy/\(profile)",
                query: [URLQueryItem(name: "scoreSpace", value: scoreSpace)],
                headers: tag.map { ["If-None-Match": $0] } ?? [:]
            )
        }
    }
}
