import Platform

/// Whose turn it is to work on batches: one at a time.
final class BatchTurn: Sendable {
    private let isTaken = Locked(false)

    /// Whether the turn is now ours. One that was taken must be released.
    func take() -> Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }

    func release() { isTaken.withLock { $0 = false } }
}
