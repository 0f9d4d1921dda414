/// Decides whether another attempt is worth making inside the one deadline. A state machine: no clock, no sleep.
package struct RetrySchedule: Sendable {
    package enum Step: Sendable, Hashable {
        /// Wait, then try again.
        case retry(after: Duration)
        case giveUp
    }

    package init(maxAttempts: Int = 4) {}

    /// What to do after an attempt that ended with `outcome`.
    ///
    /// - Parameters:
    ///   - remaining: Until the deadline. A wait that does not fit in it is never made.
    ///   - jitter: 0..<1, from the caller.
    package mutating func step(
        after outcome: GeminiOutcome,
        remaining: Duration,
        jitter: Double
    ) -> Step {
        .giveUp
    }
}
