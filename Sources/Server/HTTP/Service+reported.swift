import Control
import Devices
import Ledger
import Platform
import Policy

/// Uploads that devices judged themselves: what they report is what happened.
extension Service {
    /// Takes one report in. A reject that was drawn is an upload that follows, like a send.
    func reported(
        _ report: DeviceReport,
        _ verdict: Verdict,
        snapshot: PolicySnapshot,
        client: String,
        since start: ContinuousClock.Instant
    ) async -> GateDecision {
        let profile = snapshot.profile
        let now = clock.now()
        let id = gateway.ids.next()
        let draw = await draw(of: report, revision: report.clientRevision, snapshot)
        let isDrawn = draw?.isDrawn == true
        var mark: ControlMark?
        if let space = report.space, !report.isSimulated, report.isJudgeable(gate: profile.gate) {
            mark = gateway.strictness.observe(
                report.evidence,
                space: space.name,
                verdict: verdict,
                draw: draw,
                of: snapshot,
                id: id,
                client: client,
                at: now
            )
        }
        // The device knew thresholds of its own; where the scores come to the same here, the rule has a name.
        let here = Fate.of(report.finding(gate: profile.gate), phase: .enforce, auditShare: 0, auditDrawn: false)
        let reasons = (here.verdict == verdict ? here.reasons : []) + [.deviceJudged]
        var warnings = report.warnings
        let governor = advice(to: report, snapshot: snapshot, at: now, warnings: &warnings)
        telemetry.noted(report.normalised + warnings, profile: profile.name)
        return GateDecision(
            id: id,
            report: report,
            fate: Fate(
                verdict: verdict,
                reasons: isDrawn ? reasons + [.audit] : reasons,
                isSent: verdict == .send || isDrawn,
                auditPropensity: isDrawn ? draw?.share : nil
            ),
            governor: governor,
            snapshot: snapshot,
            thresholds: nil,
            control: mark,
            client: client,
            warnings: warnings,
            isAsked: false,
            at: now,
            start: start
        )
    }
}
