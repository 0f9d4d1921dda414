internal import Devices
internal import Policy

/// What the device decides about one picture.
public struct LocalVerdict: Sendable, Hashable {
    /// Whether the picture is uploaded: every one but a reject that counts.
    public let isSent: Bool
    /// Whether the gate rejects it, sent all the same or not.
    public let isReject: Bool
    /// The codes of the server's answers, such as `too_blurry`; the first decided.
    public let reasons: [String]
    /// A reject that is sent so that the gate's mistakes can be counted.
    public let isAudit: Bool
    /// Of the policy that decided.
    public let revision: Int
    /// Of the picture that was judged. Sent along with it, so that the server knows an audit when it comes.
    public let imageID: String

    init(of scores: DeviceScores, imageID: String, by policy: DevicePolicy) {
        let finding = policy.finding(of: scores)
        let text = Rollout.text(salt: policy.audit.salt, unit: imageID)
        let isDrawn =
            Fate.admitsAudit(finding, phase: policy.phase)
            && policy.audit.includes(bucket: Rollout.bucket(digest: SHA256.digest(of: Array(text.utf8))))
        let fate = Fate.of(finding, phase: policy.phase, auditShare: policy.audit.share, auditDrawn: isDrawn)
        isSent = fate.isSent
        isReject = fate.verdict == .reject
        reasons = fate.reasons.map(\.rawValue)
        isAudit = fate.auditPropensity != nil
        revision = policy.revision
        self.imageID = imageID
    }
}

extension DevicePolicy {
    /// The same policy as one that only measures: every picture is sent.
    var measuring: DevicePolicy {
        DevicePolicy(
            profile: profile,
            scoreSpace: scoreSpace,
            revision: revision,
            issuedAt: issuedAt,
            phase: .measure,
            isGateEnabled: isGateEnabled,
            deadline: deadline,
            abstractBypass: abstractBypass,
            ownWatermark: ownWatermark,
            space: space,
            governor: governor,
            devices: devices,
            audit: audit
        )
    }

    /// What the gate comes to know from scores: the rules of `POST /v1/gate`, for values that need no repair.
    func finding(of scores: DeviceScores) -> GateFinding {
        guard isGateEnabled else { return .disabled }
        if scores.status == .timedOut { return .clientTimedOut }
        guard let space else { return .unknownScoreSpace }
        let numbers = [scores.sharpness, scores.attentionArea, scores.objectnessArea, scores.ownWatermark].map(\.told)
        let usable = DeviceShares(numbers).values
        if numbers.contains(where: { $0 != nil }), !usable.contains(where: { $0 != nil }) { return .scoresUnusable }
        var evidence = Evidence(
            sharpness: usable[0],
            attentionArea: usable[1],
            objectnessArea: usable[2],
            ownWatermark: usable[3].map { $0 >= 0.5 },
            absentAreas: space.absentAreas
        )
        if let map = space.labels { evidence.labels = map.evidence(of: scores.labels) }
        return .judged(Judge.judgement(of: evidence, settings: gate, thresholds: space.thresholds))
    }

    /// As the judge takes it: on a device no dial moves a threshold, and nothing is measured in time but by the device.
    private var gate: GateSettings {
        let thresholds = space?.thresholds ?? Thresholds(sharpness: 0, saliencyArea: 0)
        func fixed(_ value: Double) -> GateSettings.Range { .init(min: value, floor: value, ceiling: value) }
        return GateSettings(
            enabled: isGateEnabled,
            sharpness: fixed(thresholds.sharpness),
            saliencyArea: fixed(thresholds.saliencyArea),
            abstractBypass: abstractBypass,
            ownWatermark: ownWatermark,
            background: .init(red: 255, green: 255, blue: 255),
            deadline: deadline,
            onDeadline: .send
        )
    }
}

extension LabelMap {
    fileprivate func evidence(of labels: [DeviceScores.Label]?) -> LabelEvidence {
        guard let labels else { return .unusable }
        let shares = DeviceShares(labels.map(\.confidence.told))
        guard shares.isUsable else { return .unusable }
        return evidence(
            of: zip(labels, shares.values).map { label, confidence in
                Label(text: label.text, confidence: confidence, meetsPrecision: label.meetsPrecision)
            }
        )
    }
}

extension Double? {
    /// Nil for what scorers give instead of a number: NaN, infinities and exactly -1.
    fileprivate var told: Double? { flatMap { $0.isFinite && $0 != -1 ? $0 : nil } }
}
