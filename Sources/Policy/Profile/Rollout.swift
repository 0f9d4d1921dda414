/// Which devices take a revision: those whose bucket lies below the share. Integers only, so that every SDK agrees, and a
/// larger share with the same salt keeps everyone who was in.
package struct Rollout: Sendable, Hashable {
    /// The formula; a device that does not know it stays out.
    package static let formula = "sha256-53/1"
    /// Buckets are 0..<2^53, which a `Double` holds exactly.
    package static let buckets = 0x1p53

    /// One for each rollout, so that not the same devices come first every time.
    package let salt: String
    /// 0...1.
    package let share: Double
    /// What the others keep, when they have it. Nil: they send everything.
    package let otherwiseRevision: Int?

    package init(salt: String, share: Double, otherwiseRevision: Int? = nil) {
        self.salt = salt
        self.share = share
        self.otherwiseRevision = otherwiseRevision
    }

    /// Whether a bucket is in. Share 0 takes nobody and 1 everybody.
    package func includes(bucket: UInt64) -> Bool { Double(bucket) < share * Self.buckets }

    /// What is hashed for `unit`: an install id here, an image id for audits. The first 8 bytes of its SHA-256 are the
    /// digest that `bucket(digest:)` takes.
    package static func text(salt: String, unit: String) -> String { "\(salt):\(unit)" }

    /// 53 bits of a SHA-256.
    package static func bucket(digest: [UInt8]) -> UInt64 {
        digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 11
    }
}
