package import Backtest
package import Economics
import Ledger
import Platform
package import Policy

/// The replay of one profile, read out.
package struct ProfilePlan: Sendable {
    package let name: String
    package let changes: [PolicyDiff.Change]
    /// Settings that are the same.
    package let unchanged: [Setting]
    package let replay: Replay
    package let today: PlanFigures
    package let proposed: PlanFigures
    package let broken: [PlanLimit]
    /// The first and the last day that was replayed.
    package let days: ClosedRange<CivilDate>?
    /// Whether whole days were asked for and there is none yet: then today so far was replayed.
    package let isTodayAlone: Bool
    /// Whole days that were replayed; nil for part of a day, of which nothing is projected.
    package let wholeDays: Int?
    package let timeZone: String
    /// Ids of uploads that would be rejected instead of sent, or sent instead of rejected; the first 10,000.
    package let changedIDs: [String]
    /// Whether what was replayed comes from the emulator, in part or all.
    package let isEmulated: Bool

    /// The same with what became of each; without, should some have been removed while they were read.
    package var changedFates: [(id: String, fate: String)] {
        let isWhole = changedIDs.count == replay.fates.count
        return changedIDs.enumerated().map { index, id in (id, isWhole ? replay.fates[index].text : "") }
    }

    /// Days a month is projected with.
    package static let daysOfMonth = 30

    static func made(
        today: (profile: Profile, set: PolicySet),
        proposed: (profile: Profile, set: PolicySet),
        changes: [PolicyDiff.Change],
        window: PolicyPlan.Window,
        store: any LedgerStore,
        now: Timestamp
    ) async throws -> ProfilePlan {
        let zone = try TimeZones.offsets(of: proposed.profile.budget.timeZone)
        let oldZone = try TimeZones.offsets(of: today.profile.budget.timeZone)
        let thisDay = CivilDate(at: now, in: zone)
        let asked: (from: CivilDate, to: CivilDate) =
            switch window {
            case .days(let count): (thisDay.advanced(byDays: -count), thisDay)
            case .range(let from, let to): (from, to)
            }
        func replayed(from: Timestamp, to: Timestamp) async throws -> Replay {
            var replay = Replay(today: (today.profile, oldZone), proposed: (proposed.profile, zone))
            let first = UploadQuery(profile: today.profile.name, from: from, to: to)
            var page = try await store.recordedUploads(first)
            while page.count == first.limit, let last = page.last {
                let following = UploadQuery(profile: first.profile, from: from, to: to, after: last.number)
                // The ledger's thread reads the next page while this one is judged.
                async let next = store.recordedUploads(following)
                for upload in page { replay.add(upload) }
                page = try await next
            }
            for upload in page { replay.add(upload) }
            return replay
        }
        var span = (from: zone.start(of: asked.from), to: zone.start(of: asked.to))
        var replay = try await replayed(from: span.from, to: span.to)
        var isTodayAlone = false
        if case .days = window, replay.uploads + replay.unjudged == 0 {
            isTodayAlone = true
            span = (zone.start(of: thisDay), now.advanced(bySeconds: 1))
            replay = try await replayed(from: span.from, to: span.to)
        }
        let days = replay.first.map { first in
            CivilDate(at: first, in: zone)...CivilDate(at: replay.last ?? first, in: zone)
        }
        let isWhole = span.to <= zone.start(of: thisDay)
        let wholeDays = days.flatMap { isWhole ? asked.to.daysSince1970 - $0.lowerBound.daysSince1970 : nil }
        let usage = try await store.meanUsage(profile: today.profile.name, from: span.from, to: span.to)
        let factor = try CallCost.factor(
            from: today,
            to: proposed,
            calls: usage.calls,
            usage: usage.1,
            at: now
        )
        let before = try PlanFigures(replay.today, of: replay, costFactor: 1)
        let after = try PlanFigures(replay.proposed, of: replay, costFactor: factor)
        let changed = Set(changes.map(\.path))
        return ProfilePlan(
            name: today.profile.name,
            changes: changes,
            unchanged: proposed.profile.settings.filter { $0.value != .null && !changed.contains($0.path) },
            replay: replay,
            today: before,
            proposed: after,
            broken: PlanLimit.broken(today: (before, today.profile), proposed: (after, proposed.profile)),
            days: days,
            isTodayAlone: isTodayAlone,
            wholeDays: wholeDays.flatMap { $0 > 0 ? $0 : nil },
            timeZone: zone.identifier,
            changedIDs: try await store.ids(ofDecisions: replay.changed),
            isEmulated: try await store.isEmulated(today.profile.name, from: span.from, to: span.to)
        )
    }

    /// An amount of the window as one of a month of 30 days; nil where less than a day was replayed.
    package func perMonth(_ amount: Money) throws(EconomicsError) -> Money? {
        guard let wholeDays else { return nil }
        return try amount.scaled(by: Self.daysOfMonth, over: wholeDays)
    }

    /// An amount of the window as one of a mean day.
    package func perDay(_ amount: Money) throws(EconomicsError) -> Money? {
        guard let wholeDays else { return nil }
        return try amount.scaled(by: 1, over: wholeDays)
    }
}
