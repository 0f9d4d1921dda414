internal import Devices
public import Foundation

/// For whom the device works.
public enum WorkMode: String, Sendable, CaseIterable {
    /// A user waits.
    case interactive
    /// A library is scanned while the app is open.
    case batch
    case background

    var mode: Governor.Mode {
        switch self {
        case .interactive: .interactive
        case .batch: .batch
        case .background: .background
        }
    }
}

/// What the device should do now, so that its owner notices nothing.
public struct Advice: Sendable, Hashable {
    /// How new pictures are scored: `run`; `pause` and ask again after `retryAfter`; `skip` scoring; `stop` this batch.
    public enum Scoring: String, Sendable, CaseIterable { case run, pause, skip, stop }
    /// `now`; `queued` with their idempotency keys; `scoresOnly` while pictures wait.
    public enum Sending: String, Sendable, CaseIterable { case now, queued, scoresOnly }

    public let scoring: Scoring
    public let sending: Sending
    /// Such as `battery_low`.
    public let reason: String
    /// Seconds until the next look, where that is known.
    public let retryAfter: TimeInterval?
    /// Share of the full rate, 0...1.
    public let rate: Double

    init(_ decision: GovernorDecision) {
        switch decision.local {
        case .run: scoring = .run
        case .pause: scoring = .pause
        case .skip: scoring = .skip
        case .stop: scoring = .stop
        }
        switch decision.sends {
        case .now: sending = .now
        case .queued: sending = .queued
        case .scoresOnly: sending = .scoresOnly
        }
        reason = decision.reason.rawValue
        retryAfter = decision.retryAfter?.timeInterval
        rate = decision.rate
    }
}

/// What an app remembers between two questions for advice. A fresh one is right after a start.
public struct AdviceMemory: Sendable, Hashable {
    /// Pauses in a row for heat.
    public var pauses = 0
    /// A batch was ended by the battery, or by critical heat, and has not resumed.
    public var stoppedByBattery = false
    public var stoppedByHeat = false
    /// Seconds at `fair` or cooler since.
    public var coolFor: TimeInterval = 0

    public init() {}

    var memory: GovernorMemory {
        GovernorMemory(
            pauses: pauses,
            stoppedByBattery: stoppedByBattery,
            stoppedByHeat: stoppedByHeat,
            coolFor: .seconds(coolFor)
        )
    }
}
