/// What was not paid, cut into steps that add up. An estimate by nature: it compares with calls never made.
///
/// The baseline is every upload sent the dear way: `(sent + cached + rejected)` times the mean cost of a sent upload before
/// the steps that made sends cheaper. Steps stand in a fixed order, since another order would move money between them.
package struct Savings: Sendable, Hashable {
    package enum Step: String, Sendable, CaseIterable, Comparable {
        case cache, near, gate, resolution, side, model, tier

        package static func < (left: Step, right: Step) -> Bool { left.position < right.position }

        private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    package struct Part: Sendable, Hashable {
        package let step: Step
        /// Not negative for cache, near and gate; a dearer model makes its step negative.
        package let amount: Money
    }

    package let sent: Int
    package let cached: Int
    /// Of these, those that got a near duplicate's answer.
    package let near: Int
    package let rejected: Int
    /// What was paid for the sent uploads.
    package let cost: Money
    /// What it would have cost.
    package let baseline: Money
    /// In the order of ``Step``; cache and gate always, near duplicates where there are some, then what was given. Sums to `saved` with no rest.
    package let parts: [Part]
    /// `baseline - cost`.
    package let saved: Money

    /// Splits what was saved. Nil when nothing was sent: then there is no unit price to compare with.
    ///
    /// - Parameters:
    ///   - sent: Uploads the model was asked about, audits included.
    ///   - near: Of `cached`, those that got a near duplicate's answer.
    ///   - cost: Settled cost of these, with retries and failures.
    ///   - cheaper: By how much each later step made the sent uploads cheaper than they would have been, all else equal.
    ///     Cache, near and gate in it are ignored; a step given twice counts twice.
    /// Throws `amountOverflow`.
    package init?(
        sent: Int,
        cached: Int,
        near: Int = 0,
        rejected: Int,
        cost: Money,
        cheaper: [(step: Step, amount: Money)] = []
    ) throws(EconomicsError) {
        precondition(sent >= 0 && cached >= near && near >= 0 && rejected >= 0, "counts are not negative")
        guard sent > 0 else { return nil }
        let later = cheaper.filter { $0.step > .gate }.sorted { $0.step < $1.step }
        let onSent = try Money.sum(later.map(\.amount))
        let fullCost = try cost.adding(onSent)
        let (avoided, overflow) = cached.addingReportingOverflow(rejected)
        guard !overflow else { throw EconomicsError(.amountOverflow, "\(cached) + \(rejected) uploads") }
        // Each takes what those before it leave of a sum that was rounded once: no nano-dollar is lost between them.
        let notSent = try fullCost.scaled(by: avoided, over: sent)
        let byCaches = try fullCost.scaled(by: cached, over: sent)
        let byCache = try fullCost.scaled(by: cached - near, over: sent)
        let byNear = try byCaches.subtracting(byCache)
        let byGate = try notSent.subtracting(byCaches)
        self.sent = sent
        self.cached = cached
        self.near = near
        self.rejected = rejected
        self.cost = cost
        baseline = try fullCost.adding(notSent)
        saved = try baseline.subtracting(cost)
        parts =
            [Part(step: .cache, amount: byCache)] + (near > 0 ? [Part(step: .near, amount: byNear)] : [])
            + [Part(step: .gate, amount: byGate)] + later.map { Part(step: $0.step, amount: $0.amount) }
    }

    /// What one step saved; zero when it is not among the parts.
    package func amount(of step: Step) -> Money {
        parts.first { $0.step == step }?.amount ?? .zero
    }

    /// An amount as a share of the baseline, for example 0.534; zero without a baseline.
    package func share(of amount: Money) -> Double {
        baseline > .zero ? Double(amount.nanoUSD) / Double(baseline.nanoUSD) : 0
    }
}
