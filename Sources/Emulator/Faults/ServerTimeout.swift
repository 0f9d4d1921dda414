/// The header `X-Server-Timeout`: how long a client lets the server work, in seconds.
enum ServerTimeout {
    /// Google ends shorter ones at once.
    static let least = 10.0

    /// How much of a delay is waited, and whether the deadline comes before its end.
    static func wait(_ delay: Duration, timeout: Double?) -> (duration: Duration, isPastDeadline: Bool) {
        guard let timeout, timeout < 86_400 else { return (delay, false) }
        let limit = Duration.seconds(timeout)
        return (min(delay, limit), delay >= limit)
    }
}
