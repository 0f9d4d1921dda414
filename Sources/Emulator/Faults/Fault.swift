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
        /// A candidate whose fate the request's safety settings decide.
        case safety(Safety)
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
        /// A word over and over until `maxOutputTokens`.
        case loop
        /// A number without end until `maxOutputTokens`.
        case digits
    }

    enum Empty: String, Sendable, CaseIterable {
        /// `content` with a role and nothing else.
        case noParts
        /// One part with an empty text.
        case noText
    }

    /// How `usageMetadata` is wrong.
    enum UsageFault: String, Sendable, CaseIterable {
        /// An entry of the details without a count.
        case bareDetails
        /// A total that is not the sum of its parts.
        case wrongTotal
    }

    struct Safety: Sendable, Hashable {
        enum Probability: String, Sendable, CaseIterable {
            case negligible = "NEGLIGIBLE"
            case low = "LOW"
            case medium = "MEDIUM"
            case high = "HIGH"

            var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
        }

        let category: String
        let probability: Probability

        /// The rank from which a threshold blocks. A category that is off has none.
        static let blocking = [
            "BLOCK_NONE": 4, "BLOCK_ONLY_HIGH": 3, "BLOCK_MEDIUM_AND_ABOVE": 2, "BLOCK_LOW_AND_ABOVE": 1,
        ]
    }

    var delay: Duration?
    var hold: Hold?
    var answer = Answer.whole
    /// Answers under this name, as a routed model does.
    var modelVersion: String?
    /// Leaves `usageMetadata` out.
    var hidesUsage = false
    var usage: UsageFault?
    /// Members of `generationConfig`, at any depth, that this model answers 400 to.
    var refuses: [String] = []
    /// Between the pieces of a stream.
    var pace: Duration?
    /// A stream waits after so many pieces for `POST /emulator/release`.
    var holdAfter: Int?
    /// A failure that comes after so many pieces of a stream.
    var afterPieces: Int?
}
