package import Economics

/// The time of day, injected so that tests turn it by hand.
package struct WallClock: Sendable {
    package let now: @Sendable () -> Timestamp

    package init(now: @escaping @Sendable () -> Timestamp) { self.now = now }
}
