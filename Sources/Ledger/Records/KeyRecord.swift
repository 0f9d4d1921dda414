package import Economics

/// An API key. Only its hash is kept.
package struct KeyRecord: Sendable, Hashable {
    package enum Scope: String, Sendable, CaseIterable { case client, admin, read }

    package let id: String
    package let name: String
    package let scope: Scope
    /// SHA-256 of the key, which carries 256 random bits.
    package let hash: [UInt8]
    /// The profile of requests that name none; nil: they must name one.
    package let profile: String?
    package let createdAt: Timestamp
    package let revokedAt: Timestamp?

    package init(
        id: String,
        name: String,
        scope: Scope,
        hash: [UInt8],
        profile: String?,
        createdAt: Timestamp,
        revokedAt: Timestamp?
    ) {
        self.id = id
        self.name = name
        self.scope = scope
        self.hash = hash
        self.profile = profile
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }
}
