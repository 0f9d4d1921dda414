package import Control
package import Documents
package import Economics
package import Policy

/// What operators see of the dials and ask of them.
extension StrictnessDesk {
    /// One dial as it stands.
    package struct Standing: Sendable {
        package let name: DialName
        package let mode: TargetSettings.Mode
        package let standing: Adjustment.Standing
        package let theta: Double
        package let thresholds: Thresholds
        package let proposal: Thresholds
        /// The share of recent uploads both would send; nil before there are enough.
        package let sendRate: Double?
        package let proposedSendRate: Double?
        package let limits: GateLimits
        package let target: Double
        package let headroom: Double
        package let feasible: ClosedRange<Double>
        package let isBudgetBound: Bool
        package let reached: (sharpness: Double, area: Double)
        package let credit: Double
        package let clamped: Int
        package let audits: Int
        package let falseAudits: Int
        /// Answered, and judged by nobody since.
        package let waitingAudits: Int
        package let falseRejectMax: Double
        /// How old a policy may be that devices judge by.
        package let staleAfter: Duration
        package let certificate: Certificate?

        package var state: ControlState { standing.state }
        package var judged: Int { standing.judged }
        package var sent: Int { standing.sent }
        package var isClaimWithdrawn: Bool { standing.isClaimWithdrawn }
        /// Sends a proposal would add or save are worth an operator's look.
        package var isProposalWorth: Bool {
            guard let sendRate, let proposedSendRate else { return false }
            return abs(proposedSendRate - sendRate) > 0.0025
        }
    }

    /// Every dial, by profile, pictures before devices.
    package func standings(_ snapshots: [PolicySnapshot]) -> [Standing] {
        all.compactMap { cell in
            guard let snapshot = snapshots.first(where: { $0.profile.name == cell.name.profile }),
                snapshot.profile.target.mode != .off
            else { return nil }
            let controller = cell.copy.controller
            let thresholds = controller.thresholdsInForce
            let proposal = controller.proposal
            return Standing(
                name: cell.name,
                mode: snapshot.profile.target.mode,
                standing: controller.standing,
                theta: controller.theta,
                thresholds: thresholds,
                proposal: proposal,
                sendRate: controller.sendRate(at: thresholds),
                proposedSendRate: controller.sendRate(at: proposal),
                limits: controller.limits,
                target: controller.settings.target,
                headroom: controller.headroom,
                feasible: controller.feasible,
                isBudgetBound: controller.isBudgetBound,
                reached: controller.reached,
                credit: controller.credit.images,
                clamped: controller.clamped,
                audits: controller.audits,
                falseAudits: controller.falseAudits,
                waitingAudits: controller.waitingAudits,
                falseRejectMax: controller.settings.falseRejectMax,
                staleAfter: snapshot.profile.devices.staleAfter,
                certificate: controller.certificate
            )
        }
    }

    /// Puts what a profile's dial proposes in force. Nil: it proposes nothing that is worth it.
    package func approve(_ name: DialName, of snapshot: PolicySnapshot, at now: Timestamp) async -> Thresholds? {
        guard snapshot.profile.target.mode == .plan, let cell = cell(name) else { return nil }
        let time = Self.milliseconds(now, snapshot)
        let copy = cell.copy
        let controller = copy.controller
        let thresholds = controller.proposal
        guard controller.sendRate(at: thresholds) != nil, thresholds != controller.approved else { return nil }
        let approved = cell.whole { dial -> (DialMemory, [Adjustment])? in
            guard dial.revision == copy.revision else { return nil }
            dial.controller.approve(thresholds, at: time)
            return (dial.memory(name), dial.controller.takeAdjustments())
        }
        guard let (memory, adjustments) = approved else { return nil }
        memories?.keep(memory)
        keep(adjustments, name)
        await flush()
        return thresholds
    }

    /// An operator has looked at an alarm: the way back begins with the evidence there is.
    package func clearAlarm(_ name: DialName) async -> Bool {
        guard let cell = cell(name) else { return false }
        let memory = cell.whole { dial -> DialMemory? in
            guard dial.controller.isAlarmed else { return nil }
            dial.controller.clearAlarm()
            return dial.memory(name)
        }
        guard let memory else { return false }
        memories?.keep(memory)
        await memories?.flush()
        return true
    }

    /// The last adjustments, oldest first, as they were written.
    package func history(limit: Int) -> [JSON] { diary.latest(limit) }
}
