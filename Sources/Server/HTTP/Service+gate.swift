import Control
import Documents
import Economics
import Ledger
import Platform
import Policy

extension Service {
    /// `POST /v1/gate`: on-device scores in, a verdict out. Nothing is measured and nothing is spent here.
    func gate(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        let caller = try keyring.caller(of: request, needs: .client)
        let snapshot = try snapshot(for: request, caller: caller)
        let report = try DeviceReport(request.body)
        let profile = snapshot.profile
        let finding = report.finding(settings: profile.gate, profileSpace: profile.scoreSpace)
        let share = profile.falseRejects.auditShare
        let isDrawn =
            Fate.admitsAudit(finding, phase: profile.phase)
            && AuditDraw.isDrawn(share: share, randomness: gateway.randomness())
        let fate = Fate.of(finding, phase: profile.phase, auditShare: share, auditDrawn: isDrawn)
        let now = clock.now()
        let id = gateway.ids.next()
        var warnings = report.warnings
        if let sentAt = report.sentAt, Self.isSkewed(sentAt, now: now) { warnings.append("clock_skew") }
        let minute = minuteOfDay(report.timeZone, now: now, snapshot: snapshot, warnings: &warnings)
        let governor = Governor.decision(
            for: report.device,
            mode: report.mode,
            settings: profile.governor,
            minuteOfDay: minute
        )
        let answer = Self.answer(
            id: id,
            report: report,
            fate: fate,
            governor: governor,
            snapshot: snapshot,
            warnings: warnings
        ).encoded()
        do {
            try await store.record(
                record(
                    id,
                    report,
                    fate,
                    snapshot,
                    client: caller.id,
                    at: now,
                    answer: answer,
                    since: request.bodyComplete
                )
            )
        } catch {
            // The device gets its verdict all the same.
            log.error("decision not recorded", [("decision", .text(id)), ("cause", .text(error.message))])
        }
        return HTTPResponse(
            status: 200,
            headers: [("Content-Type", "application/json")]
                + UploadAnswer.decisionHeaders(id: id, revision: snapshot.revision),
            body: .bytes(answer)
        )
    }

    /// A device reject is an upload that will never come; after a `send` the upload follows and is counted then.
    private func record(
        _ id: String,
        _ report: DeviceReport,
        _ fate: Fate,
        _ snapshot: PolicySnapshot,
        client: String,
        at now: Timestamp,
        answer: [UInt8],
        since start: ContinuousClock.Instant
    ) -> DecisionRecord {
        DecisionRecord(
            id: id,
            route: .gate,
            profile: snapshot.profile.name,
            revision: snapshot.revision,
            at: now,
            hour: snapshot.zone.startOfHour(now),
            verdict: fate.verdict,
            outcome: fate.isSent ? nil : .rejected,
            source: fate.isSent ? nil : .local,
            reasons: fate.reasons,
            judged: !fate.isSent,
            auditPropensity: fate.auditPropensity,
            scoreSpace: report.scoreSpace ?? "",
            evidence: report.evidence,
            thresholds: Thresholds.start(of: snapshot.profile.gate),
            image: nil,
            cost: .zero,
            model: nil,
            emulated: false,
            latencyMicros: (ContinuousClock.now - start).microseconds,
            gateMicros: nil,
            idempotency: nil,
            answer: answer,
            answerStatus: 200,
            client: client
        )
    }

    /// Whether a device's clock is further from ours than a question takes to get here, 10 minutes at most.
    private static func isSkewed(_ sentAt: Timestamp, now: Timestamp) -> Bool {
        sentAt < now.advanced(bySeconds: -600) || now.advanced(bySeconds: 600) < sentAt
    }

    /// The wall clock of the device's zone; of the profile's when the device names none that is known.
    private func minuteOfDay(
        _ zoneText: String?,
        now: Timestamp,
        snapshot: PolicySnapshot,
        warnings: inout [String]
    ) -> Int {
        var offset = snapshot.zone.offset(at: now)
        if let text = zoneText {
            if let fixed = DeviceReading.fixedOffset(text) {
                offset = fixed
            } else if text == "UTC" || text.contains("/"), let zone = zones.offsets(of: text) {
                offset = zone.offset(at: now)
            } else {
                warnings.append("unknown_time_zone")
            }
        }
        let seconds = (now.seconds + Int64(offset)) % 86_400
        return Int((seconds + 86_400) % 86_400 / 60)
    }

    private static func answer(
        id: String,
        report: DeviceReport,
        fate: Fate,
        governor: GovernorDecision,
        snapshot: PolicySnapshot,
        warnings: [String]
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
            "policy": .object(policy),
            "localLabel": label.map { ["category": .string($0.kind.rawValue), "confidence": .double($0.confidence)] }
                ?? .null,
            "governor": governor.json,
            "upload": ["maxSide": 1024, "deadline": .string("\(gateMilliseconds)ms")],
            "normalised": .array(report.normalised.map { .string($0) }),
            "warnings": .array(warnings.map { .string($0) }),
        ]
    }
}

extension GovernorDecision {
    fileprivate var json: JSON {
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
