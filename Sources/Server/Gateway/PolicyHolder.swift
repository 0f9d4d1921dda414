package import Economics
package import Ledger
package import Platform
package import Policy

/// The revision in force, and the one that is rolled out beside it. Requests take one snapshot and keep it; switching is
/// one assignment.
package final class PolicyHolder: Sendable {
    /// One revision, ready to judge by.
    private struct Standing: Sendable {
        let revision: Int
        let appliedAt: Timestamp
        let snapshots: [String: PolicySnapshot]
    }

    private struct State: Sendable {
        var live: Standing
        var staged: (standing: Standing, stage: RevisionStage)?
    }

    private let state: Locked<State>

    package init(revision: Int, appliedAt: Timestamp, set: PolicySet) throws(PlatformError) {
        let snapshots = try Self.snapshots(revision: revision, set: set)
        state = Locked(State(live: Standing(revision: revision, appliedAt: appliedAt, snapshots: snapshots)))
    }

    /// The profile as it stands now, or nil when there is none of that name.
    package func snapshot(of profile: String) -> PolicySnapshot? { state.withLock { $0.live.snapshots[profile] } }

    /// The profile as a share of its uploads is judged, while a revision is rolled out that has it; nil else.
    package func staged(_ profile: String) -> PolicySnapshot? {
        state.withLock { $0.staged?.standing.snapshots[profile] }
    }

    /// A revision that is rolled out, since when and to whom.
    package struct Staged: Sendable, Hashable {
        package let revision: Int
        package let at: Timestamp
        package let stage: RevisionStage
    }

    /// The revision that is rolled out; nil while none is.
    package var rollout: Staged? {
        state.withLock { state in
            state.staged.map { Staged(revision: $0.standing.revision, at: $0.standing.appliedAt, stage: $0.stage) }
        }
    }

    /// A profile and when its revision was applied, both of one moment.
    package struct Issued: Sendable {
        package let snapshot: PolicySnapshot
        package let at: Timestamp
    }

    /// The profile as it stands now and since when, or nil when there is none of that name.
    package func issued(_ profile: String) -> Issued? {
        state.withLock { state in
            state.live.snapshots[profile].map { Issued(snapshot: $0, at: state.live.appliedAt) }
        }
    }

    /// All profiles as they stand now, by name.
    package var snapshots: [PolicySnapshot] {
        state.withLock { $0.live.snapshots.values.sorted { $0.profile.name < $1.profile.name } }
    }

    package var revision: Int { state.withLock { $0.live.revision } }
    package var appliedAt: Timestamp { state.withLock { $0.live.appliedAt } }

    /// Puts a revision in force, or with a stage beside the one in force, for requests that come from now on. Of two that
    /// are applied at once the one that reaches this last need not be the last one: an older one never takes the place of a
    /// newer one. One in force for all ends the roll-out of those before it.
    package func put(
        revision: Int,
        appliedAt: Timestamp,
        set: PolicySet,
        stage: RevisionStage? = nil
    ) throws(PlatformError) {
        let next = Standing(
            revision: revision,
            appliedAt: appliedAt,
            snapshots: try Self.snapshots(revision: revision, set: set, rollout: stage?.rollout)
        )
        state.withLock { state in
            let newestStaged = state.staged?.standing.revision ?? 0
            if let stage {
                if revision > max(newestStaged, state.live.revision) { state.staged = (next, stage) }
            } else if revision > state.live.revision {
                state.live = next
                if newestStaged < revision { state.staged = nil }
            }
        }
    }

    private static func snapshots(
        revision: Int,
        set: PolicySet,
        rollout: Rollout? = nil
    ) throws(PlatformError) -> [String: PolicySnapshot] {
        var snapshots: [String: PolicySnapshot] = [:]
        let portfolioZone = try set.portfolio.map { portfolio throws(PlatformError) in
            try TimeZones.offsets(of: portfolio.timeZone)
        }
        for profile in set.profiles.values {
            guard let contract = set.contracts[profile.cloud.contract],
                let capabilities = set.capabilities(of: profile.cloud.model)
            else { preconditionFailure("validation lets no profile through without its contract and model") }
            snapshots[profile.name] = PolicySnapshot(
                revision: revision,
                profile: profile,
                set: set,
                contract: contract,
                capabilities: capabilities,
                zone: try TimeZones.offsets(of: profile.budget.timeZone),
                portfolioZone: portfolioZone ?? .utc,
                rollout: rollout
            )
        }
        return snapshots
    }
}
