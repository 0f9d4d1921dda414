package import Policy

/// A revision that is rolled out in stages: it judges a share of the uploads, by a stable hash, while another stays in
/// force for the rest. A larger share is a new revision with the same salt, so that whoever was in stays in; in force for
/// all it is one more.
package struct RevisionStage: Sendable, Hashable {
    /// The revision that stays in force.
    package let base: Int
    /// Of uploads, in millionths, 1...999,999: exact, so that every process draws the same line.
    package let millionths: Int
    package let salt: String

    package init(base: Int, millionths: Int, salt: String) {
        precondition((1...999_999).contains(millionths), "a stage is a share of the uploads")
        self.base = base
        self.millionths = millionths
        self.salt = salt
    }

    /// 0...1.
    package var share: Double { Double(millionths) / 1_000_000 }
    package var rollout: Rollout { Rollout(salt: salt, share: share, otherwiseRevision: base) }
}
