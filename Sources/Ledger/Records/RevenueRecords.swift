package import Economics
package import Revenue

/// What an import changed.
package struct RevenueImport: Sendable, Hashable {
    /// A figure that is another one now.
    package struct Change: Sendable, Hashable {
        package let key: RevenueRow.Key
        package let before: Money
        package let after: Money
        /// Of the new figure, from 1.
        package let edition: Int

        package init(key: RevenueRow.Key, before: Money, after: Money, edition: Int) {
            self.key = key
            self.before = before
            self.after = after
            self.edition = edition
        }
    }

    package var added = 0
    package var unchanged = 0
    package var changes: [Change] = []

    package init() {}
}

/// One edition of one figure of a source.
package struct RevenueEdition: Sendable, Hashable {
    package let entry: RevenueEntry
    /// From 1; the highest holds.
    package let number: Int
    package let importedAt: Timestamp

    package init(entry: RevenueEntry, number: Int, importedAt: Timestamp) {
        self.entry = entry
        self.number = number
        self.importedAt = importedAt
    }
}

extension [RevenueEdition] {
    /// Of each figure the edition that holds, where they come figure by figure in the order of their editions.
    package var latest: [RevenueRow] {
        var rows: [RevenueRow] = []
        for edition in self {
            if rows.last?.key == edition.entry.key { rows.removeLast() }
            rows.append(edition.entry.row)
        }
        return rows
    }
}

/// What impression events of one hour and source paid.
package struct RevenueEventRollup: Sendable, Hashable {
    package let profile: String
    /// Start of the hour in UTC.
    package let hour: Timestamp
    package let source: String
    package let events: Int
    package let amount: Money
    /// Events of this hour that came again under a known id, and were not counted.
    package let repeats: Int

    package init(profile: String, hour: Timestamp, source: String, events: Int, amount: Money, repeats: Int = 0) {
        self.profile = profile
        self.hour = hour
        self.source = source
        self.events = events
        self.amount = amount
        self.repeats = repeats
    }
}

/// What is known of revenue apart from uploads.
package struct ReportedRevenue: Sendable, Hashable {
    /// The latest edition of every figure of the days asked for, in order of their keys.
    package var entries: [RevenueEntry]
    /// In order of profile, hour and source.
    package var events: [RevenueEventRollup]
    /// When the newest of each profile's entries was imported.
    package var importedAt: [String: Timestamp]

    package init(
        entries: [RevenueEntry] = [],
        events: [RevenueEventRollup] = [],
        importedAt: [String: Timestamp] = [:]
    ) {
        self.entries = entries
        self.events = events
        self.importedAt = importedAt
    }

    /// Of the latest editions alone.
    package init(_ editions: [RevenueEdition], events: [RevenueEventRollup]) {
        self.init(
            entries: editions.map(\.entry),
            events: events,
            importedAt: Dictionary(editions.map { ($0.entry.key.profile, $0.importedAt) }, uniquingKeysWith: max)
        )
    }
}

extension LedgerError {
    package static func covered(_ conflict: String) -> LedgerError {
        LedgerError(
            .duplicate,
            "\(conflict): nothing was imported; take one of them, or name the same source for an edition of it"
        )
    }
}

extension RevenueRow.Key {
    /// Day, then whose.
    package static func precedes(_ one: RevenueRow.Key, _ two: RevenueRow.Key) -> Bool { one.order < two.order }

    private var order: (CivilDate, String, String, String, String, Int) {
        (date, profile, source, timeZone, country, isAdjustment ? 1 : 0)
    }
}
