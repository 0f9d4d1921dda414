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
        /// Of uploads, in millionths, for a revision that is rolled out in stages; nil: in force for all.
        package let millionths: Int?
        /// Whether it may end a roll-out that is under way, whatever its documents.
        package let endsRollout: Bool

        package init(
            documents: [PolicyDocument],
            by: String,
            from: String,
            reason: String,
            base: Int?,
            accepted: [PlanLimit] = [],
            millionths: Int? = nil,
            endsRollout: Bool = false
        ) {
            self.documents = documents
            self.by = by
            self.from = from
            self.reason = reason
            self.base = base
            self.accepted = accepted
            self.millionths = millionths
            self.endsRollout = endsRollout
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
        /// Another revision is being rolled out, which this would end unsaid: nothing was changed.
        case rollingOut(Int)
        /// Asked to promote, and nothing is being rolled out.
        case noRollout
    }

    /// Makes a proposal the next revision.
    package func apply(_ proposal: Proposal) async throws(LedgerError) -> Outcome {
        let standing = try await standing()
        let (latest, live) = (standing?.latest, standing?.live)
        if let base = proposal.base, base != latest?.number ?? 0, base != live?.number ?? 0 {
            return .stale(live: live?.number ?? 0)
        }
        let read = PolicyReader.read(proposal.documents, knownZones: TimeZones.known, now: clock.now())
        guard let set = read.set else { return .refused(read.diagnostics) }
        let documents = proposal.documents.sorted { $0.path < $1.path }
        if let ends = standing?.end(of: proposal, documents) { return ends }
        let plan = try await plan(latest: live, proposed: (documents, set))
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
            audit: try plan.map(audit),
            stage: standing.flatMap { $0.stage(of: proposal) }
        )
        do {
            try await store.append(revision)
        } catch  where error.code == .stale {
            return .stale(live: try await store.revisionInForce()?.number ?? 0)
        }
        return .applied(revision, set)
    }

    /// The revision in force, read again from the ledger. Nil on an empty ledger. Throws `invariant` when a revision
    /// that was once good no longer reads.
    package func current() async throws(LedgerError) -> (revision: RevisionRecord, set: PolicySet)? {
        guard let live = try await store.revisionInForce() else { return nil }
        return (live, try Self.set(of: live))
    }

    /// The revision that is rolled out beside the one in force, read like it; nil while none is.
    package func staged() async throws(LedgerError) -> (revision: RevisionRecord, set: PolicySet)? {
        guard let latest = try await store.latestRevision(), latest.stage != nil else { return nil }
        return (latest, try Self.set(of: latest))
    }

    /// Read as of the day it was applied: what has retired since must not keep the server from starting.
    private static func set(of revision: RevisionRecord) throws(LedgerError) -> PolicySet {
        let read = PolicyReader.read(revision.documents, knownZones: TimeZones.known, now: revision.at)
        guard let set = read.set else {
            let first = read.diagnostics.first { $0.severity == .error }
            throw LedgerError(
                .invariant,
                "revision \(revision.number) no longer reads: \(first?.message ?? "no reason given")"
            )
        }
        return set
    }
}
