package import Backtest
package import Economics
package import Ledger
import Platform
package import Policy

/// What a proposed folder would have changed: recorded uploads judged by the live documents and by the proposed ones.
package struct PolicyPlan: Sendable {
    /// The live revision it was made against.
    package let base: Int
    package let diff: PolicyDiff
    /// Profiles that stand on both sides and would be judged, paid for or limited otherwise, by name.
    package let profiles: [ProfilePlan]
    package let newProfiles: [String]
    package let removedProfiles: [String]

    /// Which uploads are replayed.
    package enum Window: Sendable {
        /// So many whole days before today, in the profile's zone; today so far where they hold none.
        case days(Int)
        /// `from <= day < to`, in the profile's zone.
        case range(CivilDate, CivilDate)
    }

    /// Every limit that some profile would break.
    package var broken: [(profile: String, limit: PlanLimit)] {
        profiles.flatMap { plan in plan.broken.map { (plan.name, $0) } }
    }

    package var isEmulated: Bool { profiles.contains(where: \.isEmulated) }

    package var changesNothing: Bool { diff.isEmpty }

    /// Replays the recorded uploads of every profile the change concerns. Throws `LedgerError` or `EconomicsError`.
    ///
    /// - Parameters:
    ///   - only: Of all profiles, this one.
    package static func made(
        live: (revision: RevisionRecord, set: PolicySet),
        proposed: (documents: [PolicyDocument], set: PolicySet),
        only: String? = nil,
        window: Window,
        store: any LedgerStore,
        now: Timestamp
    ) async throws -> PolicyPlan {
        let diff = PolicyDiff(from: (live.revision.documents, live.set), to: proposed)
        let shared = diff.changes.contains { PolicyDocument(path: $0.file, bytes: []).profileName == nil }
        var plans: [ProfilePlan] = []
        for (name, profile) in proposed.set.profiles.sorted(by: { $0.key < $1.key }) where only == nil || only == name {
            guard let today = live.set.profiles[name], shared || today != profile || only == name else { continue }
            plans.append(
                try await ProfilePlan.made(
                    today: (today, live.set),
                    proposed: (profile, proposed.set),
                    changes: diff.changes.filter { PolicyDocument.isProfile($0.file, named: name) },
                    window: window,
                    store: store,
                    now: now
                )
            )
        }
        let names = (old: Set(live.set.profiles.keys), new: Set(proposed.set.profiles.keys))
        return PolicyPlan(
            base: live.revision.number,
            diff: diff,
            profiles: plans,
            newProfiles: names.new.subtracting(names.old).sorted(),
            removedProfiles: names.old.subtracting(names.new).sorted()
        )
    }
}
