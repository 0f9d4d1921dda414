import Control
import Devices
import Ledger
import Platform
import Policy

/// Draws that devices make themselves: which rejects are sent all the same follows from the image's id and the policy alone,
/// so it is known before the draw and checked again here.
extension Service {
    /// The draw of a report, where its device rejected the image; nil where it may not have drawn.
    func draw(of report: DeviceReport, revision: Int?, _ snapshot: PolicySnapshot) async -> (
        share: Double, isDrawn: Bool
    )? {
        guard report.claim == .reject, snapshot.profile.phase == .enforce, let imageID = report.imageID, let revision,
            let share = await auditShare(of: snapshot, revision: revision), share > 0
        else { return nil }
        let draw = Rollout(salt: DevicePolicy.auditSalt(revision: revision), share: share)
        let digest = Crypto.sha256(Array(Rollout.text(salt: draw.salt, unit: imageID).utf8))
        return (share, draw.includes(bucket: Rollout.bucket(digest: digest)))
    }

    /// The audit that a picture is which has come with its device's scores; nil for any other.
    func audit(in report: DeviceReport, revision: Int?, _ snapshot: PolicySnapshot) async -> DeviceAudit? {
        guard let space = report.space, !report.isSimulated, report.isJudgeable(gate: snapshot.profile.gate),
            let draw = await draw(of: report, revision: revision, snapshot), draw.isDrawn
        else { return nil }
        return DeviceAudit(
            space: space.name,
            scores: GateScores(report.evidence, settings: snapshot.profile.gate),
            propensity: draw.share
        )
    }

    /// What a revision says about audits; nil for one that never was, or that has no such profile.
    private func auditShare(of snapshot: PolicySnapshot, revision: Int) async -> Double? {
        if revision == snapshot.revision { return snapshot.profile.falseRejects.auditShare }
        let newest = max(snapshot.revision, policies.revision, policies.rollout?.revision ?? 0)
        guard (1...newest).contains(revision) else { return nil }
        let key = "\(revision) \(snapshot.profile.name)"
        if let known = auditShares.withLock({ $0[key] }) { return known }
        do throws(LedgerError) {
            let profile = try await store.revision(number: revision)?.policySet?.profiles[snapshot.profile.name]
            guard let share = profile?.falseRejects.auditShare else { return nil }
            auditShares.withLock { $0[key] = share }
            return share
        } catch {
            log.error("revision not read", [("revision", .integer(Int64(revision))), ("cause", .text(error.message))])
            return nil
        }
    }
}
