/// How batches go.
struct BatchCourse: Sendable, Hashable {
    enum End: String, Sendable, CaseIterable {
        case succeeded, failed, expired
        /// Pending for ever.
        case stuck
    }

    /// How often a batch is looked at before it has ended: pending first, then running.
    var polls = 1
    var end = End.succeeded
    /// Requests that fail, counted from 1.
    var failing: [Int] = []
}
