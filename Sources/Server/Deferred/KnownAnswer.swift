import Documents
import Ledger

/// An answer that was paid for once.
struct KnownAnswer: Sendable {
    let cached: CachedAnswer
    let classification: JSON
    /// Bits by which the picture differs from the one it was paid for; nil: the very same bytes.
    let distance: Int?

    /// Nil when what is kept is damaged.
    init?(_ cached: CachedAnswer, distance: Int? = nil) {
        guard let classification = cached.json else { return nil }
        self.cached = cached
        self.classification = classification
        self.distance = distance
    }
}
