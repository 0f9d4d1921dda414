public import Foundation

/// A policy as it came: the exact bytes, what signs them, and when it was last known to be in force.
public struct KeptPolicy: Sendable, Hashable, Codable {
    public let body: Data
    /// `Torii-Signature`.
    public let signature: String
    /// `ETag`.
    public let tag: String
    public let fetchedAt: Date

    public init(body: Data, signature: String, tag: String, fetchedAt: Date) {
        self.body = body
        self.signature = signature
        self.tag = tag
        self.fetchedAt = fetchedAt
    }

    /// Nil for an answer that nobody signed.
    init?(response: TransportResponse, fetchedAt: Date) {
        guard let signature = response.headers["torii-signature"] else { return nil }
        self.init(body: response.body, signature: signature, tag: response.headers["etag"] ?? "", fetchedAt: fetchedAt)
    }

    func confirmed(at date: Date) -> KeptPolicy {
        KeptPolicy(body: body, signature: signature, tag: tag, fetchedAt: date)
    }
}
