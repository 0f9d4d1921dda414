import Economics
import Ledger
import Policy

extension PolicyDesk {
    /// How many whole days `apply` replays.
    package static let plannedDays = 7

    /// What the change would have done, as far as recorded uploads say; nil when nothing is live that it could change.
    func plan(
        latest: RevisionRecord?,
        proposed: (documents: [PolicyDocument], set: PolicySet)
    ) async throws(LedgerError) -> PolicyPlan? {
        // A revision that no longer reads must not stand in the way of one that does.
        guard let latest, let live = latest.policySet else { return nil }
        do {
            return try await PolicyPlan.made(
                live: (latest, live),
                proposed: proposed,
                window: .days(Self.plannedDays),
                store: store,
                now: clock.now()
            )
        } catch let error as LedgerError {
            throw error
        } catch {
            throw LedgerError(.invariant, "the plan of this change cannot be made: \(error)")
        }
    }

    /// What is kept beside the revision.
    func audit(_ plan: PolicyPlan) throws(LedgerError) -> RevisionAudit {
        do {
            return RevisionAudit(
                base: plan.base,
                diff: plan.diff.json.encoded(),
                plan: try plan.json(listsChanged: false).encoded(),
                accepted: plan.broken.map { "\($0.profile).\($0.limit.rawValue)" }
            )
        } catch {
            throw LedgerError(.invariant, "the plan of this change cannot be kept: \(error.message)")
        }
    }
}
