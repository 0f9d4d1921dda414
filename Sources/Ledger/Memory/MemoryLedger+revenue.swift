package import Economics
package import Revenue

extension MemoryLedger {
    mutating func importRevenue(_ entries: [RevenueEntry], at: Timestamp) throws(LedgerError) -> RevenueImport {
        var latest: [RevenueRow.Key: RevenueEdition] = [:]
        for edition in revenue { latest[edition.entry.key] = edition }
        let days = Set(entries.map { RevenueDay($0.key) })
        let around = latest.keys.filter { days.contains(RevenueDay($0)) }
        if let conflict = RevenueCoverage.conflict(around + entries.map(\.key)) { throw .covered(conflict) }
        var result = RevenueImport()
        for entry in entries {
            let before = latest[entry.key]
            if let before, before.entry.tells(theSameAs: entry) {
                result.unchanged += 1
                continue
            }
            let edition = RevenueEdition(entry: entry, number: (before?.number ?? 0) + 1, importedAt: at)
            result.take(edition, before: before?.entry)
            revenue.append(edition)
            latest[entry.key] = edition
        }
        return result
    }

    mutating func add(_ events: [RevenueEvent], at: Timestamp) throws(LedgerError) -> Int {
        var new = 0
        for event in events {
            guard revenueEvents[event.id] == nil else {
                repeatedEvents.append(event)
                continue
            }
            revenueEvents[event.id] = event
            new += 1
        }
        return new
    }

    func reportedRevenue(_ days: SnapshotQuery.Days) throws(LedgerError) -> ReportedRevenue {
        var latest: [RevenueRow.Key: RevenueEdition] = [:]
        for edition in revenue where days.contains(edition.entry.key.date) { latest[edition.entry.key] = edition }
        var sums: [[String]: RevenueEventRollup] = [:]
        let all = revenueEvents.values.map { ($0, false) } + repeatedEvents.map { ($0, true) }
        for (event, isRepeat) in all {
            let hour = Timestamp.seconds(event.at.seconds.flooredToHour)
            guard days.contains(CivilDate(at: hour, in: .utc)) else { continue }
            let key = [event.profile, "\(hour.microseconds)", event.source]
            let before = sums[key]
            let amount: Money
            do {
                amount = try (before?.amount ?? .zero).adding(isRepeat ? .zero : event.amount())
            } catch {
                throw LedgerError(.invariant, "revenue of \(event.profile): \(error.message)")
            }
            sums[key] = RevenueEventRollup(
                profile: event.profile,
                hour: hour,
                source: event.source,
                events: (before?.events ?? 0) + (isRepeat ? 0 : 1),
                amount: amount,
                repeats: (before?.repeats ?? 0) + (isRepeat ? 1 : 0)
            )
        }
        return ReportedRevenue(
            latest.values.sorted { RevenueRow.Key.precedes($0.entry.key, $1.entry.key) },
            events: sums.values.sorted { ($0.profile, $0.hour, $0.source) < ($1.profile, $1.hour, $1.source) }
        )
    }

    func revenueEditions(_ days: SnapshotQuery.Days) -> [RevenueEdition] {
        revenue.filter { days.contains($0.entry.key.date) }
            .sorted {
                $0.entry.key == $1.entry.key
                    ? $0.number < $1.number : RevenueRow.Key.precedes($0.entry.key, $1.entry.key)
            }
    }
}

/// Whose day two sources may not both tell of.
package struct RevenueDay: Sendable, Hashable {
    package let profile: String
    package let date: CivilDate

    package init(_ key: RevenueRow.Key) {
        profile = key.profile
        date = key.date
    }
}

extension RevenueImport {
    /// Counts an edition that is kept.
    package mutating func take(_ edition: RevenueEdition, before: RevenueEntry?) {
        guard let before else {
            added += 1
            return
        }
        changes.append(
            Change(
                key: edition.entry.key,
                before: before.amount,
                after: edition.entry.amount,
                edition: edition.number
            )
        )
    }
}

extension Int64 {
    /// Seconds of the start of their hour in UTC.
    package var flooredToHour: Int64 { self - ((self % 3_600) + 3_600) % 3_600 }
}
