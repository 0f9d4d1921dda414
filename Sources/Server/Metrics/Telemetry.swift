import Control
import Platform
import Policy

/// What only this process knows: durations since it started. Counts and money are read from the ledger instead, so
/// that metrics, dashboard and reports cannot disagree.
package final class Telemetry: Sendable {
    let gate = Histogram(bounds: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.8, 1])
    let cloud = Histogram(bounds: [0.25, 0.5, 1, 2, 4, 8, 16])
    let requests = Histogram(bounds: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2, 5, 10])
    let recentGate = RecentDurations()
    let recentCloud = RecentDurations()

    /// By profile, since the start.
    private let sendRates = Locked<[String: SendRateMeter]>([:])

    package init() {}

    /// Feeds one judged upload to its profile's send-rate meter.
    func judged(_ fate: Fate, profile: Profile) {
        sendRates.withLock { meters in
            meters[profile.name, default: SendRateMeter()].record(fate, target: profile.target.sendRate)
        }
    }

    func sendRate(of profile: String) -> SendRateMeter { sendRates.withLock { $0[profile] ?? SendRateMeter() } }

    func gateTook(_ duration: Duration) {
        gate.observe(duration)
        recentGate.add(duration)
    }

    func cloudTook(_ duration: Duration) {
        cloud.observe(duration)
        recentCloud.add(duration)
    }
}
