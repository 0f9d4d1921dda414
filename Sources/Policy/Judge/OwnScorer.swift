/// The scorer of this version, as policies name it.
package enum OwnScorer {
    /// What the gate measures; the server's tests compare it with the gate itself.
    package static let scoreSpace = "torii/1"

    /// Whether a space belongs to another version of our own scorer: its scores are no longer, or not yet, measured here.
    package static func isOtherVersion(_ space: String) -> Bool { space.hasPrefix("torii/") && space != scoreSpace }
}
