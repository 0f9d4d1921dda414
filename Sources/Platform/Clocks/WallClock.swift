package import Economics
import Glibc

/// The time of day, injected so that tests turn it by hand.
package struct WallClock: Sendable {
    package let now: @Sendable () -> Timestamp

    package init(now: @escaping @Sendable () -> Timestamp) { self.now = now }

    /// This machine's clock. It can jump: measure durations with `ContinuousClock`.
    package static let system = WallClock {
        var time = timespec()
        unsafe _ = clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }
}
