import Control
import Devices
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
        let limit = try limits.count(key: caller.limitKey(snapshot), under: snapshot.profile.limits)
        let report = try DeviceReport(request.body, profile: snapshot.profile)
        let status = try clientStatus(report.clientVersion, profile: snapshot.profile)
        let decision = decision(on: report, snapshot: snapshot, client: caller.id, since: request.bodyComplete)
        await keep(decision)
        return HTTPResponse(
            status: 200,
            headers: [("Content-Type", "application/json")]
                + UploadAnswer.decisionHeaders(id: decision.id, revision: snapshot.revision) + status + limit,
            body: .bytes(decision.answer)
        )
    }

    /// Judges one report and draws its audit.
    func decision(
        on report: DeviceReport,
        snapshot: PolicySnapshot,
        client: String,
        since start: ContinuousClock.Instant
    ) -> GateDecision {
        let profile = snapshot.profile
        let finding = report.finding(gate: profile.gate)
        let share = report.isSimulated ? 0 : profile.falseRejects.auditShare
        let isDrawn =
            Fate.admitsAudit(finding, phase: profile.phase)
            && AuditDraw.isDrawn(share: share, randomness: gateway.randomness())
        let now = clock.now()
        var warnings = report.warnings
        if let sentAt = report.sentAt, Self.isSkewed(sentAt, now: now) { warnings.append("clock_skew") }
        let minute = minuteOfDay(report.timeZone, now: now, snapshot: snapshot, warnings: &warnings)
        return GateDecision(
            id: gateway.ids.next(),
            report: report,
            fate: Fate.of(finding, phase: profile.phase, auditShare: share, auditDrawn: isDrawn),
            governor: Governor.decision(
                for: report.device,
                mode: report.mode,
                settings: profile.governor,
                minuteOfDay: minute,
                dayShare: profile.devices.dayBackgroundShare
            ),
            snapshot: snapshot,
            client: client,
            warnings: warnings,
            at: now,
            start: start
        )
    }

    /// Writes the row. The device gets its verdict whether or not that works.
    func keep(_ decision: GateDecision) async {
        do {
            try await store.record(decision.record)
        } catch {
            log.error("decision not recorded", [("decision", .text(decision.id)), ("cause", .text(error.message))])
        }
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
}
