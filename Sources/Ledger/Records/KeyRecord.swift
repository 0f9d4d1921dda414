package import Economics

/// An API key. Only its hash is kept.
package struct KeyRecord: Sendable, Hashable {
    package enum Scope: String, Sendable, CaseIterable { case client, admin, read }

    package let id: String
    /// Whom it stands for: the id of the first key of its line. Caps, rates, idempotency keys and reports count by it, so
    /// that a key that follows another changes nothing for its client.
    package let client: String
    package let name: String
    package let scope: Scope
    /// SHA-256 of the key, which carries 256 random bits.
    package let hash: [UInt8]
    /// The profile of requests that name none; nil: they must name one.
    package let profile: String?
    package let createdAt: Timestamp
    /// From then on it is refused; nil: never by itself.
    package var expiresAt: Timestamp?
    package var revokedAt: Timestamp?
    /// To the minute, and some time late: uses are written together; nil: never used, or not since uses are written.
    package var lastUsedAt: Timestamp?

    /// - Parameter client: Nil for the first key of a line.
    package init(
        id: String,
        client: String? = nil,
        name: String,
        scope: Scope,
        hash: [UInt8],
        profile: String?,
        createdAt: Timestamp,
        expiresAt: Timestamp? = nil,
        revokedAt: Timestamp? = nil,
        lastUsedAt: Timestamp? = nil
    ) {
        self.id = id
        self.client = client ?? id
        self.name = name
        self.scope = scope
        self.hash = hash
        self.profile = profile
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
        self.lastUsedAt = lastUsedAt
    }

    /// Whether it opens anything at a moment.
    package func isGood(at moment: Timestamp) -> Bool {
        revokedAt == nil && expiresAt.map { moment < $0 } ?? true
    }
}
