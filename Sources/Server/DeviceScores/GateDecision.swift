import Devices
import Documents
import Economics
import Ledger
import Policy

/// What one report of a device came to: the answer and the row, made of the same facts.
struct GateDecision: Sendable {
    let id: String
    let answer: [UInt8]
    let record: DecisionRecord
    /// Where its reject was drawn here to be sent all the same: the picture is to follow.
    let question: AuditQuestion?

    /// - Parameter isAsked: Whether it was judged and drawn here, not by its device.
    init(
        id: String,
        report: DeviceReport,
        fate: Fate,
        governor: GovernorDecision,
        snapshot: PolicySnapshot,
        thresholds: Thresholds?,
        control: ControlMark?,
        client: String,
        warnings: [String],
        isAsked: Bool,
        at now: Timestamp,
        start: ContinuousClock.Instant
    ) {
        self.id = id
        answer = Self.json(id, report, fate, governor, snapshot, warnings).encoded()
        // A device reject is an upload that will never come; after a `send` the upload follows and is counted then. What a
        // simulator rejects is no upload at all.
        let isFinal = !fate.isSent && !report.isSimulated
        record = DecisionRecord(
            id: id,
            route: .gate,
            profile: snapshot.profile.name,
            revision: snapshot.revision,
            at: now,
            hour: snapshot.zone.startOfHour(now),
            verdict: fate.verdict,
            outcome: isFinal ? .rejected : nil,
            source: isFinal ? .local : nil,
            reasons: fate.reasons,
            judged: isFinal,
            auditPropensity: fate.auditPropensity,
            scoreSpace: report.scoreSpace ?? "",
            evidence: report.evidence,
            thresholds: thresholds,
            image: nil,
            cost: .zero,
            model: nil,
            emulated: false,
            latencyMicros: (ContinuousClock.now - start).microseconds,
            gateMicros: nil,
            idempotency: nil,
            answer: answer,
            answerStatus: 200,
            client: client,
            control: control
        )
        guard isAsked, fate.auditPropensity != nil, report.space != nil else {
            question = nil
            return
        }
        // It may wait for days: what was answered is in the ledger.
        var asked = record
        asked.answer = []
        question = AuditQuestion(decision: asked, imageID: report.imageID ?? "")
    }

    private static func json(
        _ id: String,
        _ report: DeviceReport,
        _ fate: Fate,
        _ governor: GovernorDecision,
        _ snapshot: PolicySnapshot,
        _ warnings: [String]
    ) -> JSON {
        var label: BypassLabel?
        if case .usable(let bypass) = report.evidence.labels { label = bypass }
        let reasons = fate.reasons.map { reason -> JSON in
            guard reason == .abstractBypass, let label else { return ["code": .string(reason.rawValue)] }
            return [
                "code": .string(reason.rawValue), "label": .string(label.label),
                "confidence": .double(label.confidence),
            ]
        }
        var policy: [JSON.Member] = [
            .init("profile", .string(snapshot.profile.name)),
            .init("revision", .integer(Int64(snapshot.revision))),
        ]
        if let known = report.clientRevision {
            policy.append(.init("clientRevisionStale", .bool(known < snapshot.revision)))
        }
        let gateMilliseconds = snapshot.profile.gate.deadline.microseconds / 1000
        return [
            "decisionId": .string(id),
            "verdict": .string(fate.isSent ? "send" : "reject"),
            "reasons": .array(reasons),
            "audit": .bool(fate.auditPropensity != nil),
            "policy": .object(policy),
            "localLabel": label.map { ["category": .string($0.kind.rawValue), "confidence": .double($0.confidence)] }
                ?? .null,
            "governor": governor.json,
            "upload": [
                "maxSide": .integer(Int64(snapshot.profile.devices.uploadMaxSide)),
                "deadline": .string("\(gateMilliseconds)ms"),
            ],
            "normalised": .array(report.normalised.map { .string($0) }),
            "warnings": .array(warnings.map { .string($0) }),
        ]
    }
}

extension GovernorDecision {
    var json: JSON {
        var members: [JSON.Member] = [
            .init("local", .string(local.rawValue)),
            .init("sends", .string(sends.rawValue)),
            .init("reason", .string(reason.rawValue)),
        ]
        if let retryAfter { members.append(.init("retryAfter", .string("\(retryAfter.microseconds / 1_000_000)s"))) }
        if rate < 1 { members.append(.init("rate", .double(rate))) }
        return .object(members)
    }
}
