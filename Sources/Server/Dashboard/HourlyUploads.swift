import Economics
import Ledger
import Policy

/// Uploads of each hour since midnight, each profile in its own zone, summed over profiles.
struct HourlyUploads {
    private(set) var uploads: [Int] = []
    private(set) var rejected: [Reason: [Int]] = [:]

    init(_ rollups: [DecisionRollup], of profiles: [PolicySnapshot], at now: Timestamp) {
        var starts: [String: Timestamp] = [:]
        var count = 0
        for profile in profiles {
            let start = profile.zone.start(of: CivilDate(at: now, in: profile.zone))
            starts[profile.profile.name] = start
            count = max(count, Self.index(of: now, from: start) + 1)
        }
        uploads = Array(repeating: 0, count: count)
        for rollup in rollups where rollup.outcome != nil {
            guard let start = starts[rollup.profile], rollup.hour >= start else { continue }
            let hour = Self.index(of: rollup.hour, from: start)
            guard hour < count else { continue }
            uploads[hour] += rollup.count
            if rollup.outcome == .rejected {
                rejected[rollup.reason, default: Array(repeating: 0, count: count)][hour] += rollup.count
            }
        }
    }

    /// What a sparkline may show of hours of which the last is still running: that one only once it is no less than the
    /// one before, since a part of an hour must never look like a fall. At most a day.
    static func drawn(_ hours: [Int]) -> [Int] {
        guard let running = hours.last else { return [] }
        let isRising = hours.dropLast().last.map { running >= $0 } ?? true
        return Array((isRising ? hours : hours.dropLast()).suffix(24))
    }

    private static func index(of moment: Timestamp, from start: Timestamp) -> Int {
        Int((moment.seconds - start.seconds) / 3600)
    }
}

extension ZoneOffsets {
    /// The share of the window around `now` that is gone, 0...1.
    func gone(of kind: BudgetWindow.Kind, at now: Timestamp) -> Double {
        let today = CivilDate(at: now, in: self)
        let first = kind == .day ? today : today.startOfMonth
        let next = kind == .day ? today.next : today.startOfNextMonth
        let start = start(of: first).seconds
        let length = self.start(of: next).seconds - start
        return length > 0 ? min(1, max(0, Double(now.seconds - start) / Double(length))) : 0
    }
}
