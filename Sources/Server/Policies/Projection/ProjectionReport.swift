package import Backtest
package import Economics
package import Ledger
import Platform
package import Policy

/// The projection of one profile, read out.
package struct ProjectionReport: Sendable {
    package let projection: Projection
    package let curves: [(measure: Projection.Measure, points: [Projection.Point])]
    package let days: ClosedRange<CivilDate>?
    /// From the first day with an upload to the end of what was read.
    package let span: Int
    package let timeZone: String
    /// Whether what was read comes from the emulator, in part or all.
    package let isEmulated: Bool

    /// Reads the uploads of so many days, today included. Throws `LedgerError`, `EconomicsError` or `PlatformError`.
    package static func made(
        profile: Profile,
        days: Int,
        store: any LedgerStore,
        now: Timestamp
    ) async throws -> ProjectionReport {
        let zone = try TimeZones.offsets(of: profile.budget.timeZone)
        let today = CivilDate(at: now, in: zone)
        var projection = Projection(profile: profile)
        var query = UploadQuery(
            profile: profile.name,
            from: zone.start(of: today.advanced(byDays: 1 - days)),
            to: zone.start(of: today.next)
        )
        while true {
            let page = try await store.recordedUploads(query)
            for upload in page { try projection.add(upload) }
            guard page.count == query.limit, let last = page.last else { break }
            query.after = last.number
        }
        var curves: [(measure: Projection.Measure, points: [Projection.Point])] = []
        for measure in Projection.Measure.allCases { curves.append((measure, try projection.curve(of: measure))) }
        let found = projection.first.map { first in
            CivilDate(at: first, in: zone)...CivilDate(at: projection.last ?? first, in: zone)
        }
        return ProjectionReport(
            projection: projection,
            curves: curves,
            days: found,
            span: found.map { $0.upperBound.daysSince1970 - $0.lowerBound.daysSince1970 + 1 } ?? 0,
            timeZone: zone.identifier,
            isEmulated: try await store.isEmulated(profile.name, from: query.from, to: query.to)
        )
    }

    /// The exact bound of right answers lost, as a share of answered uploads; nil without any.
    func bound(_ point: Projection.Point) -> Double? {
        guard projection.answered > 0 else { return nil }
        return BinomialTail.upperBound(
            hits: min(point.lost, projection.answered),
            trials: projection.answered,
            confidence: projection.profile.falseRejects.confidence
        )
    }
}
