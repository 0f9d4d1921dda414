package import Economics
package import Ledger

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
            answers: AnswerQuality(snapshot.rollups.answers.filter { sums.covers($0.profile, $0.hour) })
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
        return SnapshotQuery(
            from: ZoneOffsets.utc.start(of: from).advanced(bySeconds: -86_400),
            to: ZoneOffsets.utc.start(of: end).advanced(bySeconds: 86_400),
            isDetailed: !dimensions.isDisjoint(with: [.key, .category, .model]),
            windows: windows
        )
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
        if isSplit, !tellsAttempts { try addInFlight() }
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
