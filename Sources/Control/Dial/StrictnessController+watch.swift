extension StrictnessController {
    /// Compares today's traffic with the certificate's, and takes the steps between phases.
    mutating func watch(at time: Int64) {
        if certificate != nil, traffic.sharpnessScorer.isOtherScorer || traffic.areaScorer.isOtherScorer {
            voidCertificate()
        }
        renewScorerBase()
        let moved = max(
            traffic.sharpnessDrift.index(of: traffic.sharpnessFast),
            traffic.areaDrift.index(of: traffic.areaFast)
        )
        let age = certificate.map { time - $0.to } ?? 0
        isClaimWithdrawn = moved > DriftWatch.claimLimit || age > DriftWatch.claimDays * TrafficForecast.dayLength
        let day = time / TrafficForecast.dayLength
        switch phase {
        case .conservative:
            guard certificate != nil, !isAlarmed else { return }
            phase = .tighten
            tightening = Tightening()
        case .tighten:
            guard let certificate else {
                phase = .conservative
                return
            }
            // Reached: all that is certified, or all that the target needs.
            if tightening.advance(day: day, to: certificate) || isTargetReached { phase = .hold }
        case .measure, .hold:
            break
        }
    }

    /// Whether the thresholds allowed so far already reject what the target asks for.
    private var isTargetReached: Bool {
        traffic.recent.count >= Self.leastSample && !isBlocked && credit.images > -Credit.limit / 4
            && tightening.sharpness > Tightening.start
    }

    /// Another scorer made the scores: what was proven of the old ones says nothing of these.
    package mutating func voidCertificate() {
        certificate = nil
        traffic.sharpnessDrift = DriftWatch()
        traffic.areaDrift = DriftWatch()
        traffic.sharpnessScorer = DriftWatch()
        traffic.areaScorer = DriftWatch()
        traffic.scorerBase = judged
        enterConservative()
    }

    /// Uploads after which the last days are looked at anew.
    private static let scorerPeriod = 2000

    /// Takes the last days' distribution for the one a sudden change is measured against.
    private mutating func renewScorerBase() {
        guard traffic.recent.count >= Self.leastSample,
            !traffic.sharpnessScorer.isSet || judged - traffic.scorerBase >= Self.scorerPeriod
        else { return }
        traffic.scorerBase = judged
        var piled = (sharpness: 0, area: 0)
        traffic.recent.forEach { sample in
            if sample.sharpness <= 0 || sample.sharpness >= 1 { piled.sharpness += 1 }
            if sample.area <= 0 || sample.area >= 1 { piled.area += 1 }
        }
        traffic.sharpnessScorer.set(traffic.sharpnessSlow, pile: Double(piled.sharpness) / Double(traffic.recent.count))
        traffic.areaScorer.set(traffic.areaSlow, pile: Double(piled.area) / Double(traffic.recent.count))
    }

    /// Back to thresholds that reject next to nothing. What is owed is forgotten: it was owed by another strictness.
    package mutating func enterConservative() {
        if phase != .measure { phase = .conservative }
        credit = Credit()
        forgotten += 1
    }

    /// False rejects rose: conservative thresholds until an operator has looked.
    package mutating func raiseAlarm() {
        isAlarmed = true
        changes += 1
        regression = RegressionAlarm(bound: settings.falseRejectMax, rejectShare: 1 - settings.target)
        enterConservative()
    }

    /// A second judgement of an audit, or one that is taken back or changed.
    ///
    /// - Parameter theta: Strictness when it was judged.
    package mutating func correct(
        from earlier: AuditFinding,
        to later: AuditFinding,
        of scores: GateScores,
        theta: Double
    ) {
        guard earlier != later else { return }
        let isNear = isNear(scores, theta: theta)
        switch earlier {
        case .waiting where waitingAudits > 0: waitingAudits -= 1
        case .waiting, .falseReject:
            // Memories of before took every answer for a false reject until somebody said otherwise.
            falseAudits = max(0, falseAudits - 1)
            regression.retract(isNear: isNear)
        case .rightReject: break
        }
        // What the alarm has once heard of as the gate's right it need not hear of again.
        if earlier == .falseReject, later == .rightReject { return }
        enter(later, isNear: isNear)
    }

    /// An operator has looked: the way back begins with the evidence there is.
    package mutating func clearAlarm() {
        isAlarmed = false
        changes += 1
    }

    /// Takes the measure phase's distribution for the one to watch drift from.
    mutating func watchDrift() {
        traffic.sharpnessDrift.set(traffic.sharpnessSlow, pile: 0)
        traffic.areaDrift.set(traffic.areaSlow, pile: 0)
    }
}
