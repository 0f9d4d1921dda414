import Economics
import Ledger
import Platform
import Policy

/// What the revenue of the month allows each profile to spend: its share of what was earned so far, and of a first
/// thousand uploads, so that a month can begin.
///
/// Revenue is read at most every `freshness`; between two readings it is taken for what it was, which is never too much.
final class RevenueAllowances: Sendable {
    private struct Reading: Sendable {
        let month: CivilDate
        let earned: Money
        let at: ContinuousClock.Instant
    }

    /// Uploads whose revenue counts before they came.
    static let advance = 1_000

    private let store: any LedgerStore
    private let freshness: Duration
    private let readings = Locked<[String: Reading]>([:])

    init(store: any LedgerStore, freshness: Duration) {
        self.store = store
        self.freshness = freshness
    }

    /// Nil where the profile names no share.
    func allowance(of snapshot: PolicySnapshot, at now: Timestamp) async throws -> Money? {
        guard let share = snapshot.profile.budget.maxShareOfRevenue else { return nil }
        let revenue = snapshot.profile.revenue
        let advance = try UploadRevenue(
            ecpm: revenue.ecpm,
            impressionsPerUploadMicros: revenue.impressionsPerUploadMicros
        ).earned(byUploads: Self.advance)
        let earned = try await earned(by: snapshot, at: now).adding(advance)
        // Millionths of a share: what policies write.
        return try earned.scaled(by: Int((share * 1_000_000).rounded()), over: 1_000_000)
    }

    private func earned(by snapshot: PolicySnapshot, at now: Timestamp) async throws -> Money {
        let name = snapshot.profile.name
        let today = CivilDate(at: now, in: snapshot.zone)
        let month = today.startOfMonth
        let known = readings.withLock { $0[name] }
        if let known, known.month == month, ContinuousClock.now - known.at < freshness { return known.earned }
        let report = try await EconomicsReport.made(
            EconomicsReport.Query(from: month, end: today.next, dimensions: [.profile], profile: name),
            store: store,
            profiles: [EconomicsReport.ProfileTerms(snapshot)],
            now: now
        )
        let earned = report.total.figures.revenue
        readings.withLock { $0[name] = Reading(month: month, earned: earned, at: .now) }
        return earned
    }
}
