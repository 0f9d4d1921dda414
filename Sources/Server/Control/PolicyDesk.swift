package import Backtest
package import Documents
import Economics
package import Ledger
package import Platform
package import Policy

/// Where revisions are made: reads proposals, refuses bad ones whole, appends good ones to the ledger. The same for a
/// running server and for a command that holds the data folder's lock.
package struct PolicyDesk: Sendable {
    package let store: any LedgerStore
    package let clock: WallClock

    package init(store: any LedgerStore, clock: WallClock) {
        self.store = store
        self.clock = clock
    }

    /// A proposal and who makes it.
    package struct Proposal: Sendable {
        package let documents: [PolicyDocument]
        package let by: String
        /// `cli`, `socket`, `first-start`.
        package let from: String
        package let reason: String
        /// The revision it was read against; nil accepts any.
        package let base: Int?
        /// Limits that may be broken.
        package let accepted: [PlanLimit]

        package init(
            documents: [PolicyDocument],
            by: String,
            from: String,
            reason: String,
            base: Int?,
            accepted: [PlanLimit] = []
        ) {
            self.documents = documents
            self.by = by
            self.from = from
            self.reason = reason
            self.base = base
            self.accepted = accepted
        }
    }

    package enum Outcome: Sendable {
        case applied(RevisionRecord, PolicySet)
        /// The documents are those in force, byte for byte.
        case unchanged(revision: Int)
        /// At least one error: nothing was changed.
        case refused([Diagnostic])
        /// The live revision is another than the proposal was read against.
        case stale(live: Int)
        /// The change would break limits that nobody accepted: nothing was changed.
        case limitsBroken([(profile: String, limit: PlanLimit)])
    }

    /// Makes a proposal the next revision.
    package func apply(_ proposal: Proposal) async throws(LedgerError) -> Outcome {
        let latest = try await store.latestRevision()
        if let base = proposal.base, base != latest?.number ?? 0 { return .stale(live: latest?.number ?? 0) }
        let read = PolicyReader.read(proposal.documents, knownZones: TimeZones.known, now: clock.now())
        guard let set = read.set else { return .refused(read.diagnostics) }
        let documents = proposal.documents.sorted { $0.path < $1.path }
        if let latest, latest.documents == documents { return .unchanged(revision: latest.number) }
        let plan = try await plan(latest: latest, proposed: (documents, set))
        let refused = (plan?.broken ?? []).filter { !proposal.accepted.contains($0.limit) }
        guard refused.isEmpty else { return .limitsBroken(refused) }
        let revision = RevisionRecord(
            number: (latest?.number ?? 0) + 1,
            at: clock.now(),
            by: proposal.by,
            from: proposal.from,
            reason: proposal.reason,
            documents: documents,
            revenue: set.profiles.values.map { RevenueTerms(profile: $0.name, settings: $0.revenue) }
                .sorted { $0.profile < $1.profile },
            audit: try plan.map(audit)
        )
        do {
            try await store.append(revision)
        } catch  where error.code == .stale {
            return .stale(live: try await store.latestRevision()?.number ?? 0)
        }
        return .applied(revision, set)
    }

    /// The revision in force, read again from the ledger. Nil on an empty ledger. Throws `invariant` when a revision
    /// that was once good no longer reads.
    package func current() async throws(LedgerError) -> (revision: RevisionRecord, set: PolicySet)? {
        guard let latest = try await store.latestRevision() else { return nil }
        // Read as of the day it was applied: what has retired since must not keep the server from starting.
        let read = PolicyReader.read(latest.documents, knownZones: TimeZones.known, now: latest.at)
        guard let set = read.set else {
            let first = read.diagnostics.first { $0.severity == .error }
            throw LedgerError(
                .invariant,
                "revision \(latest.number) no longer reads: \(first?.message ?? "no reason given")"
            )
        }
        return (latest, set)
    }
}
