/// What an audit that was answered is known to be.
package enum AuditFinding: Sendable, Hashable, CaseIterable {
    /// The cloud named something, and nobody has judged that a second time: at 10,000 rejects a day a model that errs once in
    /// a thousand makes up ten false rejects.
    case waiting
    /// The answer was right, and rejecting the picture would have lost it.
    case falseReject
    /// The gate was right.
    case rightReject

    /// Of the cloud's answer alone.
    ///
    /// - Parameters:
    ///   - isRight: Whether it is of use.
    ///   - isJudged: Whether that is known for certain, as in a replay.
    init(isRight: Bool, isJudged: Bool) { self = isRight ? isJudged ? .falseReject : .waiting : .rightReject }
}
