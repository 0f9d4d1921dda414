package import Economics
package import Ledger
import Revenue

extension EconomicsReport {
    /// Reads and sums. Profiles that no longer exist are reported in UTC days. Throws `ReportQueryError` for a profile that
    /// neither exists nor has a row.
    package static func made(
        _ query: Query,
        store: any LedgerStore,
        profiles: [ProfileTerms],
        now: Timestamp
    ) async throws -> EconomicsReport {
        let snapshot = try await store.snapshot(query.snapshotQuery(profiles))
        return try made(query, from: snapshot, profiles: profiles, now: now)
    }

    /// Sums a snapshot that covers at least what the query's own `snapshotQuery` asks for.
    package static func made(
        _ query: Query,
        from snapshot: LedgerSnapshot,
        profiles: [ProfileTerms],
        now: Timestamp
    ) throws -> EconomicsReport {
        let terms = Dictionary(profiles.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var sums = Sums(query: query, zones: terms.mapValues(\.zone), revenue: RevenueBook(snapshot.revenue))
        try sums.add(snapshot)
        try sums.take(snapshot.reported.entries)
        if let profile = query.profile, terms[profile] == nil, sums.isEmpty {
            let known = profiles.map(\.name).sorted().joined(separator: ", ")
            throw ReportQueryError(message: "there is no profile `\(profile.prefix(60))`; known: \(known)")
        }
        let (rows, perProfile, total) = try sums.folded()
        func row(_ subject: Subject, _ figures: EconomicsFigures, isWhole: Bool, isPart: Bool = false) -> Row {
            let terms = subject.profile.flatMap { terms[$0] }
            return Row(
                subject: subject,
                figures: figures,
                target: terms?.target,
                maxShareOfRevenue: terms?.maxShareOfRevenue,
                ecpm: terms.flatMap { terms in
                    EconomicsReport.ECPM(terms, since: snapshot.ecpmSince[terms.name])
                },
                capUse: isWhole ? terms.map { CapUse(of: $0, from: query.from, to: query.end, in: snapshot) } : nil,
                isPart: isPart
            )
        }
        let isWhole = query.dimensions == [.profile]
        return EconomicsReport(
            query: query,
            madeAt: now,
            zones: terms.mapValues(\.zone.identifier),
            rows: rows.sorted { $0.key < $1.key }.map {
                row($0.key, $0.value, isWhole: isWhole, isPart: query.isSplit)
            },
            profiles: perProfile.sorted { $0.key < $1.key }
                .map { row(Subject(profile: $0.key), $0.value, isWhole: true) },
            total: row(.all, total, isWhole: false),
            answers: AnswerQuality(snapshot.rollups.answers.filter { sums.covers($0.profile, $0.hour) }),
            reported: ReportedSpan(sums.taken)
        )
    }
}

extension EconomicsReport.Query {
    /// Whether rows are parts of a profile's day.
    var isSplit: Bool { !dimensions.isSubset(of: [.profile, .day]) }

    /// All that a report on it reads.
    package func snapshotQuery(_ profiles: [EconomicsReport.ProfileTerms]) -> SnapshotQuery {
        var windows: Set<WindowName> = []
        for terms in profiles where profile == nil || terms.name == profile {
            windows.formUnion(CapUse.windows(of: terms.name, from: from, to: end))
        }
        // No zone is further than a day from UTC.
        var snapshot = SnapshotQuery(
            from: ZoneOffsets.utc.start(of: from).advanced(bySeconds: -86_400),
            to: ZoneOffsets.utc.start(of: end).advanced(bySeconds: 86_400),
            isDetailed: !dimensions.isDisjoint(with: [.key, .category, .model]),
            windows: windows
        )
        snapshot.revenueDays = SnapshotQuery.Days(from: from.advanced(byDays: -1), end: end.next)
        return snapshot
    }
}

extension EconomicsReport.ReportedSpan {
    fileprivate init?(_ entries: [RevenueEntry]) {
        guard let last = entries.map(\.key.date).max(), let oldest = entries.map(\.row.asOf).min() else { return nil }
        self.init(through: last, asOf: oldest, sources: Set(entries.map(\.key.source)).sorted())
    }
}

/// A report while it is summed up.
private struct Sums {
    /// Days of profiles: what everything else is made of.
    private struct Cell: Hashable {
        let profile: String
        let day: CivilDate
    }

    let query: EconomicsReport.Query
    let zones: [String: ZoneOffsets]
    let revenue: RevenueBook
    private var cells: [Cell: EconomicsFigures] = [:]
    /// By the parts other than profile and day.
    private var parts: [Cell: [EconomicsReport.Subject: EconomicsFigures]] = [:]
    /// Reported figures that fall into the query.
    private(set) var taken: [RevenueEntry] = []

    init(query: EconomicsReport.Query, zones: [String: ZoneOffsets], revenue: RevenueBook) {
        self.query = query
        self.zones = zones
        self.revenue = revenue
    }

    var isEmpty: Bool { cells.isEmpty }

    private var isSplit: Bool { query.isSplit }
    private var tellsAttempts: Bool { query.dimensions.allSatisfy(\.isOfAttempts) }

    /// Whether an hour of a profile is part of the query.
    func covers(_ profile: String, _ hour: Timestamp) -> Bool { cell(profile, hour) != nil }

    /// Where an hour of a profile belongs; nil outside the query.
    private func cell(_ profile: String, _ hour: Timestamp) -> Cell? {
        guard query.profile == nil || query.profile == profile else { return nil }
        let day = CivilDate(at: hour, in: zones[profile] ?? .utc)
        return query.from <= day && day < query.end ? Cell(profile: profile, day: day) : nil
    }

    mutating func add(_ snapshot: LedgerSnapshot) throws(EconomicsError) {
        for rollup in snapshot.rollups.decisions {
            guard let cell = cell(rollup.profile, rollup.hour) else { continue }
            let earned = revenue.settings(profile: rollup.profile, revision: rollup.revision)
            try cells[cell, default: EconomicsFigures()].add(rollup, terms: earned)
            guard isSplit, rollup.outcome != nil else { continue }
            let subject = subject(of: rollup)
            try parts[cell, default: [:]][subject, default: EconomicsFigures()].add(rollup, terms: earned)
            if !tellsAttempts {
                try parts[cell, default: [:]][subject, default: EconomicsFigures()].add(costAlone: rollup.cost)
            }
        }
        for rollup in snapshot.rollups.costs {
            guard let cell = cell(rollup.profile, rollup.hour) else { continue }
            try cells[cell, default: EconomicsFigures()].add(rollup)
            guard isSplit, tellsAttempts else { continue }
            var subject = EconomicsReport.Subject()
            subject.model = rollup.model
            try parts[cell, default: [:]][subject, default: EconomicsFigures()].add(rollup)
        }
        for held in snapshot.held {
            guard let cell = cell(held.profile, held.hour) else { continue }
            try cells[cell, default: EconomicsFigures()].add(held)
        }
        for words in snapshot.feedback {
            guard let cell = cell(words.profile, words.hour) else { continue }
            cells[cell, default: EconomicsFigures()].add(words)
        }
        for rollup in snapshot.reported.events {
            guard let cell = cell(rollup.profile, rollup.hour) else { continue }
            try cells[cell, default: EconomicsFigures()].add(rollup)
            if isSplit { try parts[cell, default: [:]][noSubject, default: EconomicsFigures()].add(rollup) }
        }
        if isSplit, !tellsAttempts { try addInFlight() }
    }

    /// Puts reported revenue in the place of the estimate, day by day of each profile. What a day's sources do not tell of
    /// stays estimated.
    mutating func take(_ entries: [RevenueEntry]) throws(EconomicsError) {
        let sources = Dictionary(
            Set(entries.map(\.key.timeZone)).compactMap { name in
                Self.sourceZones.offsets(of: name).map { (name, $0) }
            },
            uniquingKeysWith: { first, _ in first }
        )
        for (profile, entries) in Dictionary(grouping: entries, by: \.key.profile) {
            let zone = zones[profile] ?? .utc
            let spread = try RevenueSpread(entries, sources: sources, zone: zone)
            for (day, told) in spread.days {
                guard let cell = self.cell(profile, zone.start(of: day)) else { continue }
                let estimate = cells[cell]?.revenue ?? .zero
                let rest = spread.uncovered(day, in: zone)
                let reported = try told.estimated.adding(told.final)
                let revenue = try estimate.scaled(by: rest.seconds, over: rest.of).adding(reported)
                cells[cell, default: EconomicsFigures()].report(
                    revenue: revenue,
                    reported: reported,
                    final: told.final
                )
                if isSplit { try divide(cell, revenue: revenue, reported: reported, final: told.final) }
            }
            taken += entries.filter { entry in
                query.from <= entry.key.date && entry.key.date < query.end
                    && (query.profile == nil || query.profile == profile)
            }
        }
    }

    private static let sourceZones = ZoneShelf()

    /// Among the parts of a day, in proportion to what each was estimated to earn, else to its uploads.
    private mutating func divide(
        _ cell: Cell,
        revenue: Money,
        reported: Money,
        final: Money
    ) throws(EconomicsError) {
        var parts = parts[cell] ?? [:]
        if parts.values.allSatisfy({ $0.uploads == 0 }) {
            // Nobody came that day, and it paid all the same.
            var figures = EconomicsFigures()
            figures.report(revenue: revenue, reported: reported, final: final)
            parts[noSubject, default: EconomicsFigures()] = figures
            self.parts[cell] = parts
            return
        }
        let byUploads = parts.values.allSatisfy { $0.revenue == .zero }
        let ordered = parts.keys.sorted()
        func weight(_ figures: EconomicsFigures) -> Int {
            byUploads ? figures.uploads : Int(figures.revenue.nanoUSD)
        }
        let whole = ordered.reduce(0) { $0 + weight(parts[$1] ?? EconomicsFigures()) }
        var passed = 0
        var given = (revenue: Money.zero, reported: Money.zero, final: Money.zero)
        for subject in ordered {
            guard var figures = parts[subject] else { continue }
            passed += weight(figures)
            let upTo = (
                revenue: try revenue.scaled(by: passed, over: whole),
                reported: try reported.scaled(by: passed, over: whole),
                final: try final.scaled(by: passed, over: whole)
            )
            figures.report(
                revenue: try upTo.revenue.subtracting(given.revenue),
                reported: try upTo.reported.subtracting(given.reported),
                final: try upTo.final.subtracting(given.final)
            )
            parts[subject] = figures
            given = upTo
        }
        self.parts[cell] = parts
    }

    /// Of what belongs to no key, category, reason or model.
    private var noSubject: EconomicsReport.Subject {
        var subject = EconomicsReport.Subject()
        if query.dimensions.contains(.key) { subject.key = "" }
        if query.dimensions.contains(.category) { subject.category = "" }
        if query.dimensions.contains(.reason) { subject.reason = "" }
        if query.dimensions.contains(.model) { subject.model = "" }
        return subject
    }

    private func subject(of rollup: DecisionRollup) -> EconomicsReport.Subject {
        var subject = EconomicsReport.Subject()
        if query.dimensions.contains(.key) { subject.key = rollup.client }
        if query.dimensions.contains(.category) { subject.category = rollup.category }
        if query.dimensions.contains(.reason) { subject.reason = rollup.reason.rawValue }
        if query.dimensions.contains(.model) { subject.model = rollup.model }
        return subject
    }

    /// What attempts cost whose decision has no row yet, so that rows add up to the total.
    private mutating func addInFlight() throws(EconomicsError) {
        for (cell, figures) in cells {
            var rest = figures.spend
            for part in (parts[cell] ?? [:]).values { rest = try rest.subtracting(part.spend) }
            guard rest != .zero else { continue }
            var subject = EconomicsReport.Subject()
            if query.dimensions.contains(.key) { subject.key = EconomicsReport.Subject.inFlight }
            if query.dimensions.contains(.category) { subject.category = EconomicsReport.Subject.inFlight }
            if query.dimensions.contains(.reason) { subject.reason = EconomicsReport.Subject.inFlight }
            if query.dimensions.contains(.model) { subject.model = EconomicsReport.Subject.inFlight }
            try parts[cell, default: [:]][subject, default: EconomicsFigures()].add(costAlone: rest)
        }
    }

    /// Cells, priced by their profile's mean, summed into the rows asked for, into profiles and into the total.
    func folded() throws(EconomicsError) -> (
        rows: [EconomicsReport.Subject: EconomicsFigures], profiles: [String: EconomicsFigures], total: EconomicsFigures
    ) {
        var means: [String: EconomicsFigures] = [:]
        for (cell, figures) in cells { try means[cell.profile, default: EconomicsFigures()].add(figures) }
        var rows: [EconomicsReport.Subject: EconomicsFigures] = [:]
        var profiles: [String: EconomicsFigures] = [:]
        var total = EconomicsFigures()
        for (cell, figures) in cells {
            let mean = means[cell.profile] ?? figures
            var priced = figures
            try priced.price(by: mean)
            try profiles[cell.profile, default: EconomicsFigures()].add(priced)
            try total.add(priced)
            for (part, figures) in isSplit ? parts[cell] ?? [:] : [.all: priced] {
                var subject = part
                if query.dimensions.contains(.profile) { subject.profile = cell.profile }
                if query.dimensions.contains(.day) { subject.day = cell.day }
                try rows[subject, default: EconomicsFigures()].add(figures)
            }
        }
        return (rows, profiles, total)
    }
}
