/// How many requests a key may make.
package struct LimitSettings: Sendable, Hashable {
    /// Requests in `period`, evenly.
    package let requests: Int
    package let period: Duration
    /// How many may come at once after a pause.
    package let burst: Int

    package init(requests: Int, period: Duration, burst: Int) {
        self.requests = requests
        self.period = period
        self.burst = burst
    }
}
