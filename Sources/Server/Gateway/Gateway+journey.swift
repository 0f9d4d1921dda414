import Control
import Gate
import Imaging
import Ledger
import OwnPictures
import Platform
import Policy

extension Gateway {
    /// How far measuring came.
    enum Measuring: Sendable {
        /// Scores are there to be judged.
        case done
        /// There are none, and what is found is clear without.
        case found(GateFinding)
        /// The queue is full.
        case overloaded
    }

    /// Measures inside the gate's deadline, judges, and draws the audit.
    func judge(_ draft: inout DecisionDraft) async throws(ImagingError) { judge(&draft, try await measure(&draft)) }

    /// Judges what was measured, and draws the audit.
    func judge(_ draft: inout DecisionDraft, _ measuring: Measuring) {
        let finding: GateFinding
        switch measuring {
        case .done: finding = .judged(judgement(&draft))
        case .found(let known): finding = known
        case .overloaded:
            // An answer in time, if only a local one.
            draft.overload()
            return
        }
        let isDrawn = decideFate(of: &draft, after: finding)
        // An SDK's call is for the model it names, and answered at once.
        guard let opinion = draft.opinion, opinion.decision.state == .paceBlockedByFR, draft.isSent, !isDrawn,
            draft.route != .gemini
        else { return }
        // No threshold may save what the day lacks.
        let wish = draft.upload.snapshot.profile.budget.onPaceBlocked
        switch wish {
        case .spend: return
        case .cheaperModel, .defer: draft.reasons.insert(.paceBlocked, at: 0)
        case .localLabel:
            strictness.refund(opinion.mark.cost, of: opinion)
            draft.isSent = false
            draft.stayLocal(.paceBlocked)
        }
        draft.onPaceBlocked = wish
    }

    /// What follows from what the gate came to know; draws the audit. Whether that sends it.
    func decideFate(of draft: inout DecisionDraft, after finding: GateFinding) -> Bool {
        let profile = draft.upload.snapshot.profile
        if let audit = draft.audit,
            let fate = Fate.ofDeviceAudit(finding, propensity: audit.propensity, reason: audit.reason)
        {
            telemetry.judged(fate, profile: profile)
            draft.take(fate)
            telemetry.audited(draft)
            return true
        }
        let opinion = draft.opinion?.decision
        let share = opinion?.propensity ?? profile.falseRejects.auditShare
        let isDrawn =
            opinion.map(\.isAudit)
            ?? (Fate.admitsAudit(finding, phase: profile.phase)
                && AuditDraw.isDrawn(share: share, randomness: randomness()))
        let fate = Fate.of(finding, phase: profile.phase, auditShare: share, auditDrawn: isDrawn)
        telemetry.judged(fate, profile: profile)
        draft.take(fate)
        if isDrawn { telemetry.audited(draft) }
        return isDrawn
    }

    /// Measures inside the gate's deadline.
    func measure(_ draft: inout DecisionDraft) async throws(ImagingError) -> Measuring {
        let settings = draft.upload.snapshot.profile.gate
        guard settings.enabled else {
            try await see(&draft)
            return .found(.disabled)
        }
        // Thresholds never cross score spaces: without thresholds for what we measure nothing can be judged.
        guard draft.upload.snapshot.profile.scoreSpace == Measurement.scoreSpace else {
            try await see(&draft)
            return .found(.unknownScoreSpace)
        }
        let background = settings.background
        let body = draft.upload.body
        let pool = pool
        let own = settings.ownWatermark ? own : nil
        let takesLook = draft.sharesNear
        let cost = draft.expectedWork(own: own)
        let start = ContinuousClock.now
        defer { draft.passed(.gate, since: start) }
        let measuring = Task {
            await pool.run(cost: cost) {
                Result { () throws(ImagingError) in
                    try MeasuredPicture.measured(from: body, background: background, own: own, takesLook: takesLook)
                }
            }
        }
        let ownWatermark = await isOwn(draft)
        guard let finished = await value(of: measuring, by: draft.upload.gateDeadline) else {
            // The user does not wait for the gate; the picture is still decoded for the cloud.
            if let late = await value(of: measuring, by: draft.upload.cloudDeadline) {
                draft.take(try late?.get())
            } else {
                measuring.cancel()
            }
            return .found(.deadlinePassed)
        }
        guard let measured = try finished?.get() else { return .overloaded }
        draft.take(measured)
        telemetry.gateTook(.microseconds(measured.gateMicros), of: draft)
        draft.evidence = measured.evidence(ownWatermark: ownWatermark)
        return .done
    }

    /// What the scores say under the profile's thresholds, or those its send-rate controller chooses.
    private func judgement(_ draft: inout DecisionDraft) -> Judgement {
        let settings = draft.upload.snapshot.profile.gate
        if draft.audit != nil {
            // Its device has judged it, and that dial counts it; here it is sent in any case.
            let space = Measurement.scoreSpace
            let thresholds =
                strictness.thresholds(of: draft.upload.snapshot, space: space, isAsked: false)
                ?? Thresholds.start(of: settings)
            draft.thresholds = thresholds
            return Judge.judgement(of: draft.evidence, settings: settings, thresholds: thresholds)
        }
        draft.opinion = strictness.opinion(
            on: draft.evidence,
            space: Measurement.scoreSpace,
            isAsked: false,
            of: draft.upload.snapshot,
            id: draft.id,
            client: draft.upload.client,
            at: draft.upload.receivedAt,
            randomness: randomness()
        )
        let thresholds =
            draft.opinion?.decision.thresholds ?? stagedThresholds(draft.upload.snapshot) ?? .start(of: settings)
        draft.thresholds = thresholds
        return Judge.judgement(of: draft.evidence, settings: settings, thresholds: thresholds)
    }

    private func stagedThresholds(_ snapshot: PolicySnapshot) -> Thresholds? {
        guard snapshot.rollout != nil else { return nil }
        return strictness.thresholds(of: snapshot, space: Measurement.scoreSpace, isAsked: false)
    }

    /// Encodes for the model and asks the cloud.
    func send(_ draft: inout DecisionDraft) async throws(ImagingError) {
        guard ContinuousClock.now < draft.upload.cloudDeadline else {
            draft.stayLocal(.upstreamDeadline)
            return
        }
        let profile = draft.upload.snapshot.profile
        let body = draft.upload.body
        let measured = draft.measured?.image ?? draft.unmeasured
        let pool = pool
        let cost = measured == nil || profile.cloud.imageMaxSide > 512 ? draft.expectedWork(own: nil) : .milliseconds(2)
        let isAudit = draft.auditPropensity != nil && thumbnails != nil
        let encodingStart = ContinuousClock.now
        let encoding = Task {
            await pool.run(cost: cost) {
                Result { () throws(ImagingError) in
                    try ModelPicture.encoded(from: body, measured: measured, profile: profile, isAudit: isAudit)
                }
            }
        }
        guard let encoded = await value(of: encoding, by: draft.upload.cloudDeadline) else {
            encoding.cancel()
            draft.stayLocal(.upstreamDeadline)
            return
        }
        guard var picture = try encoded?.get() else {
            draft.stayLocal(.overloaded)
            return
        }
        picture.seenAs = draft.measured?.coarse
        draft.passed(.encode, since: encodingStart)
        let start = ContinuousClock.now
        let original = PictureSize(
            width: draft.header?.width ?? picture.width,
            height: draft.header?.height ?? picture.height
        )
        if await shelve(picture, original: original, &draft) {
            if draft.onPaceBlocked == .defer, let opinion = draft.opinion {
                strictness.refund(opinion.mark.savedByWaiting, of: opinion)
            }
            return
        }
        draft.take(
            await cloud.result(
                for: picture,
                original: original,
                of: draft.upload,
                decisionID: draft.id,
                asking: draft.asked
            )
        )
        if draft.onPaceBlocked == .cheaperModel, draft.outcome == .sent, let opinion = draft.opinion {
            strictness.refund(opinion.mark.cost - draft.cost.nanoUSD, of: opinion)
        }
        draft.passed(.cloud, since: start)
        telemetry.cloudTook(ContinuousClock.now - start, model: draft.asked.model(of: profile), of: draft)
        guard draft.auditPropensity != nil else { return }
        if let thumbnail = picture.thumbnail { await keep(thumbnail, of: draft) }
        if profile.falseRejects.secondModel != nil { draft.picture = picture }
    }

    /// Lays down the small picture of an audit whose answer somebody may want to judge.
    private func keep(_ thumbnail: [UInt8], of draft: DecisionDraft) async {
        guard draft.classification?.primaryCategory?.isUsefulCategory == true else { return }
        do {
            try await thumbnails?.put(thumbnail, decisionID: draft.id)
        } catch {
            log.error("thumbnail not kept", [("decision", .text(draft.id)), ("cause", .text(error.message))])
        }
    }

    /// Whether these very bytes are registered as our own; nil when nobody may or can look.
    func isOwn(_ draft: DecisionDraft) async -> Bool? {
        guard draft.upload.snapshot.profile.gate.ownWatermark else { return nil }
        do {
            let hash = draft.hash
            return try await looked(draft.upload) { store throws(LedgerError) in try await store.isOwn(hash: hash) }
        } catch {
            log.error("own pictures not looked up", [("cause", .text("\(error)"))])
            return nil
        }
    }
}
