package import Economics

/// What one report or one screen needs to know.
package struct SnapshotQuery: Sendable, Hashable {
    /// Roll-ups of `from <= hour < to`, all profiles.
    package var from: Timestamp
    package var to: Timestamp
    /// Whether decisions are told apart by API key, category and model.
    package var isDetailed: Bool
    package var windows: Set<WindowName>
    /// The latest decisions; nil: none.
    package var recent: Recent?
    /// Hours whose blocked prompts and answers are counted, each by itself.
    package var blocks: [Hours] = []
    /// Alerts raised from this moment on; nil: none.
    package var alertsSince: Timestamp?
    /// Events of the feed; nil: none.
    package var events: EventQuery?

    /// Days whose reported revenue is read; nil: none.
    package var revenueDays: Days?

    /// Days from `from` up to `end`, which is left out.
    package struct Days: Sendable, Hashable {
        package let from: CivilDate
        package let end: CivilDate

        package init(from: CivilDate, end: CivilDate) {
            self.from = from
            self.end = end
        }

        package func contains(_ day: CivilDate) -> Bool { from <= day && day < end }
    }

    /// Hours that start in `from..<to`.
    package struct Hours: Sendable, Hashable {
        package let from: Timestamp
        package let to: Timestamp

        package init(from: Timestamp, to: Timestamp) {
            self.from = from
            self.to = to
        }

        package func contains(_ hour: Timestamp) -> Bool { from <= hour && hour < to }
    }

    /// Reads the roll-ups of these hours too, and of all between.
    package mutating func cover(_ hours: [Hours]) {
        for part in hours {
            from = min(from, part.from)
            to = max(to, part.to)
        }
    }

    package struct Recent: Sendable, Hashable {
        package let limit: Int
        /// Only this profile's; nil: all.
        package let profile: String?

        package init(limit: Int, profile: String? = nil) {
            self.limit = limit
            self.profile = profile
        }
    }

    package init(
        from: Timestamp,
        to: Timestamp,
        isDetailed: Bool = false,
        windows: Set<WindowName> = [],
        recent: Recent? = nil
    ) {
        self.from = from
        self.to = to
        self.isDetailed = isDetailed
        self.windows = windows
        self.recent = recent
    }
}

/// One window of one holder.
package struct WindowName: Sendable, Hashable {
    package let holder: CapHolder
    package let kind: BudgetWindow.Kind
    /// `2026-11-30` or `2026-11`.
    package let id: String

    package init(holder: CapHolder, kind: BudgetWindow.Kind, id: String) {
        self.holder = holder
        self.kind = kind
        self.id = id
    }

    package init(profile: String, kind: BudgetWindow.Kind, id: String) {
        self.init(holder: .profile(profile), kind: kind, id: id)
    }
}

/// Open holds of one hour.
package struct HeldRollup: Sendable, Hashable {
    package let profile: String
    package let hour: Timestamp
    package let holds: Int
    package let amount: Money

    package init(profile: String, hour: Timestamp, holds: Int, amount: Money) {
        self.profile = profile
        self.hour = hour
        self.holds = holds
        self.amount = amount
    }
}

/// The ledger at one moment: every part was read between the same two writes, so that figures agree.
package struct LedgerSnapshot: Sendable, Hashable {
    package let rollups: Rollups
    /// In order of profile and hour.
    package let held: [HeldRollup]
    /// What an upload earned under each revision, by number.
    package let revenue: [Int: [RevenueTerms]]
    /// Since when each profile's eCPM is what it is in force now: of the first of the revisions in a row that say so.
    package let ecpmSince: [String: Timestamp]
    /// Every window asked for; zero where nothing was ever held.
    package let windows: [WindowName: WindowTotals]
    /// Newest first.
    package let recent: [DecisionRecord]
    /// One list for each of the hours asked for.
    package let blocks: [[BlockCount]]
    /// What networks and impression events said.
    package let reported: ReportedRevenue
    /// Newest first, 50 at most.
    package let alerts: [CapAlert]
    /// What users said about uploads of `from <= hour < to`.
    package let feedback: [FeedbackCount]
    /// Oldest first.
    package let events: [EventRecord]

    package init(
        rollups: Rollups,
        held: [HeldRollup],
        revenue: [Int: [RevenueTerms]],
        ecpmSince: [String: Timestamp] = [:],
        windows: [WindowName: WindowTotals],
        recent: [DecisionRecord],
        blocks: [[BlockCount]],
        reported: ReportedRevenue = ReportedRevenue(),
        alerts: [CapAlert],
        feedback: [FeedbackCount] = [],
        events: [EventRecord] = []
    ) {
        self.rollups = rollups
        self.held = held
        self.revenue = revenue
        self.ecpmSince = ecpmSince
        self.windows = windows
        self.recent = recent
        self.blocks = blocks
        self.reported = reported
        self.alerts = alerts
        self.feedback = feedback
        self.events = events
    }
}

extension LedgerStore {
    /// Roll-ups alone, of `from <= hour < to`, in full detail.
    package func rollups(from: Timestamp, to: Timestamp) async throws(LedgerError) -> Rollups {
        try await snapshot(SnapshotQuery(from: from, to: to, isDetailed: true)).rollups
    }
    /// Blocked prompts and answers alone, of `from <= hour < to`.
    package func blocks(from: Timestamp, to: Timestamp) async throws(LedgerError) -> [BlockCount] {
        var query = SnapshotQuery(from: from, to: from)
        query.blocks = [SnapshotQuery.Hours(from: from, to: to)]
        return try await snapshot(query).blocks.first ?? []
    }
}

extension RevenueTerms {
    /// Of revisions in force, oldest first: since when each profile's eCPM is what the last of them says.
    package static func ecpmSince(_ revisions: [(at: Timestamp, terms: [RevenueTerms])]) -> [String: Timestamp] {
        var since: [String: (ecpm: Money, at: Timestamp)] = [:]
        for revision in revisions {
            for terms in revision.terms where since[terms.profile]?.ecpm != terms.settings.ecpm {
                since[terms.profile] = (terms.settings.ecpm, revision.at)
            }
        }
        return since.mapValues(\.at)
    }
}
