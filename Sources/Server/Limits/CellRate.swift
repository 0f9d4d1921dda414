/// The generic cell rate algorithm (ITU-T I.371): one moment a key says how far ahead of its rate it is. Pure.
struct CellRate: Sendable, Hashable {
    enum Decision: Sendable, Hashable {
        /// How many more may come now, and when all of the burst is there again.
        case allowed(remaining: Int, reset: Duration)
        case refused(retryAfter: Duration)
    }

    /// When the next request would come at an even rate; in the past for a key that rests.
    private var due: ContinuousClock.Instant?

    /// Takes requests that come together at `now`. The first decides: it is allowed or refused as if it came alone, and
    /// those with it make the next ones wait. What is refused costs nothing.
    ///
    /// - Parameters:
    ///   - interval: Between two requests at an even rate, above zero.
    ///   - burst: At least 1.
    mutating func take(
        _ count: Int = 1,
        at now: ContinuousClock.Instant,
        interval: Duration,
        burst: Int
    ) -> Decision {
        let start = max(due ?? now, now)
        let most = interval * burst
        let first = start + interval - now
        guard first <= most else { return .refused(retryAfter: first - most) }
        let next = start + interval * max(1, count)
        due = next
        let ahead = next - now
        return .allowed(remaining: max(0, Int((most - ahead) / interval)), reset: ahead)
    }

    /// Whether it is as good as new, so that nobody need remember it.
    func isAtRest(at now: ContinuousClock.Instant) -> Bool { due.map { $0 <= now } ?? true }
}
