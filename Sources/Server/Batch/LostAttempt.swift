/// What is known of the bill of a picture that a batch did not answer.
enum LostAttempt: Sendable {
    /// It was never sent: nothing.
    case notSent
    /// The batch ended otherwise: it may have been worked on, so the full hold stands, as uncertain.
    case unknown(String)
}
