package import Policy

extension StrictnessController {
    /// Takes up again after a restart: scores of the latest uploads, oldest first, and the certificate that survived. Nothing is
    /// owed, and without a certificate the thresholds are conservative.
    package mutating func resume(after scores: [GateScores], certificate: Certificate?) {
        for score in scores { traffic.remember(score) }
        if let certificate { adopt(certificate) }
    }

    /// Takes a certificate: from conservative thresholds the way to its ceilings begins.
    package mutating func adopt(_ certificate: Certificate) {
        self.certificate = certificate
        changes += 1
        watchDrift()
    }

    /// Takes a profile's new numbers.
    package mutating func adopt(_ settings: ControlSettings, isMeasuring: Bool) {
        self.settings = settings
        changes += 1
        if isMeasuring {
            phase = .measure
        } else if phase == .measure {
            phase = .conservative
            credit = Credit()
        }
    }

    /// Aims at another share from here on: the profile's, as far as gates before this one leave it.
    package mutating func aim(at target: Double) { settings.target = target }

    /// What was to be sent stayed local after all: nothing was spent on it.
    package mutating func refund(_ cost: Int64) { pending.append(.refund(cost)) }

    /// Learns what a nano-USD that uploads of a day were expected to earn came to, days later: later days are planned with
    /// it, and give up what was spent beyond it.
    ///
    /// - Parameters:
    ///   - day: Of `time / 86_400_000`.
    ///   - time: Now, in milliseconds.
    /// - Returns: Whether it said something new.
    package mutating func trueUp(day: Int64, final: Double, at time: Int64) -> Bool {
        guard traffic.pace.trueUp(day: day, final: final) else { return false }
        note(at: time, .revenue)
        return true
    }

    /// Counts an upload whose row is lost: it counts as sent.
    package mutating func skip() {
        judged += 1
        sent += 1
        sinceTick += 1
        if phase == .hold || phase == .tighten, approved == nil {
            credit.count(isSent: true, target: rate, isJunk: false)
        }
    }

    /// Lets an operator's thresholds judge instead of the dial's; nil lets the dial act.
    ///
    /// - Parameter time: Milliseconds of an operator's approval; nil where a profile's mode says so.
    package mutating func approve(_ thresholds: Thresholds?, at time: Int64? = nil) {
        if (approved == nil) != (thresholds == nil) { credit = Credit() }
        approved = thresholds
        changes += 1
        if let time { note(at: time, .approval) }
    }

    /// The thresholds the dial would have, credit left out: what it proposes.
    package var proposal: Thresholds {
        let free = Thresholds(
            sharpness: sharpnessTable.cut(at: base).score,
            saliencyArea: areaTable.cut(at: areaRank(base)).score
        )
        var dial = self
        dial.approved = nil
        return dial.thresholds(free)
    }

    /// The share of the last few thousand uploads that thresholds would send, 0...1; nil before there are enough.
    package func sendRate(at thresholds: Thresholds) -> Double? {
        guard traffic.recent.count >= Self.leastSample else { return nil }
        var sent = 0
        traffic.recent.forEach { sample in
            // A missing score compares as not below.
            if !sample.isOwn, !(sample.sharpness < thresholds.sharpness), !(sample.area < thresholds.saliencyArea) {
                sent += 1
            }
        }
        return Double(sent) / Double(traffic.recent.count)
    }

    /// Goes on at a number far beyond the last: too many rows are lost to say what is owed.
    package mutating func jump(to number: Int) {
        judged = max(judged, number)
        credit = Credit()
    }

    /// Share of the ranks strictness may still rise before a ceiling binds; below zero where one does.
    package var headroom: Double {
        let weight = certificate?.pathWeight ?? Self.standardWeight
        return min(
            sharpnessTable.rank(of: limits.sharpness.ceiling),
            areaTable.rank(of: limits.area.ceiling) / weight
        ) - base
    }

    /// Where the dial aims: the target, or what the budget leaves of it, 0...1.
    package var aim: Double { rate }
    /// Whether the budget allows less than the target.
    package var isBudgetBound: Bool { isPaceBound }
    /// Ranks up to which the gates have been tightened, on the way to the certified ones.
    package var reached: (sharpness: Double, area: Double) { (tightening.sharpness, tightening.area) }

    /// Strictness at this moment, before limits.
    package var theta: Double { base - credit.relief }

    /// The thresholds an upload without ties would be judged by at this moment.
    package var thresholdsInForce: Thresholds {
        let theta = theta
        return thresholds(
            Thresholds(
                sharpness: sharpnessTable.cut(at: theta).score,
                saliencyArea: areaTable.cut(at: areaRank(theta)).score
            )
        )
    }
}
