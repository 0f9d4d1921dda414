import Economics
import Ledger
import Policy

/// Today and this month of one profile: what every screen shows of it.
struct ProfileScreen: Sendable {
    struct Part: Sendable {
        let query: EconomicsReport.Query
        let window: WindowName
    }

    let day: Part
    /// Up to today.
    let month: Part
    /// The days a screen shows, the last of them today.
    let shown: EconomicsReport.Query

    init(_ snapshot: PolicySnapshot, at now: Timestamp, days: Int = 1) {
        let name = snapshot.profile.name
        let today = CivilDate(at: now, in: snapshot.zone)
        func part(_ kind: BudgetWindow.Kind, from first: CivilDate) -> Part {
            Part(
                query: EconomicsReport.Query(from: first, end: today.next, dimensions: [.profile], profile: name),
                window: WindowName(
                    profile: name,
                    kind: kind,
                    id: BudgetWindow.containing(now, kind: kind, zone: snapshot.zone).id
                )
            )
        }
        day = part(.day, from: today)
        month = part(.month, from: today.startOfMonth)
        let first = CivilDate(daysSince1970: today.daysSince1970 - (days - 1))
        shown = EconomicsReport.Query(from: first, end: today.next, dimensions: [.profile], profile: name)
    }
}

extension SnapshotQuery {
    /// Reads enough for all the queries at once; from 1970 on without any.
    init(covering queries: [EconomicsReport.Query], windows: Set<WindowName>, recent: Recent? = nil) {
        let parts = queries.map { $0.snapshotQuery([]) }
        self.init(
            from: parts.map(\.from).min() ?? Timestamp(microseconds: 0),
            to: parts.map(\.to).max() ?? Timestamp(microseconds: 0),
            isDetailed: parts.contains(where: \.isDetailed),
            windows: windows,
            recent: recent
        )
        let days = parts.compactMap(\.revenueDays)
        if let from = days.map(\.from).min(), let end = days.map(\.end).max() {
            revenueDays = Days(from: from, end: end)
        }
    }
}
