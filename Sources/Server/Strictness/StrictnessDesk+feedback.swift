import Control
import Documents
import Ledger
import Policy

/// What people say about what a dial decided.
extension StrictnessDesk {
    /// The dial that judged an upload.
    private func cell(of decision: DecisionRecord, _ snapshot: PolicySnapshot) -> DialCell? {
        guard snapshot.profile.target.mode != .off, let name = decision.dial else { return nil }
        return cell(name, of: snapshot)
    }

    /// A second judgement of an audit. The first is whether the cloud named what it saw; whoever made the picture, or looks at
    /// it, knows better.
    ///
    /// - Parameter strictness: By which it was rejected; nil: nobody knows, and today's stands for it.
    func judgeAgain(
        _ decision: DecisionRecord,
        rejectedAt strictness: Double?,
        from earlier: SecondWords,
        to later: SecondWords,
        _ snapshot: PolicySnapshot
    ) {
        guard decision.isAnsweredAudit, earlier.finding != later.finding, let cell = cell(of: decision, snapshot)
        else { return }
        let seen = GateScores(decision) ?? decision.device.map { GateScores(rejected: $0) }
        guard let scores = seen else { return }
        cell.briefly { dial in
            let theta = strictness ?? dial.controller.theta
            dial.controller.correct(from: earlier.finding, to: later.finding, of: scores, theta: theta)
        }
        keep(cell)
    }

    /// Users' reports have proved that more is rejected wrongly than is allowed: conservative until an operator has looked.
    ///
    /// - Returns: Whether the alarm is new; false also where no dial judged the upload.
    func raiseAlarm(over decision: DecisionRecord, _ snapshot: PolicySnapshot) -> Bool {
        guard let cell = cell(of: decision, snapshot) else { return false }
        let isNew = cell.briefly { dial in
            guard !dial.controller.isAlarmed else { return false }
            dial.controller.raiseAlarm()
            return true
        }
        if isNew { keep(cell) }
        return isNew
    }
}

extension DecisionRecord {
    /// The dial that judged it; nil where none did.
    var dial: DialName? {
        if reasons.contains(.deviceAudit) {
            return device.map { DialName(profile: profile, space: $0.space, source: .reported) }
        }
        if reasons.contains(.askedAudit) {
            return device.map { DialName(profile: profile, space: $0.space, source: .devices) }
        }
        guard control != nil else { return nil }
        let isReported = reasons.contains(.deviceJudged)
        return DialName(
            profile: profile,
            space: scoreSpace,
            source: route == .gate ? isReported ? .reported : .devices : .pictures
        )
    }
}

extension LedgerStore {
    /// The strictness by which a decision was judged: an audit's that was drawn on a device's question is the question's. Nil
    /// where no dial judged it, or its row no longer says what it followed.
    func strictness(of decision: DecisionRecord) async throws(LedgerError) -> Double? {
        guard decision.reasons.contains(.askedAudit) else { return decision.control?.strictness }
        let answer = DocumentReader.read(decision.answer, file: "answer", dialect: .json).root
        guard let question = answer?["gateDecision"]?.string else { return nil }
        return try await self.decision(id: question)?.control?.strictness
    }
}

extension SecondWords {
    /// What an answered audit is, after them.
    fileprivate var finding: AuditFinding { isWaiting ? .waiting : isRight ? .falseReject : .rightReject }
}

extension GateScores {
    /// Of a picture its device rejected: no bypass held it from either gate.
    init(rejected device: DeviceScores) {
        self.init(
            sharpness: device.sharpness,
            area: [device.attentionArea, device.objectnessArea].compactMap { $0 }.max(),
            isOwn: false
        )
    }
}
