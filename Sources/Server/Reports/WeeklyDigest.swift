package import Economics
package import Ledger
package import Policy

/// A week on one page: what it cost and saved, whether it kept to its target and limits, what changed, what to do.
package struct WeeklyDigest: Sendable {
    /// What may be said of one profile's lost answers.
    package struct Bound: Sendable, Hashable {
        package let profile: String
        /// The certificate's, a share of judged uploads; nil: none, nothing can be claimed.
        package let bound: Double?
        package let limit: Double
    }

    /// Of the week, and of the one before.
    package let report: EconomicsReport
    package let before: EconomicsReport
    package let zone: ZoneOffsets
    package let bounds: [Bound]
    /// Oldest first.
    package let events: [EventRecord]

    package var firstDay: CivilDate { report.query.from }
    package var lastDay: CivilDate { report.query.lastDay }

    /// Reads the week around a day from one snapshot.
    ///
    /// - Parameters:
    ///   - day: Nil: the last whole week.
    ///   - data: The data folder, where certificates rest; nil: none are read. Blocking.
    /// Throws `LedgerError`, `EconomicsError`.
    package static func made(
        of day: CivilDate?,
        store: any LedgerStore,
        policies: [PolicySnapshot],
        data: String?,
        now: Timestamp
    ) async throws -> WeeklyDigest {
        let zone = policies.first?.zone ?? .utc
        let weekday = policies.first?.set.portfolio?.firstWeekday ?? .monday
        let wanted = day ?? CivilDate(at: now, in: zone).advanced(byDays: -7)
        let first = wanted.startOfWeek(weekday.number)
        let terms = policies.map(EconomicsReport.ProfileTerms.init)
        func week(_ start: CivilDate, _ days: Int = 7) -> EconomicsReport.Query {
            EconomicsReport.Query(from: start, end: start.advanced(byDays: days), dimensions: [.profile])
        }
        var query = week(first.advanced(byDays: -7), 14).snapshotQuery(terms)
        query.events = EventQuery(since: zone.start(of: first), limit: mostEvents)
        let ledger = try await store.snapshot(query)
        let end = zone.start(of: first.advanced(byDays: 7))
        let shelf = data.map { CertificateShelf(folder: $0) }
        return WeeklyDigest(
            report: try EconomicsReport.made(week(first), from: ledger, profiles: terms, now: now),
            before: try EconomicsReport.made(
                week(first.advanced(byDays: -7)),
                from: ledger,
                profiles: terms,
                now: now
            ),
            zone: zone,
            bounds: policies.map { policy in
                let profile = policy.profile
                let name = DialName(profile: profile.name, space: profile.scoreSpace, isAsked: false)
                return Bound(
                    profile: profile.name,
                    bound: shelf?.certificate(name)?.bound,
                    limit: profile.falseRejects.max
                )
            },
            events: ledger.events.filter { $0.at < end }
        )
    }

    /// Of a week; more are counted by their first ones alone.
    private static let mostEvents = 1_000

    /// Sends that a rate may be off its target, 0...1, before something is to be done.
    private static let tolerance = 0.01
    /// Fewer judged uploads say nothing about a rate.
    private static let enoughJudged = 200

    /// What to do, the gravest first; empty where nothing need be done.
    package var advice: [String] {
        var lines: [String] = []
        var told: Set<EventKind> = []
        let grave = events.filter { $0.severity > .info && !$0.advice.isEmpty }
        for event in grave.sorted(by: { $0.severity > $1.severity }) where told.insert(event.kind).inserted {
            let count = grave.count { $0.kind == event.kind }
            lines.append("\(event.kind.rawValue)\(count > 1 ? ", \(count) times" : ""): \(event.advice.visible)")
        }
        for row in report.profiles where row.figures.judged >= Self.enoughJudged {
            guard let rate = row.figures.sendRate, let target = row.target, abs(rate - target) > Self.tolerance else {
                continue
            }
            lines.append(
                "\((row.profile ?? "").visible) sends \(FigureText.points(rate - target)) pp off its target: "
                    + "see torii control status, or propose another target"
            )
        }
        for bound in bounds {
            let name = bound.profile.visible
            switch bound.bound {
            case nil:
                lines.append(
                    "\(name) has no certificate: phase measure, then torii control certificate --certify --profile \(name)"
                )
            case let share? where share > bound.limit:
                lines.append("\(name) may lose more right answers than its limit: measure and certify anew")
            default: break
            }
        }
        return lines
    }
}
