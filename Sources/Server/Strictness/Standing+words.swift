import Control
import Platform
import Policy

/// What operators are told of a dial, in plain words.
extension StrictnessDesk.Standing {
    /// Images by which sends may be off whatever arrives, as long as no limit stands in the way.
    private static let creditBound = Int(Credit.limit) + 1

    /// What holds of the send rate in this mode, and what does not.
    var guarantee: String {
        if name.source == .reported {
            return
                "devices judge by thresholds up to \(age) old: the rate follows within that time, nothing is "
                + "promised upload by upload; none is given out above a ceiling, and wrong rejects are counted by the "
                + "devices' own draws"
        }
        if mode == .plan {
            return
                "thresholds move when an operator approves: the rate is what the traffic makes of them, inside the ceilings"
        }
        switch state {
        case .measure: return "everything is sent: no rate is held, and no answer is lost to the gate"
        case .conservative, .alarm: return "no rate is held: next to nothing is rejected until evidence allows it"
        case .tighten, .hold, .targetBlockedByFR, .targetBlockedByFloor, .paceBlockedByFR:
            let limits = clamped == 0 ? "" : ", and \(clamped) more that a limit decided"
            return
                "sends stay within \(Self.creditBound) images of the aim, whatever arrives\(limits); no threshold passes a "
                + "ceiling"
        }
    }

    /// How old a policy may be that devices judge by.
    private var age: String {
        let (days, rest) = staleAfter.components.seconds.quotientAndRemainder(dividingBy: 86_400)
        return rest == 0 && days > 1 ? "\(days) days" : staleAfter.shown
    }

    /// Why it is in the state it is in.
    var evidence: String {
        let (least, most) = (FigureText.share(feasible.lowerBound), FigureText.share(feasible.upperBound))
        let rate = sendRate.map { FigureText.share($0) } ?? "too few to say"
        switch state {
        case .measure: return "\(judged) uploads judged, all of them sent"
        case .conservative:
            return certificate == nil
                ? "no certificate: nothing proves that more may be rejected"
                : "a certificate with bound \(percent4(certifiedBound)); its ceilings are approached from tomorrow on"
        case .tighten:
            let (sharpness, area) = (FigureText.share(reached.sharpness), FigureText.share(reached.area))
            let ends = certificate.map {
                " of \(FigureText.share($0.sharpness.ceilingRank)) and \(FigureText.share($0.area.ceilingRank))"
            }
            return "gates reach ranks \(sharpness) and \(area)\(ends ?? ""), by a rank-percent a day"
        case .hold:
            return
                "thresholds in force would send \(rate) of recent uploads, \(FigureText.share(standing.rate)) is aimed at; "
                + auditWords
        case .targetBlockedByFR:
            return "at its ceilings \(least) of recent uploads would be sent, \(FigureText.share(target)) is the target"
        case .targetBlockedByFloor:
            return
                "below its floors so much is junk that at most \(most) would be sent, \(FigureText.share(target)) is the target"
        case .paceBlockedByFR:
            return "the budget pays for \(FigureText.share(standing.rate)), at its ceilings \(least) would be sent"
        case .alarm:
            return "\(auditWords), or users reported wrong rejects: more than "
                + "\(percent4(falseRejectMax)) of uploads allows"
        }
    }

    private var auditWords: String {
        let waiting = waitingAudits == 0 ? "" : " and \(waitingAudits) nobody has judged"
        return "\(falseAudits) of \(audits) audits were right answers\(waiting)"
    }

    private func percent4(_ share: Double) -> String { FigureText.share(share, decimals: 4) }
}
