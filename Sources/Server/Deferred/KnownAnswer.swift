import Documents
import Ledger

/// An answer that was paid for once.
struct KnownAnswer: Sendable {
    let cached: CachedAnswer
    let classification: JSON

    /// Nil when what is kept is damaged.
    init?(_ cached: CachedAnswer) {
        guard let classification = cached.json else { return nil }
        self.cached = cached
        self.classification = classification
    }
}
