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
        let hash = TraceRow.hash(id.utf8)
        let clientHash = client.isEmpty ? nil : TraceRow.hash(client.utf8)
        let revenue = Self.earned(profile)
        let cell = cell(name, of: snapshot)
        cell.look(at: time, of: snapshot) { memories?.keep($0) }
        let (decision, cost, adjustments) = cell.briefly { dial in
            let cost = isPaced ? dial.meanCost : 0
            let upload = ControlUpload(
                time: time,
                scores: scores,
                hash: hash,
                client: clientHash,
                randomness: 0,
                cost: cost,
                revenue: revenue
            )
            let decision = dial.controller.take(
                upload,
                verdict: verdict,
                isAudit: draw?.isDrawn == true,
                propensity: draw?.share
            )
            return (decision, cost, dial.controller.takeAdjustments())
        }
        keep(adjustments, name)
        if verdict == .reject, draw?.isDrawn != true { countAhead(snapshot) }
        return ControlMark(decision, cost: cost, scores: scores)
    }

    /// Learns what the cloud made of an audit that came as a picture of its own.
    func learn(isRight: Bool, cost: Int64, from audit: DeviceAudit, of snapshot: PolicySnapshot) {
        guard snapshot.profile.target.mode != .off, snapshot.rollout == nil else { return }
        let name = DialName(profile: snapshot.profile.name, space: audit.space, source: audit.source)
        let cell = cell(name, of: snapshot)
        let isAlarm = cell.briefly { dial in
            let wasAlarmed = dial.controller.isAlarmed
            dial.learn(cost: cost)
            dial.controller.learnAudit(
                isRight: isRight,
                of: audit.scores,
                strictness: audit.question?.decision.control?.strictness,
                isJudged: false
            )
            return dial.controller.isAlarmed && !wasAlarmed
        }
        if isAlarm { keep(cell) }
    }

    /// The thresholds to give out to devices that judge for themselves; nil: those of the profile.
    func published(_ snapshot: PolicySnapshot, space: String) -> Thresholds? {
        guard snapshot.profile.target.mode != .off, snapshot.profile.phase == .enforce,
            snapshot.profile.scoreSpace(named: space) != nil
        else { return nil }
        let name = DialName(profile: snapshot.profile.name, space: space, source: .reported)
        let cell = cell(name, of: snapshot)
        // Counting what thresholds would send need not hold up uploads: of a copy.
        let dial = cell.whole { dial in
            if dial.revision != snapshot.revision { dial.adopt(snapshot, name: name) }
            return dial
        }
        let thresholds = dial.controller.thresholds(after: dial.published)
        cell.briefly { if $0.revision == dial.revision { $0.publish(thresholds) } }
        return thresholds
    }
}
