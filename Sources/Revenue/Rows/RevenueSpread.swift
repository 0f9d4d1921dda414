package import Economics

/// What sources say of their days, laid over the days of a profile, which begin at other moments: by time, to the last
/// nano-USD.
package struct RevenueSpread: Sendable {
    /// What is known of one day of a profile.
    package struct Day: Sendable, Hashable {
        /// By rows that may still change, adjustments included.
        package var estimated = Money.zero
        /// By rows that are final.
        package var final = Money.zero
        /// Seconds of the day that some source tells of.
        package var covered: Int64 = 0
        /// The oldest word on it.
        package var asOf: Timestamp?

        package init() {}
    }

    package private(set) var days: [CivilDate: Day] = [:]

    private struct Covered: Hashable {
        let date: CivilDate
        let timeZone: String
    }

    /// - Parameters:
    ///   - entries: Of one profile, each figure once.
    ///   - sources: Zones of the sources by identifier; one that is missing counts as UTC.
    ///   - zone: The profile's.
    package init(
        _ entries: some Sequence<RevenueEntry>,
        sources: [String: ZoneOffsets],
        zone: ZoneOffsets
    ) throws(EconomicsError) {
        var covered: Set<Covered> = []
        for entry in entries {
            let key = entry.key
            let source = sources[key.timeZone] ?? .utc
            let (start, end) = (source.start(of: key.date), source.start(of: key.date.next))
            let tells = !key.isAdjustment && covered.insert(Covered(date: key.date, timeZone: key.timeZone)).inserted
            let whole = end.seconds - start.seconds
            var taken = Money.zero
            var day = CivilDate(at: start, in: zone)
            while true {
                let (first, last) = (zone.start(of: day), zone.start(of: day.next))
                let until = min(last, end)
                // What belongs to the time up to here, less what was taken: parts add up to the whole.
                let upTo = try entry.amount.scaled(by: Int(until.seconds - start.seconds), over: Int(whole))
                let part = try upTo.subtracting(taken)
                taken = upTo
                var figures = days[day] ?? Day()
                if entry.row.status == .final {
                    figures.final = try figures.final.adding(part)
                } else {
                    figures.estimated = try figures.estimated.adding(part)
                }
                if tells { figures.covered += until.seconds - max(first, start).seconds }
                figures.asOf = min(figures.asOf ?? entry.row.asOf, entry.row.asOf)
                days[day] = figures
                guard last < end else { break }
                day = day.next
            }
        }
    }

    /// Of a part of the days' revenue that is not told of: so many seconds of so many.
    package func uncovered(_ day: CivilDate, in zone: ZoneOffsets) -> (seconds: Int, of: Int) {
        let length = Int(zone.start(of: day.next).seconds - zone.start(of: day).seconds)
        return (max(0, length - Int(days[day]?.covered ?? 0)), length)
    }
}
