/// The generic cell rate algorithm (ITU-T I.371): one moment a key says how far ahead of its rate it is. Pure.
struct CellRate: Sendable, Hashable {
    enum Decision: Sendable, Hashable {
        /// How many more may come now, and when all of the burst is there again.
        case allowed(remaining: Int, reset: Duration)
        case refused(retryAfter: Duration)
    }

    /// When the next request would come at an even rate; in the past for a key that rests.
    private var due: ContinuousClock.Instant?

    /// Takes one request at `now`. A refused one costs nothing.
    ///
    /// - Parameters:
    ///   - interval: Between two requests at an even rate, above zero.
    ///   - burst: At least 1.
    mutating func take(at now: ContinuousClock.Instant, interval: Duration, burst: Int) -> Decision {
        let next = max(due ?? now, now) + interval
        let ahead = next - now
        let most = interval * burst
        guard ahead <= most else { return .refused(retryAfter: ahead - most) }
        due = next
        return .allowed(remaining: Int((most - ahead) / interval), reset: ahead)
    }

    /// Whether it is as good as new, so that nobody need remember it.
    func isAtRest(at now: ContinuousClock.Instant) -> Bool { due.map { $0 <= now } ?? true }
}
