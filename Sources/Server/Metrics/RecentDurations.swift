import Platform

/// The latest durations, for the dashboard's quantiles.
final class RecentDurations: Sendable {
    private static let capacity = 512

    private struct Ring: Sendable {
        var values: [Duration] = []
        var next = 0
    }

    private let ring = Locked(Ring())

    func add(_ duration: Duration) {
        ring.withLock { ring in
            if ring.values.count < Self.capacity {
                ring.values.append(duration)
            } else {
                ring.values[ring.next] = duration
                ring.next = (ring.next + 1) % Self.capacity
            }
        }
    }

    /// The quantiles asked for, of at most the latest 512; nil when there is none yet.
    func quantiles(_ shares: [Double]) -> [Duration]? {
        let sorted = ring.withLock { $0.values }.sorted()
        guard !sorted.isEmpty else { return nil }
        return shares.map { sorted[min(sorted.count - 1, Int(Double(sorted.count) * $0))] }
    }
}
