import Control
import Economics
import Ledger
import Policy

/// Uploads that devices judged themselves, by thresholds that were given out some hours before.
extension StrictnessDesk {
    /// Takes one report in; nil where the profile has no dial.
    func observe(
        _ evidence: Evidence,
        space: String,
        verdict: Verdict,
        draw: (share: Double, isDrawn: Bool)?,
        of snapshot: PolicySnapshot,
        id: String,
        client: String,
        at now: Timestamp
    ) -> ControlMark? {
        let profile = snapshot.profile
        // A dial follows the revision in force, as it does for uploads.
        guard profile.target.mode != .off, snapshot.rollout == nil else { return nil }
        let name = DialName(profile: profile.name, space: space, source: .reported)
        let scores = GateScores(evidence, settings: profile.gate)
        let time = Self.milliseconds(now, snapshot)
        let isPaced = profile.budget.maxShareOfRevenue != nil
        let (mark, memory, adjustments) = cell(name, of: snapshot).dial.withLock { dial in
            let upload = ControlUpload(
                time: time,
                scores: scores,
                hash: TraceRow.hash(id.utf8),
                client: client.isEmpty ? nil : TraceRow.hash(client.utf8),
                randomness: 0,
                cost: isPaced ? dial.meanCost : 0,
                revenue: Self.earned(profile)
            )
            let (decision, memory) = dial.observe(upload, verdict: verdict, draw: draw, of: snapshot, name: name)
            let mark = ControlMark(decision, cost: upload.cost, scores: scores)
            return (mark, memory, dial.controller.takeAdjustments())
        }
        if let memory { memories?.keep(memory) }
        keep(adjustments, name)
        if verdict == .reject, draw?.isDrawn != true { countAhead(snapshot) }
        return mark
    }

    /// Learns what the cloud made of an audit that came as a picture of its own.
    func learn(isRight: Bool, cost: Int64, from audit: DeviceAudit, of snapshot: PolicySnapshot) {
        guard snapshot.profile.target.mode != .off, snapshot.rollout == nil else { return }
        let name = DialName(profile: snapshot.profile.name, space: audit.space, source: audit.source)
        let memory = cell(name, of: snapshot).dial.withLock { dial -> DialMemory? in
            let wasAlarmed = dial.controller.isAlarmed
            dial.learn(cost: cost)
            dial.controller.learnAudit(
                isRight: isRight,
                of: audit.scores,
                strictness: audit.question?.decision.control?.strictness,
                isJudged: false
            )
            return dial.controller.isAlarmed && !wasAlarmed ? dial.memory(name) : nil
        }
        if let memory { memories?.keep(memory) }
    }

    /// The thresholds to give out to devices that judge for themselves; nil: those of the profile.
    func published(_ snapshot: PolicySnapshot, space: String) -> Thresholds? {
        guard snapshot.profile.target.mode != .off, snapshot.profile.phase == .enforce,
            snapshot.profile.scoreSpace(named: space) != nil
        else { return nil }
        let name = DialName(profile: snapshot.profile.name, space: space, source: .reported)
        return cell(name, of: snapshot).dial.withLock { $0.publish(of: snapshot, name: name) }
    }
}
