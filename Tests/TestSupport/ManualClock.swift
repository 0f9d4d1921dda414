package import Economics
package import Platform

/// A clock that moves only when told.
package final class ManualClock: Sendable {
    private let state: Locked<Timestamp>

    package init(_ start: Timestamp = .seconds(1_796_000_000)) { state = Locked(start) }

    package func advance(seconds: Int64) { state.withLock { $0 = $0.advanced(bySeconds: seconds) } }

    package var wallClock: WallClock { WallClock { [state] in state.withLock { $0 } } }
}
