import Devices
import Documents
import Economics
import Ledger
import Platform
import Policy

extension Service {
    /// Characters of `Torii-Scores`; more come as the part `gate` of a form.
    private static let longestScores = 4_096

    /// What the device says about the picture it sends: `Torii-Scores` or the part `gate` of its form, and `Torii-Device`.
    /// Nil where it says nothing. What cannot be read is left out with a warning and never fails the upload.
    func deviceStatement(
        in request: HTTPRequest,
        part: [UInt8]?,
        snapshot: PolicySnapshot,
        warnings: inout [String]
    ) async -> DeviceStatement? {
        let device = device(in: request, warnings: &warnings)
        var report: DeviceReport?
        if let scores = scores(in: request, part: part, warnings: &warnings) {
            do throws(Problem) {
                report = try DeviceReport(scores, profile: snapshot.profile, device: device)
            } catch {
                warnings.append("scores not used: \(error.code.rawValue): \(error.detail)")
            }
        }
        if report == nil, let device {
            // It has no field that could be wrong.
            report = try? DeviceReport(Array("{}".utf8), profile: snapshot.profile, device: device)
        }
        guard let report else { return nil }
        return await statement(of: report, request: request, snapshot: snapshot)
    }

    private func statement(
        of report: DeviceReport,
        request: HTTPRequest,
        snapshot: PolicySnapshot
    ) async -> DeviceStatement {
        let now = clock.now()
        var warnings = report.warnings
        let governor = advice(to: report, snapshot: snapshot, at: now, warnings: &warnings)
        telemetry.noted(report.normalised + warnings, profile: snapshot.profile.name)
        let revision = request.header("torii-policy-revision").flatMap { Int($0) } ?? report.clientRevision
        return DeviceStatement(
            scores: scores(of: report, client: request.client, snapshot: snapshot, notes: report.normalised + warnings),
            governor: governor,
            isStale: revision.map { $0 < snapshot.revision },
            normalised: report.normalised,
            warnings: warnings,
            imageID: report.imageID,
            audit: await audit(in: report, revision: revision, snapshot)
        )
    }

    /// Judged by the thresholds that devices which ask are judged by now, without being counted as one of them.
    private func scores(
        of report: DeviceReport,
        client: ClientHeader?,
        snapshot: PolicySnapshot,
        notes: [String]
    ) -> DeviceScores? {
        guard let space = report.scoreSpace else { return nil }
        let gate = snapshot.profile.gate
        let thresholds = report.space.flatMap {
            gateway.strictness.thresholds(of: snapshot, space: $0.name, isAsked: true)
        }
        let finding = report.finding(gate: gate, thresholds: thresholds)
        var verdict: Verdict?
        if case .judged(let judgement) = finding { verdict = judgement.verdict }
        return DeviceScores(
            space: space,
            sharpness: report.evidence.sharpness,
            attentionArea: report.evidence.attentionArea,
            objectnessArea: report.evidence.objectnessArea,
            verdict: verdict,
            reasons: Fate.of(finding, phase: .enforce, auditShare: 0, auditDrawn: false).reasons,
            claim: report.claim,
            clientVersion: (client?.version ?? report.clientVersion)?.text ?? "",
            isSimulated: report.isSimulated,
            notes: notes
        )
    }

    /// The bytes of the report; nil when none came or they cannot be had.
    private func scores(in request: HTTPRequest, part: [UInt8]?, warnings: inout [String]) -> [UInt8]? {
        let header = request.header("torii-scores")
        if let part {
            if header != nil { warnings.append("Torii-Scores not used: the form has a part `gate`") }
            return part
        }
        guard let header else { return nil }
        guard header.utf8.count <= Self.longestScores else {
            warnings.append(
                "Torii-Scores not used: it takes \(Self.longestScores) characters, found \(header.utf8.count); "
                    + "send a form with a part `gate`"
            )
            return nil
        }
        guard let bytes = Encoding.bytes(base64: Array(header.utf8)) else {
            warnings.append("Torii-Scores not used: it is not base64url")
            return nil
        }
        return bytes
    }

    private func device(in request: HTTPRequest, warnings: inout [String]) -> DocumentNode? {
        let lines = request.headers.filter { $0.name == "torii-device" }.map(\.value)
        guard !lines.isEmpty else { return nil }
        let device = DeviceHeader.device(lines.joined(separator: ", "), family: request.client?.family)
        if device == nil {
            warnings.append("Torii-Device not used: it is no dictionary of structured fields such as `thermal=fair`")
        }
        return device
    }
}
