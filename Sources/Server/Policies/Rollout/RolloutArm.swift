package import Backtest
package import Economics
import Ledger
import Policy

/// What one side of a roll-out came to in one profile: the uploads of `POST /v1/classify` and of the Google door.
package struct RolloutArm: Sendable, Hashable {
    package private(set) var uploads = 0
    package private(set) var judged = 0
    package private(set) var sent = 0
    package private(set) var rejected = 0
    package private(set) var local = 0
    package private(set) var failed = 0
    /// Waiting to be sent with others.
    package private(set) var deferred = 0
    /// Rejected, and sent all the same to learn whether that was right; those the cloud answered.
    package private(set) var audits = 0
    /// Of them, those the cloud gave a category other than `other`.
    package private(set) var wrongAudits = 0
    package private(set) var spend = Money.zero
    /// Whether something of it comes from the emulator.
    package private(set) var isEmulated = false
    private var latencyMicros: Int64 = 0

    init() {}

    /// Throws `amountOverflow`.
    mutating func add(_ rollup: DecisionRollup) throws(EconomicsError) {
        guard let outcome = rollup.outcome, rollup.route != .gate else { return }
        uploads += rollup.count
        isEmulated = isEmulated || rollup.emulated
        if rollup.judged { judged += rollup.count }
        switch outcome {
        case .sent: sent += rollup.count
        case .rejected: rejected += rollup.count
        case .local: local += rollup.count
        case .failed: failed += rollup.count
        case .deferred: deferred += rollup.count
        case .cached: break
        }
        if rollup.audit, outcome == .sent {
            audits += rollup.count
            if rollup.category.isUsefulCategory { wrongAudits += rollup.count }
        }
        spend = try spend.adding(rollup.cost)
        latencyMicros += rollup.latencyMicros
    }

    /// Of judged uploads, audits and those that wait to be sent included.
    package var sendRate: RateInterval? {
        judged > 0 ? RateInterval(hits: min(sent + deferred, judged), trials: judged, confidence: 0.95) : nil
    }

    /// Right answers lost, as a share of judged uploads: the share of audits that were wrong, of all rejects. Estimate and
    /// both ends of its 95 % interval; nil while nothing was audited.
    package var lost: (estimate: Double, lower: Double, upper: Double)? {
        guard judged > 0, audits > 0 else { return nil }
        let wrong = RateInterval(hits: wrongAudits, trials: audits, confidence: 0.95)
        let ofJudged = Double(rejected) / Double(judged)
        return ((wrong.rate ?? 0) * ofJudged, wrong.lower * ofJudged, wrong.upper * ofJudged)
    }

    /// Nil without uploads.
    package var costPerThousand: Money? {
        // A mean is never larger than a thousand times its sum allows: no figure rather than a wrong one.
        uploads > 0 ? try? spend.scaled(by: 1_000, over: uploads) : nil
    }

    package var meanLatency: Duration? {
        uploads > 0 ? .microseconds(latencyMicros / Int64(uploads)) : nil
    }
}
