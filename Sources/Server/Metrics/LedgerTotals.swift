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

    struct Sums: Sendable {
        var answers: [AnswerRollup: AnswerRollup] = [:]
        var blocks: [BlockSeries: Int] = [:]
        var decisions: [DecisionSeries: Int] = [:]
        var audits: [String: Int] = [:]
        var costs: [CostSeries: CostSum] = [:]

        mutating func add(_ rollups: Rollups) throws(EconomicsError) {
            for rollup in rollups.decisions {
                // A device that was told to send is no upload yet, and no audit: what follows is counted when it comes.
                guard let outcome = rollup.outcome else { continue }
                let series = DecisionSeries(profile: rollup.profile, outcome: outcome, reason: rollup.reason)
                decisions[series, default: 0] += rollup.count
                if rollup.audit { audits[rollup.profile, default: 0] += rollup.count }
            }
            for rollup in rollups.costs {
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
            }
            for rollup in rollups.answers {
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

    private struct Closed: Sendable {
        /// Hours before it are in `sums`.
        var before: Timestamp
        var sums = Sums()
    }

    /// No upload of a closed hour is still running after this.
    private static let settleTime: Int64 = 2 * 3600
    private let closed = Locked(Closed(before: Timestamp(microseconds: 0)))

    func sums(store: any LedgerStore, now: Timestamp) async throws -> Sums {
        let known = closed.withLock { $0 }
        let boundary = Timestamp.seconds((now.seconds - Self.settleTime) / 3600 * 3600)
        var kept = known
        if boundary > known.before {
            try kept.sums.add(try await store.rollups(from: known.before, to: boundary))
            kept.sums.add(try await store.blocks(from: known.before, to: boundary))
            kept.before = boundary
            let advanced = kept
            closed.withLock { if $0.before < advanced.before { $0 = advanced } }
        }
        var sums = kept.sums
        let end = now.advanced(bySeconds: 86_400)
        try sums.add(try await store.rollups(from: kept.before, to: end))
        sums.add(try await store.blocks(from: kept.before, to: end))
        return sums
    }
}
