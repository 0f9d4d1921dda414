import Platform
import Policy

/// How far each key is ahead of its rate. In memory: a restart forgives.
final class RateLimits: Sendable {
    /// Above this many keys those at rest are forgotten.
    private static let sweepAbove = 4_096
    private let rates = Locked<[String: CellRate]>([:])

    /// Counts a request of a key, or the lines of one. Headers for the answer; throws `rate_limited`, which is never a
    /// matter of budget.
    func count(
        _ requests: Int = 1,
        key: String,
        under limit: LimitSettings?,
        now: ContinuousClock.Instant = .now
    ) throws(Problem) -> [(name: String, value: String)] {
        guard let limit else { return [] }
        let interval = limit.period / limit.requests
        let decision = rates.withLock { rates in
            if rates.count > Self.sweepAbove { rates = rates.filter { !$0.value.isAtRest(at: now) } }
            return rates[key, default: CellRate()].take(requests, at: now, interval: interval, burst: limit.burst)
        }
        let policy = "\"key\";q=\(limit.requests);w=\(limit.period.wholeSeconds)"
        switch decision {
        case .allowed(let remaining, let reset):
            return [
                ("RateLimit-Policy", policy), ("RateLimit", "\"key\";r=\(remaining);t=\(reset.wholeSeconds)"),
            ]
        case .refused(let retryAfter):
            throw Problem(
                .rateLimited,
                "this key makes more than \(limit.requests) requests in \(limit.period.wholeSeconds) s",
                headers: [
                    ("RateLimit-Policy", policy), ("RateLimit", "\"key\";r=0;t=\(retryAfter.wholeSeconds)"),
                    ("Retry-After", "\(retryAfter.wholeSeconds)"),
                ]
            )
        }
    }
}

extension Duration {
    /// Rounded up, as waits are told.
    fileprivate var wholeSeconds: Int64 {
        let (seconds, attoseconds) = components
        return attoseconds > 0 ? seconds + 1 : seconds
    }
}
