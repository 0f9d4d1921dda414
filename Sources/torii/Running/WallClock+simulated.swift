import Economics
import Platform

extension WallClock {
    /// A clock that stands at `start` now and runs on as fast as time does.
    static func starting(at start: Timestamp) -> WallClock {
        let began = ContinuousClock.now
        return WallClock {
            let (seconds, attoseconds) = (ContinuousClock.now - began).components
            return Timestamp(microseconds: start.microseconds + seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
        }
    }
}
