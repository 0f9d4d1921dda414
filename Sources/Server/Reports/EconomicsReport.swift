package import Economics
package import Ledger
import Platform

/// Cost against revenue over whole days, read from the roll-ups in one snapshot.
package struct EconomicsReport: Sendable {
    package enum Dimension: String, Sendable, CaseIterable { case profile, day }

    package struct Query: Sendable, Hashable {
        /// First day, in each profile's own zone.
        package let from: CivilDate
        /// The day after the last.
        package let end: CivilDate
        package let dimensions: Set<Dimension>
        /// Only this profile; nil: all.
        package let profile: String?

        package var lastDay: CivilDate { end.advanced(byDays: -1) }

        package init(from: CivilDate, end: CivilDate, dimensions: Set<Dimension>, profile: String? = nil) {
            self.from = from
            self.end = end
            self.dimensions = dimensions
            self.profile = profile
        }
    }

    package struct Row: Sendable, Hashable {
        /// Nil when the report is not split by it.
        package let profile: String?
        package let day: CivilDate?
        package let figures: EconomicsFigures
        /// Of the row's profile as it is now; nil for several profiles together.
        package let target: Double?
        package let maxShareOfRevenue: Double?
    }

    package let query: Query
    package let madeAt: Timestamp
    /// Zones of the profiles: where their days begin.
    package let zones: [String: String]
    package let rows: [Row]
    package let total: Row
    /// Of all rows together.
    package let answers: AnswerQuality

    /// What a report needs to know of one profile.
    package struct ProfileTerms: Sendable {
        package let name: String
        package let zone: ZoneOffsets
        package let target: Double
        /// Of the revenue that cost should not pass, 0...1; nil when the profile names none.
        package let maxShareOfRevenue: Double?

        package init(name: String, zone: ZoneOffsets, target: Double, maxShareOfRevenue: Double? = nil) {
            self.name = name
            self.zone = zone
            self.target = target
            self.maxShareOfRevenue = maxShareOfRevenue
        }
    }
}

extension EconomicsReport {
    private struct Key: Hashable, Comparable {
        let profile: String?
        let day: CivilDate?

        static func < (left: Key, right: Key) -> Bool {
            (left.profile ?? "", left.day?.description ?? "") < (right.profile ?? "", right.day?.description ?? "")
        }
    }

    /// Reads and sums. Profiles that no longer exist are reported in UTC days. Throws `ReportQueryError` for a profile that
    /// neither exists nor has a row.
    package static func made(
        _ query: Query,
        store: any LedgerStore,
        profiles: [ProfileTerms],
        now: Timestamp
    ) async throws -> EconomicsReport {
        let zones = Dictionary(profiles.map { ($0.name, $0.zone) }, uniquingKeysWith: { first, _ in first })
        let terms = Dictionary(profiles.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        // No zone is further than a day from UTC.
        let rollups = try await store.rollups(
            from: ZoneOffsets.utc.start(of: query.from).advanced(bySeconds: -86_400),
            to: ZoneOffsets.utc.start(of: query.end).advanced(bySeconds: 86_400)
        )
        let revenue = RevenueBook(try await store.revisions(limit: Int(Int32.max)))
        var cells: [Key: EconomicsFigures] = [:]

        /// The cell an hour of a profile belongs to; nil outside the query.
        func key(_ profile: String, _ hour: Timestamp) -> Key? {
            guard query.profile == nil || query.profile == profile else { return nil }
            let day = CivilDate(at: hour, in: zones[profile] ?? .utc)
            return query.from <= day && day < query.end ? Key(profile: profile, day: day) : nil
        }
        for rollup in rollups.decisions {
            guard let key = key(rollup.profile, rollup.hour) else { continue }
            let earned = revenue.settings(profile: rollup.profile, revision: rollup.revision)
            try cells[key, default: EconomicsFigures()].add(rollup, terms: earned)
        }
        for rollup in rollups.costs {
            guard let key = key(rollup.profile, rollup.hour) else { continue }
            try cells[key, default: EconomicsFigures()].add(rollup)
        }
        if let profile = query.profile, terms[profile] == nil, cells.isEmpty {
            let known = profiles.map(\.name).sorted().joined(separator: ", ")
            throw ReportQueryError(message: "there is no profile `\(profile.prefix(60))`; known: \(known)")
        }
        let answers = rollups.answers.filter { key($0.profile, $0.hour) != nil }
        let (sums, total) = try folded(cells, by: query.dimensions)
        return EconomicsReport(
            query: query,
            madeAt: now,
            zones: zones.mapValues(\.identifier),
            rows: sums.keys.sorted().map { key in
                Row(
                    profile: key.profile,
                    day: key.day,
                    figures: sums[key] ?? EconomicsFigures(),
                    target: key.profile.flatMap { terms[$0]?.target },
                    maxShareOfRevenue: key.profile.flatMap { terms[$0]?.maxShareOfRevenue }
                )
            },
            total: Row(profile: nil, day: nil, figures: total, target: nil, maxShareOfRevenue: nil),
            answers: AnswerQuality(answers)
        )
    }

    /// Cells of profile and day, priced by their profile's mean, summed into the rows asked for and into the total.
    private static func folded(
        _ cells: [Key: EconomicsFigures],
        by dimensions: Set<Dimension>
    ) throws(EconomicsError) -> (rows: [Key: EconomicsFigures], total: EconomicsFigures) {
        var profiles: [String?: EconomicsFigures] = [:]
        for (key, cell) in cells { try profiles[key.profile, default: EconomicsFigures()].add(cell) }
        var rows: [Key: EconomicsFigures] = [:]
        var total = EconomicsFigures()
        for (key, cell) in cells {
            var priced = cell
            try priced.price(by: profiles[key.profile] ?? cell)
            let row = Key(
                profile: dimensions.contains(.profile) ? key.profile : nil,
                day: dimensions.contains(.day) ? key.day : nil
            )
            try rows[row, default: EconomicsFigures()].add(priced)
            try total.add(priced)
        }
        return (rows, total)
    }
}
