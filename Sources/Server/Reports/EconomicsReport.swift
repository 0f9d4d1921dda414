package import Economics
import Platform

/// Cost against revenue over whole days, read from the roll-ups in one snapshot.
package struct EconomicsReport: Sendable {
    package enum Dimension: String, Sendable, CaseIterable {
        case profile, day, key, category, reason, model

        /// Whether attempts can be told apart by it; the others are facts of the decision alone.
        var isOfAttempts: Bool { self == .profile || self == .day || self == .model }
    }

    package struct Query: Sendable, Hashable {
        /// First day, in each profile's own zone.
        package let from: CivilDate
        /// The day after the last.
        package let end: CivilDate
        package let dimensions: Set<Dimension>
        /// Only this profile; nil: all.
        package let profile: String?
        /// A bill that is set against the report; nil: none.
        package var bill: Money?

        package var lastDay: CivilDate { end.advanced(byDays: -1) }

        package init(
            from: CivilDate,
            end: CivilDate,
            dimensions: Set<Dimension>,
            profile: String? = nil,
            bill: Money? = nil
        ) {
            self.from = from
            self.end = end
            self.dimensions = dimensions
            self.profile = profile
            self.bill = bill
        }
    }

    /// What a row is about. A part is nil when the report is not split by it, and empty where a decision has none.
    package struct Subject: Sendable, Hashable {
        package var profile: String?
        package var day: CivilDate?
        /// Id of the API key.
        package var key: String?
        package var category: String?
        package var reason: String?
        package var model: String?

        package static let all = Subject()

        /// Stands for key, category and reason of attempts whose decision is not recorded yet.
        package static let inFlight = "inFlight"
    }

    package struct Row: Sendable, Hashable {
        package let subject: Subject
        package let figures: EconomicsFigures
        /// Of the row's profile as it is now; nil for several profiles together.
        package let target: Double?
        package let maxShareOfRevenue: Double?
        /// What its estimated revenue rests on; nil for several profiles together.
        package var ecpm: ECPM?
        /// Of the row's profile over all days of the report; nil in rows of a part of it.
        package var capUse: CapUse?
        /// Whether it is a part of a profile's day, which savings are not told for.
        package var isPart = false

        package var profile: String? { subject.profile }
        package var day: CivilDate? { subject.day }
    }

    package let query: Query
    package let madeAt: Timestamp
    /// Zones of the profiles: where their days begin.
    package let zones: [String: String]
    package let rows: [Row]
    /// One for each profile with a row, whatever the report is split by.
    package let profiles: [Row]
    package let total: Row
    /// Of all rows together.
    package let answers: AnswerQuality
    /// What networks said of these days; nil when they said nothing.
    package let reported: ReportedSpan?

    /// The bill of the query set against the totals; nil without one, or without prices. Throws `amountOverflow`.
    package func againstBill() throws(EconomicsError) -> BillComparison? {
        guard let bill = query.bill else { return nil }
        return try BillComparison(of: bill, total.figures)
    }

    /// How far reports of revenue reach, and how old they are.
    package struct ReportedSpan: Sendable, Hashable {
        /// The last day told of, in the source's zone.
        package let through: CivilDate
        /// The oldest word of all.
        package let asOf: Timestamp
        package let sources: [String]
    }

    /// What an estimate of revenue rests on: a number somebody wrote into a document.
    package struct ECPM: Sendable, Hashable {
        package let amount: Money
        /// When the revision was applied that first said so.
        package let since: Timestamp

        /// Nil where it is not known since when.
        init?(_ terms: ProfileTerms, since: Timestamp?) {
            guard let amount = terms.ecpm, let since else { return nil }
            self.amount = amount
            self.since = since
        }
    }

    /// What a report needs to know of one profile.
    package struct ProfileTerms: Sendable {
        package let name: String
        package let zone: ZoneOffsets
        package let target: Double
        /// Of the revenue that cost should not pass, 0...1; nil when the profile names none.
        package let maxShareOfRevenue: Double?
        /// Hard caps; nil: none.
        package let daily: Money?
        package let monthly: Money?
        /// In force now; nil: not told.
        package let ecpm: Money?

        package init(
            name: String,
            zone: ZoneOffsets,
            target: Double,
            maxShareOfRevenue: Double? = nil,
            daily: Money? = nil,
            monthly: Money? = nil,
            ecpm: Money? = nil
        ) {
            self.name = name
            self.zone = zone
            self.target = target
            self.maxShareOfRevenue = maxShareOfRevenue
            self.daily = daily
            self.monthly = monthly
            self.ecpm = ecpm
        }
    }
}

extension EconomicsReport.Subject: Comparable {
    package static func < (left: Self, right: Self) -> Bool { left.order.lexicographicallyPrecedes(right.order) }

    private var order: [String] {
        [profile ?? "", day?.description ?? "", key ?? "", category ?? "", reason ?? "", model ?? ""]
    }
}
