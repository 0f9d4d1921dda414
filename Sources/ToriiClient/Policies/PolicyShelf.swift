internal import Devices
import Foundation
internal import Policy

/// Which policies a device holds, which of them decides, and when to ask for another. No I/O: the time comes in.
struct PolicyShelf: Sendable {
    let installID: String
    /// The newest that was verified.
    private(set) var latest: VerifiedPolicy?
    /// The one before it, for devices that a roll-out leaves out.
    private var earlier: VerifiedPolicy?
    private var confirmedAt: Date?
    private var failures = 0
    private var failedAt: Date?
    private var retryAfter: TimeInterval = 0

    /// No server may have us ask more often.
    static let shortestInterval: TimeInterval = 15 * 60
    private static let firstPause: TimeInterval = 30
    private static let longestPause: TimeInterval = 15 * 60

    init(installID: String) { self.installID = installID }

    var kept: [KeptPolicy] { [earlier, latest].compactMap { $0?.kept } }

    /// A policy that came; older ones than the newest are none.
    mutating func take(_ policy: VerifiedPolicy, fetchedAt: Date) {
        if let latest {
            guard policy.policy.revision >= latest.policy.revision else { return }
            if policy.policy.revision > latest.policy.revision { earlier = latest }
        }
        latest = policy
        confirmed(at: fetchedAt)
    }

    /// The newest is in force still.
    mutating func confirmed(at date: Date) {
        confirmedAt = date
        failures = 0
        failedAt = nil
        guard let policy = latest else { return }
        latest = VerifiedPolicy(policy: policy.policy, kept: policy.kept.confirmed(at: date))
    }

    /// - Parameter retryAfter: Seconds that the server asks for; an hour at most.
    mutating func failed(at date: Date, retryAfter: TimeInterval?) {
        failures += 1
        failedAt = date
        self.retryAfter = min(max(retryAfter ?? 0, 0), 3600)
    }

    /// Whether to ask. A failure never lengthens the interval: it has pauses of its own, and ends them.
    func isDue(at now: Date, jitter: Double) -> Bool {
        if let failedAt {
            let pause = max(min(Self.firstPause * pow(2, Double(failures - 1)), Self.longestPause), retryAfter)
            // A clock that was set back must not keep us silent.
            guard now < failedAt || now >= failedAt + pause else { return false }
        }
        guard let latest, let confirmedAt else { return true }
        let asked = latest.policy.devices.minFetchInterval.timeInterval
        return now < confirmedAt || now >= confirmedAt + max(asked, Self.shortestInterval) * (0.8 + 0.4 * jitter)
    }

    /// Whether the newest has not been heard of for longer than it says it may be trusted.
    func isStale(at now: Date) -> Bool {
        guard let latest, let confirmedAt else { return false }
        return now < confirmedAt - 86_400 || now >= confirmedAt + latest.policy.devices.staleAfter.timeInterval
    }

    /// What decides now: the newest, the one before it where a roll-out leaves this device out, or one that can only send.
    func active(at now: Date) -> DevicePolicy {
        guard let latest else { return .bundled(profile: "", scoreSpace: "") }
        let policy = chosen(latest.policy)
        return isStale(at: now) ? policy.measuring : policy
    }

    private func chosen(_ policy: DevicePolicy) -> DevicePolicy {
        let rollout = policy.devices.rollout
        let text = Rollout.text(salt: rollout.salt, unit: installID)
        guard !rollout.includes(bucket: Rollout.bucket(digest: SHA256.digest(of: Array(text.utf8)))) else {
            return policy
        }
        if let earlier, earlier.policy.revision == rollout.otherwiseRevision { return earlier.policy }
        return .bundled(profile: policy.profile, scoreSpace: policy.scoreSpace)
    }
}

extension Duration {
    var timeInterval: TimeInterval {
        let (seconds, attoseconds) = components
        return TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
    }
}
