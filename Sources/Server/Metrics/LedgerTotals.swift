import Economics
import Ledger
import Platform
import Policy

/// Sums over all time, kept without reading all time: hours long closed are read once, the open ones at every look.
final class LedgerTotals: Sendable {
    /// One series of decisions.
    struct DecisionSeries: Sendable, Hashable {
        let profile: String
        let outcome: Outcome
        let reason: Reason
    }

    /// One series of attempts.
    struct CostSeries: Sendable, Hashable {
        let profile: String
        let model: String
        let tier: String
        let result: String
    }

    struct CostSum: Sendable, Hashable {
        var attempts = 0
        var cost = Money.zero
        var usage = TokenUsage.zero
    }

    /// One series of blocked prompts and answers.
    struct BlockSeries: Sendable, Hashable {
        let profile: String
        let stage: String
        let reason: String
        let category: String
    }

    struct Rechecks: Sendable, Hashable {
        var compared = 0
        var disagreed = 0
    }

    struct Sums: Sendable {
        var answers: [AnswerRollup: AnswerRollup] = [:]
        var blocks: [BlockSeries: Int] = [:]
        var decisions: [DecisionSeries: Int] = [:]
        var audits: [String: Int] = [:]
        /// Re-checks of near duplicates.
        var rechecks: [String: Rechecks] = [:]
        var costs: [CostSeries: CostSum] = [:]
        /// Of these, what the emulator answered, by profile.
        var emulatedCosts: [String: Money] = [:]
        /// Of decisions: what their attempts came to, once all of them are settled.
        var decisionCost = Money.zero

        /// Adds those of some hours.
        mutating func add(_ rollups: Rollups, in hours: SnapshotQuery.Hours) throws(EconomicsError) {
            for rollup in rollups.decisions where hours.contains(rollup.hour) {
                // A device that was told to send is no upload yet, and no audit: what follows is counted when it comes.
                decisionCost = try decisionCost.adding(rollup.cost)
                guard let outcome = rollup.outcome else { continue }
                let series = DecisionSeries(profile: rollup.profile, outcome: outcome, reason: rollup.reason)
                decisions[series, default: 0] += rollup.count
                if rollup.audit { audits[rollup.profile, default: 0] += rollup.count }
                rechecks[rollup.profile, default: Rechecks()].compared += rollup.compared
                rechecks[rollup.profile, default: Rechecks()].disagreed += rollup.disagreed
            }
            for rollup in rollups.costs where hours.contains(rollup.hour) {
                let series = CostSeries(
                    profile: rollup.profile,
                    model: rollup.model,
                    tier: rollup.tier,
                    result: rollup.result
                )
                var sum = costs[series] ?? CostSum()
                sum.attempts += rollup.attempts
                sum.cost = try sum.cost.adding(rollup.cost)
                sum.usage = sum.usage.adding(rollup.usage)
                costs[series] = sum
                guard rollup.emulated else { continue }
                let before = emulatedCosts[rollup.profile] ?? .zero
                emulatedCosts[rollup.profile] = try before.adding(rollup.cost)
            }
            for rollup in rollups.answers where hours.contains(rollup.hour) {
                let group = rollup.ofAllHours
                answers[group, default: group].add(rollup)
            }
        }

        mutating func add(_ counts: [BlockCount]) {
            for count in counts {
                let series = BlockSeries(
                    profile: count.profile,
                    stage: count.block.stage.rawValue,
                    reason: count.block.reason,
                    category: count.block.category
                )
                blocks[series, default: 0] += count.count
            }
        }
    }

    fileprivate struct Closed: Sendable {
        /// Hours before it are in `sums`.
        var before: Timestamp
        var sums = Sums()
    }

    /// No upload of a closed hour is still running after this, unless it waits in a job.
    private static let settleTime: Int64 = 2 * 3600
    private let closed = Locked(Closed(before: Timestamp(microseconds: 0)))

    /// One look at the sums: what is known, and up to where hours are closed by now.
    struct Look: Sendable {
        fileprivate let known: Closed
        fileprivate let boundary: Timestamp
        /// What must be read: the hours closed since the last look, and the open ones.
        let hours: [SnapshotQuery.Hours]
    }

    func look(now: Timestamp) -> Look {
        let known = closed.withLock { $0 }
        let boundary = max(known.before, Timestamp.seconds((now.seconds - Self.settleTime) / 3600 * 3600))
        let end = max(boundary, now).advanced(bySeconds: 86_400)
        return Look(
            known: known,
            boundary: boundary,
            hours: [.init(from: known.before, to: boundary), .init(from: boundary, to: end)]
        )
    }

    /// What decisions of closed hours cost less what their attempts did: another amount than 0 is a fault of the ledger.
    func difference() throws(EconomicsError) -> Money {
        let sums = closed.withLock { $0.sums }
        return try sums.decisionCost.subtracting(try Money.sum(sums.costs.values.map(\.cost)))
    }

    /// All sums, given a snapshot that covers the look's hours and has the blocks of each.
    func sums(of ledger: LedgerSnapshot, _ look: Look) throws(EconomicsError) -> Sums {
        var sums = look.known.sums
        for (hours, blocks) in zip(look.hours, ledger.blocks) {
            try sums.add(ledger.rollups, in: hours)
            sums.add(blocks)
            guard hours == look.hours.first, !ledger.hasOpenWork(before: look.boundary) else { continue }
            let advanced = Closed(before: look.boundary, sums: sums)
            closed.withLock { if $0.before < advanced.before { $0 = advanced } }
        }
        return sums
    }
}

extension LedgerSnapshot {
    /// Whether an hour before `boundary` may still change: a call of it has no bill yet, as in a job, or none but the full
    /// hold that stands for one; or an upload has no answer.
    fileprivate func hasOpenWork(before boundary: Timestamp) -> Bool {
        let lateFrom = boundary.advanced(bySeconds: -Self.lateBillTime)
        return held.contains { $0.hour < boundary }
            || rollups.decisions.contains { $0.hour < boundary && $0.outcome == .deferred }
            || rollups.costs.contains { lateFrom <= $0.hour && $0.hour < boundary && $0.result == Settlement.expired }
    }

    /// Bills of jobs come within three days, or never.
    private static let lateBillTime: Int64 = 3 * 86_400
}
