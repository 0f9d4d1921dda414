package import Economics
package import Ledger
package import Policy

/// What some uploads came to: counts, money, tokens, time. Dashboard, reports and metrics all read these sums, so they
/// agree to the last digit.
package struct EconomicsFigures: Sendable, Hashable {
    /// Images that came, and on-device rejects of images that never will. Idempotent replays are none.
    package private(set) var uploads = 0
    /// Uploads that count for the send rate: not cache hits, not undecodable ones.
    package private(set) var judged = 0
    package private(set) var outcomes: [Outcome: Int] = [:]
    /// Deciding reasons by what became of the upload; those of one outcome add up to it.
    package private(set) var reasonsOfOutcomes: [Outcome: [Reason: Int]] = [:]
    /// Rejected by the gate and sent all the same, to learn whether it was right.
    package private(set) var audits = 0
    /// On-device questions answered `send`: their uploads follow and are counted then.
    package private(set) var deviceSends = 0
    /// Sent although a near duplicate had an answer, and answered by the cloud.
    package private(set) var compared = 0
    /// Of these, those for which the cloud named another category than the near duplicate has.
    package private(set) var disagreed = 0
    package private(set) var attempts = 0
    package private(set) var attemptResults: [String: Int] = [:]
    package private(set) var spend = Money.zero
    /// Of `spend`: time-outs that may not have been billed.
    package private(set) var uncertain = Money.zero
    package private(set) var usage = TokenUsage.zero
    /// Estimated from eCPM and impressions for each upload, as the revision said that was in force.
    package private(set) var revenue = Money.zero
    /// That estimate for all uploads, whatever networks reported since.
    package private(set) var revenueExpected = Money.zero
    /// Of `revenue`, what networks reported instead; the rest is that estimate.
    package private(set) var revenueReported = Money.zero
    /// Of that, what will not change any more.
    package private(set) var revenueFinal = Money.zero
    /// Impression events that apps reported, what they said they paid, and those that came again and were not counted. They
    /// tell how a network's revenue is spread, and are no part of `revenue`.
    package private(set) var events = 0
    package private(set) var eventRevenue = Money.zero
    package private(set) var eventRepeats = 0
    package private(set) var latencyMicros: Int64 = 0
    /// Of uploads that were sent: from the complete body to the answer, and measuring in it.
    package private(set) var sentLatencyMicros: Int64 = 0
    package private(set) var sentGateMicros: Int64 = 0
    /// Open holds.
    package private(set) var held = Money.zero
    /// False where attempts cannot be told apart as asked, by key, category or reason: then these have no attempts,
    /// tokens, holds or savings, and their cost is that of their recorded decisions.
    package private(set) var tellsAttempts = true
    package private(set) var gateMicros: Int64 = 0
    package private(set) var gated = 0
    /// What users said about these uploads.
    package private(set) var feedback: [Feedback.Kind: Int] = [:]
    /// At least one figure comes from the emulator.
    package private(set) var isEmulated = false

    package init() {}

    package func count(_ outcome: Outcome) -> Int { outcomes[outcome, default: 0] }

    package func count(_ outcome: Outcome, _ reason: Reason) -> Int {
        reasonsOfOutcomes[outcome]?[reason] ?? 0
    }

    /// Deciding reasons of all uploads.
    package var reasons: [Reason: Int] {
        reasonsOfOutcomes.values.reduce(into: [:]) { all, one in all.merge(one, uniquingKeysWith: +) }
    }

    /// Deciding reasons of those the gate rejected and that stayed behind.
    package var rejections: [Reason: Int] { reasonsOfOutcomes[.rejected] ?? [:] }

    /// Sends including audits and those that are to come ÷ judged uploads, 0...1; nil when nothing was judged.
    package var sendRate: Double? {
        judged > 0 ? Double(count(.sent) + count(.deferred)) / Double(judged) : nil
    }

    /// Answered with a near duplicate's answer.
    package var nearHits: Int { reasons[.nearCache, default: 0] }

    /// Comparisons that disagreed ÷ comparisons, 0...1; nil when nothing was compared.
    package var disagreement: Double? { compared > 0 ? Double(disagreed) / Double(compared) : nil }

    /// Cost against revenue, an upload and a send at a time.
    package func units() throws(EconomicsError) -> UnitEconomics {
        try UnitEconomics(uploads: uploads, sent: count(.sent), revenue: revenue, cost: spend)
    }

    /// From the complete body to the answer, whatever it was; nil when nothing was answered.
    package var meanLatency: Duration? {
        uploads > 0 ? .microseconds(latencyMicros / Int64(uploads)) : nil
    }
    /// What it would be without a gate, an estimate: that of sent uploads, less their measuring. Nil when nothing was sent.
    package var sendAllLatency: Duration? {
        let sent = count(.sent)
        return sent > 0 ? .microseconds(max(0, sentLatencyMicros - sentGateMicros) / Int64(sent)) : nil
    }
    /// What was kept from being spent, at the mean cost of a send of the same profile over the whole report. Sums of
    /// rows, so that they add up; estimates all the same.
    package private(set) var savedByCache = Money.zero
    /// Beside it: by answers of near duplicates.
    package private(set) var savedByNear = Money.zero
    package private(set) var savedByGate = Money.zero
    /// By what sends were made cheaper.
    package private(set) var cheaper = CheaperSends.none
    /// Cached and rejected uploads of profiles that sent nothing: nobody can say what they saved.
    package private(set) var unpriced = 0

    /// Where revenue comes from, in one word.
    package enum RevenueStatus: String, Sendable {
        /// eCPM times impressions of uploads.
        case estimated
        /// Reported, and may still change.
        case reported
        case final
        /// Some of it is one thing and some another.
        case mixed
    }

    package var revenueStatus: RevenueStatus {
        if revenueReported == .zero { return .estimated }
        guard revenueReported == revenue else { return .mixed }
        return revenueFinal == revenue ? .final : revenueFinal == .zero ? .reported : .mixed
    }

    /// Saved by all steps together. Throws `amountOverflow`.
    package func saved() throws(EconomicsError) -> Money {
        try savedByCache.adding(savedByNear).adding(savedByGate).adding(cheaper.total())
    }

    /// Every step in its order, those that saved nothing too.
    package var savings: [(step: Savings.Step, amount: Money)] {
        [(.cache, savedByCache), (.near, savedByNear), (.gate, savedByGate)] + cheaper.steps
    }

    /// What sending everything, in the plain way, would have cost.
    package func baseline() throws(EconomicsError) -> Money { try spend.adding(saved()) }
}

extension EconomicsFigures {
    /// Adds decisions. `terms`: what one upload earned under their revision.
    mutating func add(_ rollup: DecisionRollup, terms: RevenueSettings?) throws(EconomicsError) {
        isEmulated = isEmulated || rollup.emulated
        guard let outcome = rollup.outcome else {
            guard rollup.route == .gate else { return }
            deviceSends += rollup.count
            return
        }
        uploads += rollup.count
        outcomes[outcome, default: 0] += rollup.count
        reasonsOfOutcomes[outcome, default: [:]][rollup.reason, default: 0] += rollup.count
        if rollup.judged { judged += rollup.count }
        if rollup.audit { audits += rollup.count }
        compared += rollup.compared
        disagreed += rollup.disagreed
        latencyMicros += rollup.latencyMicros
        gateMicros += rollup.gateMicros
        gated += rollup.gated
        if outcome == .sent {
            sentLatencyMicros += rollup.latencyMicros
            sentGateMicros += rollup.gateMicros
        }
        if let terms, outcome != .failed {
            let upload = UploadRevenue(
                ecpm: terms.ecpm,
                impressionsPerUploadMicros: terms.impressionsPerUploadMicros
            )
            let earned = try upload.earned(byUploads: rollup.count)
            revenue = try revenue.adding(earned)
            revenueExpected = try revenueExpected.adding(earned)
        }
    }

    /// Adds attempts.
    mutating func add(_ rollup: CostRollup) throws(EconomicsError) {
        isEmulated = isEmulated || rollup.emulated
        attempts += rollup.attempts
        attemptResults[rollup.result, default: 0] += rollup.attempts
        spend = try spend.adding(rollup.cost)
        uncertain = try uncertain.adding(rollup.uncertain)
        usage = usage.adding(rollup.usage)
        cheaper = try cheaper.adding(rollup.cheaper)
    }

    /// Puts what was reported in the place of the estimate, or of a part of it.
    mutating func report(revenue: Money, reported: Money, final: Money) {
        self.revenue = revenue
        revenueReported = reported
        revenueFinal = final
    }

    /// Adds what users said.
    mutating func add(_ words: FeedbackCount) { feedback[words.kind, default: 0] += words.count }

    /// Adds impression events.
    mutating func add(_ rollup: RevenueEventRollup) throws(EconomicsError) {
        events += rollup.events
        eventRevenue = try eventRevenue.adding(rollup.amount)
        eventRepeats += rollup.repeats
    }

    /// Adds open holds.
    mutating func add(_ rollup: HeldRollup) throws(EconomicsError) { held = try held.adding(rollup.amount) }

    /// Adds cost alone, where attempts cannot be told apart.
    mutating func add(costAlone cost: Money) throws(EconomicsError) {
        tellsAttempts = false
        spend = try spend.adding(cost)
    }

    /// Prices what was not sent. `profile`: all of the same profile over the whole report.
    mutating func price(by profile: EconomicsFigures) throws(EconomicsError) {
        let savings = try Savings(
            sent: profile.count(.sent),
            cached: count(.cached),
            near: nearHits,
            rejected: count(.rejected),
            cost: profile.spend,
            cheaper: profile.cheaper.steps
        )
        guard let savings else {
            unpriced = count(.cached) + count(.rejected)
            return
        }
        savedByCache = savings.amount(of: .cache)
        savedByNear = savings.amount(of: .near)
        savedByGate = savings.amount(of: .gate)
    }

    /// Adds other sums.
    mutating func add(_ other: EconomicsFigures) throws(EconomicsError) {
        uploads += other.uploads
        judged += other.judged
        outcomes.merge(other.outcomes, uniquingKeysWith: +)
        for (outcome, reasons) in other.reasonsOfOutcomes {
            reasonsOfOutcomes[outcome, default: [:]].merge(reasons, uniquingKeysWith: +)
        }
        audits += other.audits
        compared += other.compared
        disagreed += other.disagreed
        deviceSends += other.deviceSends
        attempts += other.attempts
        attemptResults.merge(other.attemptResults, uniquingKeysWith: +)
        spend = try spend.adding(other.spend)
        uncertain = try uncertain.adding(other.uncertain)
        usage = usage.adding(other.usage)
        revenue = try revenue.adding(other.revenue)
        revenueExpected = try revenueExpected.adding(other.revenueExpected)
        revenueReported = try revenueReported.adding(other.revenueReported)
        revenueFinal = try revenueFinal.adding(other.revenueFinal)
        events += other.events
        eventRevenue = try eventRevenue.adding(other.eventRevenue)
        eventRepeats += other.eventRepeats
        savedByCache = try savedByCache.adding(other.savedByCache)
        savedByNear = try savedByNear.adding(other.savedByNear)
        savedByGate = try savedByGate.adding(other.savedByGate)
        unpriced += other.unpriced
        cheaper = try cheaper.adding(other.cheaper)
        held = try held.adding(other.held)
        tellsAttempts = tellsAttempts && other.tellsAttempts
        latencyMicros += other.latencyMicros
        sentLatencyMicros += other.sentLatencyMicros
        sentGateMicros += other.sentGateMicros
        gateMicros += other.gateMicros
        gated += other.gated
        feedback.merge(other.feedback, uniquingKeysWith: +)
        isEmulated = isEmulated || other.isEmulated
    }
}
