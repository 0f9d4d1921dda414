/// What a rule does to a call. Everything may be combined with a delay and a hold, which come first.
struct Fault: Sendable, Hashable {
    enum Hold: Sendable, Hashable {
        /// Until so many `generateContent` calls have come in.
        case received(Int)
        /// Until `POST /emulator/release`.
        case released
    }

    enum Answer: Sendable, Hashable {
        /// The usual answer.
        case whole
        case failure(Failure)
        /// Closes the connection without an answer, or after half of one.
        case cut(Cut)
        case malformed(Malformed)
        /// `promptFeedback.blockReason`.
        case promptBlock(String)
        /// A candidate without text and this finish reason.
        case finish(String)
        /// Thoughts use up `maxOutputTokens`: no content, MAX_TOKENS.
        case thinkEatsBudget
        case empty(Empty)
    }

    enum Cut: String, Sendable, CaseIterable { case beforeAnswer, midAnswer }

    enum Malformed: String, Sendable, CaseIterable {
        /// The JSON inside a Markdown fence.
        case fences
        /// A second object after the first.
        case trailing
        /// The last third is missing although the reason is STOP.
        case truncated
        /// The first value from a set is replaced by one that is not in it.
        case outOfSet
        /// One JSON text over several parts.
        case split
    }

    enum Empty: String, Sendable, CaseIterable {
        /// `content` with a role and nothing else.
        case noParts
        /// One part with an empty text.
        case noText
    }

    var delay: Duration?
    var hold: Hold?
    var answer = Answer.whole
    /// Answers under this name, as a routed model does.
    var modelVersion: String?
    /// Leaves `usageMetadata` out.
    var hidesUsage = false
}
