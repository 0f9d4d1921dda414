package import Economics
package import Platform
package import Policy

/// The revision in force. Requests take one snapshot and keep it; switching is one assignment.
package final class PolicyHolder: Sendable {
    private struct Live: Sendable {
        let revision: Int
        let appliedAt: Timestamp
        let snapshots: [String: PolicySnapshot]
    }

    private let live: Locked<Live>

    package init(revision: Int, appliedAt: Timestamp, set: PolicySet) throws(PlatformError) {
        let snapshots = try Self.snapshots(revision: revision, set: set)
        live = Locked(Live(revision: revision, appliedAt: appliedAt, snapshots: snapshots))
    }

    /// The profile as it stands now, or nil when there is none of that name.
    package func snapshot(of profile: String) -> PolicySnapshot? { live.withLock { $0.snapshots[profile] } }

    /// A profile and when its revision was applied, both of one moment.
    package struct Issued: Sendable {
        package let snapshot: PolicySnapshot
        package let at: Timestamp
    }

    /// The profile as it stands now and since when, or nil when there is none of that name.
    package func issued(_ profile: String) -> Issued? {
        live.withLock { live in live.snapshots[profile].map { Issued(snapshot: $0, at: live.appliedAt) } }
    }

    /// All profiles as they stand now, by name.
    package var snapshots: [PolicySnapshot] {
        live.withLock { $0.snapshots.values.sorted { $0.profile.name < $1.profile.name } }
    }

    package var revision: Int { live.withLock { $0.revision } }
    package var appliedAt: Timestamp { live.withLock { $0.appliedAt } }

    /// Puts a revision in force for requests that come from now on, unless a later one already is: of two that are
    /// applied at once the one that reaches this last need not be the last one.
    package func put(revision: Int, appliedAt: Timestamp, set: PolicySet) throws(PlatformError) {
        let next = Live(
            revision: revision,
            appliedAt: appliedAt,
            snapshots: try Self.snapshots(revision: revision, set: set)
        )
        live.withLock { if $0.revision < next.revision { $0 = next } }
    }

    private static func snapshots(
        revision: Int,
        set: PolicySet
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
                portfolioZone: portfolioZone ?? .utc
            )
        }
        return snapshots
    }
}
