import Control
import Documents
import Economics
import Ledger
import Platform
import Policy

/// What operators ask of the send-rate controllers.
extension ControlSocket {
    func history(_ arguments: DocumentNode) -> HTTPResponse {
        let profile = arguments["profile"]?.string
        let lines = service.gateway.strictness.history(limit: 500).filter { line in
            guard let profile, case .object(let members) = line else { return true }
            return members.contains { $0.key == "profile" && $0.value == .string(profile) }
        }
        return HTTPResponse(json: .array(lines.map(withZone)))
    }

    /// The line's moment is on the wall clock of its profile's zone.
    private func withZone(_ line: JSON) -> JSON {
        guard case .object(let members) = line,
            case .string(let name)? = members.first(where: { $0.key == "profile" })?.value,
            let zone = service.policies.snapshot(of: name)?.zone
        else { return line }
        return .object(members + [.init("timeZone", .string(zone.identifier))])
    }

    /// `decision`, `finding`, `reason`, `edition`, `by`.
    func judgeAudit(_ arguments: DocumentNode) async throws(Problem) -> HTTPResponse {
        guard let id = arguments["decision"]?.string else {
            throw Problem(.missingField, "say which decision: `decision`")
        }
        let by = arguments["by"]?.string ?? "unknown"
        let word = try AuditDesk.Word(arguments, decisionID: id, by: by, from: "cli")
        return HTTPResponse(json: try await service.audits.judge(word).json)
    }

    func approve(_ arguments: DocumentNode) async throws(Problem) -> HTTPResponse {
        let (name, snapshot) = try dial(arguments)
        guard snapshot.profile.target.mode == .plan else {
            throw Problem(.conflict, "`\(name.profile)` has no mode `plan`: there is nothing to approve")
        }
        let desk = service.gateway.strictness
        guard let thresholds = await desk.approve(name, of: snapshot, at: service.clock.now()) else {
            throw Problem(.conflict, "the dial of `\(name.profile)` proposes nothing new")
        }
        return HTTPResponse(
            json: ["sharpness": .double(thresholds.sharpness), "saliencyArea": .double(thresholds.saliencyArea)]
        )
    }

    func clearAlarm(_ arguments: DocumentNode) async throws(Problem) -> HTTPResponse {
        let (name, _) = try dial(arguments)
        guard await service.gateway.strictness.clearAlarm(name) else {
            throw Problem(.conflict, "the dial of `\(name.profile)` has no alarm")
        }
        return HTTPResponse(json: ["cleared": true])
    }

    /// A certificate from the ledger's own rows; or, with `certificate`, one that was made elsewhere of a finished
    /// measure phase.
    func certify(_ arguments: DocumentNode) async throws(Problem) -> HTTPResponse {
        let (name, snapshot) = try dial(arguments)
        let desk = service.gateway.strictness
        if let node = arguments["certificate"] {
            guard let certificate = Certificate(node), certificate.bound <= snapshot.profile.falseRejects.max else {
                throw Problem(.invalidField, "this is no certificate that keeps the profile's bound")
            }
            await desk.adopt(certificate, name, of: snapshot)
            return HTTPResponse(json: certificate.json(name))
        }
        let since = arguments["since"]?.string.flatMap { Timestamp(iso8601: $0) }
        do throws(LedgerError) {
            let now = service.clock.now()
            if let certificate = try await desk.certify(
                name,
                of: snapshot,
                from: service.store,
                since: since,
                at: now
            ) {
                return HTTPResponse(json: certificate.json(name))
            }
        } catch {
            throw .ledgerUnavailable
        }
        let isMeasuring = snapshot.profile.phase == .measure
        throw Problem(
            .insufficientEvidence,
            "`\(name.profile)` has no measure phase of \(StrictnessDesk.leastLabels) answers over "
                + "\(StrictnessDesk.leastDays) days that proves a ceiling; \(isMeasuring ? "go on measuring" : "apply phase `measure` until it has")"
        )
    }

    /// The dial of `profile`, in its own space where `space` says nothing else.
    private func dial(_ arguments: DocumentNode) throws(Problem) -> (DialName, PolicySnapshot) {
        guard let name = arguments["profile"]?.string, let snapshot = service.policies.snapshot(of: name) else {
            throw Problem(.missingField, "say which profile: `profile`")
        }
        let space = arguments["space"]?.string ?? snapshot.profile.scoreSpace
        guard snapshot.profile.scoreSpace(named: space) != nil else {
            throw Problem(.invalidField, "`\(name)` has no score space `\(space.printable)`")
        }
        let source = arguments["source"]?.string.flatMap(DialName.Source.init) ?? .pictures
        return (DialName(profile: name, space: space, source: source), snapshot)
    }
}
