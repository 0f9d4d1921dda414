package import Economics
package import Ledger

/// A revision that is rolled out beside the one in force: what each made of its uploads, over the same hours.
package struct RolloutComparison: Sendable {
    /// One profile.
    package struct Part: Sendable, Hashable {
        package let profile: String
        package let live: RolloutArm
        package let staged: RolloutArm
    }

    /// The revision in force.
    package let live: Int
    /// The one that is rolled out, and since when the first of its shares is.
    package let staged: RevisionRecord
    package let stage: RevisionStage
    package let since: Timestamp
    /// The hours that are compared, from here on.
    package let from: Timestamp
    package let madeAt: Timestamp
    package let parts: [Part]

    /// Whether the compared hours hold uploads of before the roll-out: less than an hour of it has passed.
    package var holdsEarlier: Bool { from < since }

    package var isEmulated: Bool { parts.contains { $0.live.isEmulated || $0.staged.isEmulated } }

    /// Nil while nothing is rolled out. Throws `LedgerError` or `EconomicsError`.
    package static func made(store: any LedgerStore, now: Timestamp) async throws -> RolloutComparison? {
        guard let staged = try await store.latestRevision(), let stage = staged.stage else { return nil }
        // Shares of the same documents are one roll-out.
        var revisions: Set<Int> = [staged.number]
        var since = staged.at
        for earlier in try await store.revisions(limit: staged.number - stage.base)
        where earlier.stage?.salt == stage.salt {
            revisions.insert(earlier.number)
            since = min(since, earlier.at)
        }
        let first = since.hour
        // The hour it began in holds uploads of before it, which the other side has none of.
        let next = first.advanced(bySeconds: 3_600)
        let from = next <= now ? next : first
        let query = SnapshotQuery(from: from, to: now.advanced(bySeconds: 1), isDetailed: true, windows: [])
        let snapshot = try await store.snapshot(query)
        var arms: [String: (live: RolloutArm, staged: RolloutArm)] = [:]
        for rollup in snapshot.rollups.decisions {
            var both = arms[rollup.profile] ?? (RolloutArm(), RolloutArm())
            if revisions.contains(rollup.revision) {
                try both.staged.add(rollup)
            } else if rollup.revision == stage.base {
                try both.live.add(rollup)
            }
            arms[rollup.profile] = both
        }
        return RolloutComparison(
            live: stage.base,
            staged: staged,
            stage: stage,
            since: since,
            from: from,
            madeAt: now,
            parts: arms.sorted { $0.key < $1.key }.map {
                Part(profile: $0.key, live: $0.value.live, staged: $0.value.staged)
            }
        )
    }
}

extension Timestamp {
    /// The start of its hour in UTC; zones off by parts of an hour have their own, which roll-ups are kept by.
    fileprivate var hour: Timestamp { .seconds(seconds - (seconds % 3_600 + 3_600) % 3_600) }
}
