public import Foundation

/// The time of day, for tests to hold.
public protocol ClientClock: Sendable {
    var now: Date { get }
}

/// The device's own. A date that was set back makes a policy due, one that was set forward makes it stale: both fetch, and
/// neither rejects.
public struct SystemClientClock: ClientClock {
    public init() {}
    public var now: Date { Date() }
}
