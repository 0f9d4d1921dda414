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
        let caller = try caller(of: request, needs: .client)
        let snapshot = try drawnSnapshot(for: request, caller: caller)
        let limit = try limits.count(key: caller.limitKey(snapshot), under: snapshot.profile.limits)
        let report = try await reading(request.body.count) { () throws(Problem) in
            try DeviceReport(request.body, profile: snapshot.profile)
        }
        let status = try clientStatus(
            report.clientVersion,
            of: request,
            profile: snapshot.profile,
            client: caller.id
        )
        let decision = decision(on: report, snapshot: snapshot, client: caller.id, since: request.bodyComplete)
        note(decision, report, client: caller.id, label: request.clientLabel)
        await keep(decision)
        return HTTPResponse(
            status: 200,
            headers: [("Content-Type", "application/json")]
                + UploadAnswer.decisionHeaders(id: decision.id, revision: snapshot.revision) + status + limit,
            body: .bytes(decision.answer)
        )
    }

    /// As the device is judged: scores alone say nothing stable of it, so only one that names its unit is drawn for a
    /// revision that is rolled out.
    func drawnSnapshot(for request: HTTPRequest, caller: Caller) throws(Problem) -> PolicySnapshot {
        let live = try snapshot(for: request, caller: caller)
        var warnings: [String] = []
        guard let staged = policies.staged(live.profile.name), let unit = request.unit(&warnings),
            staged.includes(unit)
        else { return live }
        return staged
    }

    /// Judges one report and draws its audit.
    func decision(
        on report: DeviceReport,
        snapshot: PolicySnapshot,
        client: String,
        since start: ContinuousClock.Instant
    ) -> GateDecision {
        let profile = snapshot.profile
        let now = clock.now()
        let id = gateway.ids.next()
        let opinion = opinion(on: report, snapshot: snapshot, id: id, client: client, at: now)
        let thresholds = opinion?.decision.thresholds ?? uncountedThresholds(for: report, snapshot)
        let finding = report.finding(gate: profile.gate, thresholds: thresholds)
        let share = report.isSimulated ? 0 : opinion?.decision.propensity ?? profile.falseRejects.auditShare
        let isDrawn =
            opinion.map(\.decision.isAudit)
            ?? (Fate.admitsAudit(finding, phase: profile.phase)
                && AuditDraw.isDrawn(share: share, randomness: gateway.randomness()))
        var warnings = report.warnings
        let governor = advice(to: report, snapshot: snapshot, at: now, warnings: &warnings)
        telemetry.noted(report.normalised + warnings, profile: profile.name)
        return GateDecision(
            id: id,
            report: report,
            fate: Fate.of(finding, phase: profile.phase, auditShare: share, auditDrawn: isDrawn),
            governor: governor,
            snapshot: snapshot,
            thresholds: thresholds ?? report.space?.thresholds,
            control: opinion?.mark,
            client: client,
            warnings: warnings,
            isAsked: true,
            at: now,
            start: start
        )
    }

    /// What the profile's dial for this scorer makes of a report; nil where there is none, or nothing to judge. Simulators
    /// steer nothing.
    private func opinion(
        on report: DeviceReport,
        snapshot: PolicySnapshot,
        id: String,
        client: String,
        at now: Timestamp
    ) -> StrictnessDesk.Opinion? {
        guard let space = report.space, !report.isSimulated, report.isJudgeable(gate: snapshot.profile.gate) else {
            return nil
        }
        return gateway.strictness.opinion(
            on: report.evidence,
            space: space.name,
            isAsked: true,
            of: snapshot,
            id: id,
            client: client,
            at: now,
            randomness: gateway.randomness()
        )
    }

    /// A simulator is judged like a device and counts for nothing; so is what a revision judges that is rolled out.
    private func uncountedThresholds(for report: DeviceReport, _ snapshot: PolicySnapshot) -> Thresholds? {
        guard let space = report.space, report.isSimulated || snapshot.rollout != nil else { return nil }
        return gateway.strictness.thresholds(of: snapshot, space: space.name, isAsked: true)
    }

    /// Counts what a device asked by who it is.
    func note(_ decision: GateDecision, _ report: DeviceReport, client: String, label: ClientLabel) {
        telemetry.clients.add(decision.record, label: label)
        telemetry.clients.add(
            isNormalised: !report.normalised.isEmpty,
            isStale: report.clientRevision.map { $0 < decision.record.revision } ?? false,
            profile: decision.record.profile,
            client: client,
            label: label
        )
    }

    /// Writes the row. The device gets its verdict whether or not that works.
    func keep(_ decision: GateDecision) async {
        async let opening: Void = open(decision.question)
        do {
            try await store.record(decision.record)
        } catch {
            log.error("decision not recorded", [("decision", .text(decision.id)), ("cause", .text(error.message))])
        }
        await opening
    }

    private func open(_ question: AuditQuestion?) async {
        if let question { await gateway.open(question) }
    }
}
