/// Decides whether another attempt is worth making inside the one deadline. A state machine: no clock, no sleep.
package struct RetrySchedule: Sendable {
    package enum Step: Sendable, Hashable {
        /// Wait, then try again.
        case retry(after: Duration)
        case giveUp
    }

    /// What must be left for the attempt itself: one that is cut costs its whole hold and brings nothing.
    package static let shortestAttempt: Duration = .milliseconds(500)
    private static let firstWait: Duration = .milliseconds(250)
    private static let longestWait: Duration = .seconds(4)

    private let maxAttempts: Int
    private var attempts = 0
    /// An answer that was paid for and useless is asked for again once, whatever was wrong with it.
    private var contentRetried = false
    private var serverDeadlineRetried = false

    /// - Parameter maxAttempts: All attempts together, the first one included; at least 1.
    package init(maxAttempts: Int = 4) { self.maxAttempts = max(1, maxAttempts) }

    /// What to do after an attempt that ended with `outcome`.
    ///
    /// - Parameters:
    ///   - remaining: Until the deadline. A wait that does not leave `shortestAttempt` of it is never made.
    ///   - jitter: 0..<1, from the caller.
    ///   - changed: Whether the next attempt would ask otherwise: another model, or without what was refused. Then a
    ///     refusal of the last one says nothing about it, and there is nothing to wait for.
    package mutating func step(
        after outcome: GeminiOutcome,
        remaining: Duration,
        jitter: Double,
        changed: Bool = false
    ) -> Step {
        attempts += 1
        guard attempts < maxAttempts, let wait = wait(after: outcome, jitter: jitter.clamped, changed: changed) else {
            return .giveUp
        }
        return wait + Self.shortestAttempt <= remaining ? .retry(after: wait) : .giveUp
    }

    /// Nil when another attempt would end alike.
    private mutating func wait(after outcome: GeminiOutcome, jitter: Double, changed: Bool) -> Duration? {
        switch outcome {
        case .invalidRequest, .gone, .throttled, .overloaded:
            if changed { return .zero }
        default: break
        }
        switch outcome {
        case .throttled(.minute, let asked), .throttled(.unknown, let asked):
            // The jitter comes on top: everyone who was throttled in this minute was told the same.
            if let asked, asked > .zero { return asked + Self.firstWait * jitter }
            return backoff(jitter)
        case .overloaded(504):
            if serverDeadlineRetried { return nil }
            serverDeadlineRetried = true
            return backoff(jitter)
        case .overloaded(let status):
            return [408, 500, 502, 503, 529].contains(status) ? backoff(jitter) : nil
        case .transport:
            return backoff(jitter)
        case .empty, .malformed, .truncated(byThinking: false):
            if contentRetried { return nil }
            contentRetried = true
            return backoff(jitter)
        case .throttled(.day, _), .throttled(.spend, _), .noCredit, .auth, .gone, .invalidRequest, .promptBlocked,
            .refused, .truncated(byThinking: true), .deadline, .ok:
            return nil
        }
    }

    /// Doubles with every attempt up to `longestWait`; the jitter takes away up to half.
    private func backoff(_ jitter: Double) -> Duration {
        let doubled = Self.firstWait * (1 << min(attempts - 1, 10))
        return min(doubled, Self.longestWait) * (1 - jitter / 2)
    }
}

extension Double {
    /// Inside 0...1; 0 for what is no number.
    fileprivate var clamped: Double { self > 0 ? min(self, 1) : 0 }
}
