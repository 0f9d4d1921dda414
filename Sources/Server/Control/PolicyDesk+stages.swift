package import Backtest
package import Ledger
import Policy

extension PolicyDesk {
    /// Where revisions stand: the one in force, and the latest, which is another while it is rolled out.
    struct Standing: Sendable {
        let live: RevisionRecord
        let latest: RevisionRecord

        /// What a proposal comes to without a new revision; nil: it becomes one.
        func end(of proposal: Proposal, _ documents: [PolicyDocument]) -> Outcome? {
            guard let stage = latest.stage else {
                return latest.documents == documents ? .unchanged(revision: latest.number) : nil
            }
            if documents == latest.documents {
                // A promotion, or another share of the same.
                return proposal.millionths == stage.millionths ? .unchanged(revision: latest.number) : nil
            }
            let goesBack = documents == live.documents && proposal.millionths == nil
            return goesBack || proposal.endsRollout ? nil : .rollingOut(latest.number)
        }

        /// Whoever was in the share stays in: another share of the same documents keeps its salt.
        func stage(of proposal: Proposal) -> RevisionStage? {
            proposal.millionths.map { millionths in
                RevisionStage(
                    base: live.number,
                    millionths: millionths,
                    salt: latest.stage?.salt ?? "r\(latest.number + 1)"
                )
            }
        }
    }

    /// Nil on an empty ledger.
    func standing() async throws(LedgerError) -> Standing? {
        guard let latest = try await store.latestRevision() else { return nil }
        guard let stage = latest.stage else { return Standing(live: latest, latest: latest) }
        guard let live = try await store.revision(number: stage.base) else {
            throw LedgerError(.invariant, "revision \(stage.base), which is in force, is not in the ledger")
        }
        return Standing(live: live, latest: latest)
    }

    /// Asks for the revision that is rolled out to hold for more uploads.
    package struct Promotion: Sendable {
        package let by: String
        package let from: String
        package let reason: String
        /// The share it gets, in millionths; nil: all.
        package let millionths: Int?
        /// Limits that may be broken, beside those that were accepted when its roll-out began.
        package let accepted: [PlanLimit]

        package init(by: String, from: String, reason: String, millionths: Int?, accepted: [PlanLimit] = []) {
            self.by = by
            self.from = from
            self.reason = reason
            self.millionths = millionths
            self.accepted = accepted
        }
    }

    /// Makes a new revision with the documents of the one that is rolled out: for a larger or smaller share, or in force for
    /// all.
    package func promote(_ promotion: Promotion) async throws(LedgerError) -> Outcome {
        guard let staged = try await store.latestRevision(), staged.stage != nil else { return .noRollout }
        let before = (staged.audit?.accepted ?? []).compactMap { name in
            name.split(separator: ".").last.flatMap { PlanLimit(rawValue: String($0)) }
        }
        return try await apply(
            Proposal(
                documents: staged.documents,
                by: promotion.by,
                from: promotion.from,
                reason: promotion.reason,
                base: staged.number,
                accepted: before + promotion.accepted,
                millionths: promotion.millionths
            )
        )
    }

    /// Ends the roll-out: the documents in force hold for all again, as a new revision. `noRollout` while none is under
    /// way.
    package func endRollout(by: String, from: String, reason: String) async throws(LedgerError) -> Outcome {
        guard let staged = try await store.latestRevision(), let stage = staged.stage else { return .noRollout }
        return try await rollBack(
            Return(revision: stage.base, profile: nil, by: by, from: from, reason: reason, base: staged.number)
        )
    }
}
