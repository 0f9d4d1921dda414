package import Policy

/// One change of a controller, with its reason and what it rests on.
package struct Adjustment: Sendable, Hashable {
    package enum Reason: String, Sendable, CaseIterable {
        /// The traffic moved: another strictness sends the share that is wanted.
        case traffic
        /// The day's budget allows less, or again more, than the target.
        case pace
        /// Another phase or state was entered.
        case state
        /// A certificate came, or a step towards its ceilings.
        case certificate
        /// Labels that cost nothing let a ceiling rise.
        case raise
        /// Another scorer made the scores: the certificate is void.
        case scorer
        /// False rejects rose.
        case falseRejects = "false_rejects"
        /// The claim was withdrawn, or holds again: traffic has moved from the certificate's, or is back.
        case claim
        /// A day's final revenue is known: later days are planned with it.
        case revenue
        /// An operator approved what was proposed.
        case approval
    }

    /// What a controller shows at one moment.
    package struct Standing: Sendable, Hashable {
        package internal(set) var state = ControlState.conservative
        /// Strictness without credit.
        package internal(set) var strictness = 0.0
        package internal(set) var thresholds = Thresholds(sharpness: 0, saliencyArea: 0)
        /// The send rate aimed at, 0...1.
        package internal(set) var rate = 0.0
        package internal(set) var judged = 0
        package internal(set) var sent = 0
        /// Of the certificate; 1 without one.
        package internal(set) var bound = 1.0
        package internal(set) var isClaimWithdrawn = false
        package internal(set) var isPaceBound = false
        package internal(set) var raises = 0
        /// What expected revenue comes to in the end, as a share of it; and what is still to be given up for days that
        /// spent more than they earned, in nano-USD.
        package internal(set) var yield = 1.0
        package internal(set) var debt: Int64 = 0
    }

    /// Milliseconds in the budget's zone.
    package let time: Int64
    package let reason: Reason
    package let before: Standing
    package let after: Standing

    /// Uploads between the two, and the share of them that was sent; nil for none.
    package var sendRate: Double? {
        let judged = after.judged - before.judged
        return judged > 0 ? Double(after.sent - before.sent) / Double(judged) : nil
    }
}

extension StrictnessController {
    /// Share of the ranks by which strictness moves before it is worth a line.
    private static let worthNoting = 0.01
    /// Lines kept until somebody takes them.
    private static let mostAdjustments = 256

    /// As it stands now.
    package var standing: Adjustment.Standing {
        Adjustment.Standing(
            state: state,
            strictness: base,
            thresholds: approved ?? proposal,
            rate: rate,
            judged: judged,
            sent: sent,
            bound: certificate?.bound ?? 1,
            isClaimWithdrawn: isClaimWithdrawn,
            isPaceBound: isPaceBound,
            raises: traffic.raises.made.count,
            yield: traffic.pace.trueUps.yield,
            debt: traffic.pace.trueUps.debt
        )
    }

    /// Takes what changed since the last time, oldest first.
    package mutating func takeAdjustments() -> [Adjustment] {
        defer { adjustments.removeAll() }
        return adjustments
    }

    /// Keeps a line when something changed that an operator would want to know.
    mutating func note(at time: Int64, _ reason: Adjustment.Reason? = nil) {
        let now = standing
        guard let noted else {
            // The first look: there is nothing before it.
            self.noted = now
            return
        }
        guard let reason = reason ?? change(from: noted, to: now) else { return }
        if adjustments.count == Self.mostAdjustments { adjustments.removeFirst() }
        adjustments.append(Adjustment(time: time, reason: reason, before: noted, after: now))
        self.noted = now
    }

    private func change(from noted: Adjustment.Standing, to now: Adjustment.Standing) -> Adjustment.Reason? {
        if now.bound != noted.bound { return now.bound == 1 ? .scorer : .certificate }
        if now.raises != noted.raises { return .raise }
        if now.state == .alarm, noted.state != .alarm { return .falseRejects }
        if now.state != noted.state { return .state }
        if now.isClaimWithdrawn != noted.isClaimWithdrawn { return .claim }
        if now.isPaceBound != noted.isPaceBound { return .pace }
        guard phase == .hold || phase == .tighten else { return nil }
        guard abs(now.strictness - noted.strictness) >= Self.worthNoting else { return nil }
        return now.isPaceBound ? .pace : .traffic
    }
}

extension Adjustment.Standing {
    func store(in memory: inout MemoryWriter) {
        memory.put(state.rawValue)
        memory.put([strictness, thresholds.sharpness, thresholds.saliencyArea, rate, bound, yield])
        memory.put([judged, sent, raises, Int(debt)])
        memory.put([isClaimWithdrawn, isPaceBound])
    }

    init(_ memory: inout MemoryReader) {
        self.init()
        let state = ControlState(rawValue: memory.text())
        let reals = memory.reals()
        let counts = memory.integers()
        let flags = memory.flags()
        guard let state, reals.count == 6, counts.count == 4, flags.count == 2 else {
            memory.refuse()
            return
        }
        self.state = state
        strictness = reals[0]
        thresholds = Thresholds(sharpness: reals[1], saliencyArea: reals[2])
        rate = reals[3]
        bound = reals[4]
        yield = reals[5]
        judged = counts[0]
        sent = counts[1]
        raises = counts[2]
        debt = Int64(counts[3])
        isClaimWithdrawn = flags[0]
        isPaceBound = flags[1]
    }
}
