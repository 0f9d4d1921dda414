import Economics
import Foundation

/// Zones the tests share.
enum Zones {
    /// The system's table of a zone between two years.
    static func system(_ identifier: String, from: Int = 2000, to: Int = 2031) -> (ZoneOffsets, TimeZone) {
        let zone = TimeZone(identifier: identifier) ?? .gmt
        let start = Date(timeIntervalSince1970: Double(Zones.start(ofYear: from).seconds))
        let end = Date(timeIntervalSince1970: Double(Zones.start(ofYear: to).seconds))
        var transitions: [ZoneOffsets.Transition] = []
        var moment = start
        while let next = zone.nextDaylightSavingTimeTransition(after: moment), next < end {
            transitions.append(
                ZoneOffsets.Transition(
                    from: .seconds(Int64(next.timeIntervalSince1970)),
                    offset: zone.secondsFromGMT(for: next)
                )
            )
            moment = next
        }
        let initial = zone.secondsFromGMT(for: start)
        return (ZoneOffsets(identifier: identifier, initialOffset: initial, transitions: transitions), zone)
    }

    static func start(ofYear year: Int) -> Timestamp {
        .seconds(Int64(CivilDate(year: year, month: 1, day: 1)?.daysSince1970 ?? 0) * 86_400)
    }

    static func fixed(_ hours: Int, _ minutes: Int = 0) -> ZoneOffsets {
        ZoneOffsets(identifier: "fixed", initialOffset: hours * 3_600 + minutes * 60, transitions: [])
    }

    /// One change of the clock.
    static func change(_ moment: String, from before: Int, to after: Int) -> ZoneOffsets {
        let transitions = Timestamp(iso8601: moment).map { [ZoneOffsets.Transition(from: $0, offset: after)] }
        return ZoneOffsets(identifier: "change", initialOffset: before, transitions: transitions ?? [])
    }
}
