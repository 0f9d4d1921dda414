import Control
import Ledger
import Policy

/// What people say about what a dial decided.
extension StrictnessDesk {
    /// The dial that judged an upload.
    private func cell(of decision: DecisionRecord, _ snapshot: PolicySnapshot) -> Cell? {
        guard decision.control != nil, snapshot.profile.target.mode != .off else { return nil }
        let name = DialName(
            profile: decision.profile,
            space: decision.scoreSpace,
            isAsked: decision.route == .gate
        )
        return cell(name, of: snapshot)
    }

    /// A second judgement of an audit. The first is whether the cloud named what it saw, and took it for a false reject;
    /// whoever made the picture, or looks at it, knows better.
    func judgeAgain(
        _ decision: DecisionRecord,
        from earlier: SecondWords,
        to later: SecondWords,
        _ snapshot: PolicySnapshot
    ) {
        guard decision.isAnsweredAudit, earlier.isRight != later.isRight else { return }
        correct(decision, isRight: later.isRight, snapshot)
    }

    /// - Parameter isRight: Whether the answer is right after all, and the audit a false reject.
    private func correct(_ decision: DecisionRecord, isRight: Bool, _ snapshot: PolicySnapshot) {
        guard let mark = decision.control, let scores = GateScores(decision), let cell = cell(of: decision, snapshot)
        else { return }
        let memory = cell.dial.withLock { dial in
            dial.controller.correct(isRight: isRight, of: scores, theta: mark.strictness)
            return dial.memory(cell.name)
        }
        memories?.keep(memory)
    }

    /// Users' reports have proved that more is rejected wrongly than is allowed: conservative until an operator has looked.
    ///
    /// - Returns: Whether the alarm is new; false also where no dial judged the upload.
    func raiseAlarm(over decision: DecisionRecord, _ snapshot: PolicySnapshot) -> Bool {
        guard let cell = cell(of: decision, snapshot) else { return false }
        let memory = cell.dial.withLock { dial -> DialMemory? in
            guard !dial.controller.isAlarmed else { return nil }
            dial.controller.raiseAlarm()
            return dial.memory(cell.name)
        }
        guard let memory else { return false }
        memories?.keep(memory)
        return true
    }
}
