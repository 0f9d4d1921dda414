import Gate
import Imaging
import Ledger
import Platform
import Policy

extension BatchDesk {
    /// One picture: answered from the cache, held back by the gate, or made ready
    /// to be sent; nil once it has its answer. As for any upload, but that nobody waits: measuring has no deadline, and the
    /// dial is asked for its thresholds alone, since it counts an upload when it comes and these come a day's work at once.
    func gated(_ picture: Picture, snapshot: PolicySnapshot) async throws(ImagingError) -> BatchEntry? {
        let hash = Crypto.sha256(picture.bytes)
        var draft = draft(gateway.ids.next(), hash: hash, body: picture.bytes, snapshot: snapshot)
        draft.take(try ImageDecoder.header(of: picture.bytes))
        if let cached = await gateway.cachedAnswer(for: draft) {
            draft.take(cached)
            _ = await gateway.recorded(draft)
            return nil
        }
        let finding = try await finding(on: picture, &draft)
        _ = gateway.decideFate(of: &draft, after: finding)
        guard draft.isSent else {
            _ = await gateway.recorded(draft)
            return nil
        }
        var entry = try await prepared(
            picture,
            snapshot: snapshot,
            decisionID: draft.id,
            measured: draft.measured?.image
        )
        entry.item.gate = BatchRecord.Gate(
            verdict: draft.verdict ?? .send,
            reasons: draft.reasons,
            auditPropensity: draft.auditPropensity,
            evidence: draft.evidence,
            thresholds: draft.thresholds,
            micros: draft.measured?.gateMicros
        )
        return entry
    }

    private func finding(
        on picture: Picture,
        _ draft: inout DecisionDraft
    ) async throws(ImagingError) -> GateFinding {
        let snapshot = draft.upload.snapshot
        let settings = snapshot.profile.gate
        guard settings.enabled else { return .disabled }
        guard snapshot.profile.scoreSpace == Measurement.scoreSpace else { return .unknownScoreSpace }
        let own = settings.ownWatermark ? gateway.own : nil
        let measured = try await onPool { () throws(ImagingError) in
            try MeasuredPicture.measured(from: picture.bytes, background: settings.background, own: own)
        }
        draft.measured = measured
        draft.evidence = measured.evidence(ownWatermark: await gateway.isOwn(draft))
        let thresholds =
            gateway.strictness.thresholds(of: snapshot, space: Measurement.scoreSpace, isAsked: false)
            ?? .start(of: settings)
        draft.thresholds = thresholds
        return .judged(Judge.judgement(of: draft.evidence, settings: settings, thresholds: thresholds))
    }
}

extension DecisionDraft {
    /// What the gate made of it when its job was made.
    mutating func take(_ gate: BatchRecord.Gate) {
        verdict = gate.verdict
        reasons = gate.reasons
        isJudged = true
        auditPropensity = gate.auditPropensity
        evidence = gate.evidence
        thresholds = gate.thresholds
        gateMicros = gate.micros
    }
}
