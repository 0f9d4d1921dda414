import Control
import Documents
import Platform
import Server
import Workbench

extension Command {
    private static let space = Option(name: "space", value: "S", summary: "score space (default: the profile's own)")
    private static let source = Option(
        name: "source",
        value: "WHERE",
        summary: "whose dial: of pictures that come whole (default), of devices that ask, or that judge and report",
        choices: DialName.Source.allCases.map(\.rawValue)
    )

    static let controlStatus = Command(
        words: ["control", "status"],
        group: .policy,
        summary: "how the running server's send-rate dials stand",
        options: [.data, .profile, .json],
        examples: [
            ("torii control status --data data", "state, strictness, thresholds with their limits, credit, audits")
        ]
    ) { invocation throws(Stop) in
        let profiles = try await profiles(invocation)
        if invocation.has("json") {
            invocation.console.out(JSON.object(profiles.map { JSON.Member($0.name, JSON($0.node)) }).text())
            return .done
        }
        for (name, node) in profiles {
            let dials = node["dials"]?.array ?? []
            let mode = node["mode"]?.string ?? "off"
            if dials.isEmpty { invocation.console.out(withoutDial(name, mode)) }
            for dial in dials { invocation.console.out(standingText(name, mode, dial)) }
            if let waiting = node["auditsWaiting"]?.integer, waiting > 0 {
                invocation.console.out(
                    "\(name): \(waiting) audits wait for a second judgement: torii audit review --profile \(name)"
                )
            }
        }
        return .done
    }

    static let controlCertificate = Command(
        words: ["control", "certificate"],
        group: .policy,
        summary: "what may honestly be said about lost answers",
        options: [
            .data, .profile, space, source,
            Option(name: "certify", value: nil, summary: "make one of the ledger's measure phase; needs --profile"),
            Option(name: "since", value: "TIME", summary: "when that phase began (default: 30 days ago)"),
            Option(
                name: "measure",
                value: "FILE",
                summary: "make it of a finished phase in the form of a trace instead"
            ),
            .policies,
        ],
        examples: [
            ("torii control certificate --data data --profile ios", "one sentence, with its dates and counts"),
            (
                "torii control certificate --certify --data data --profile ios",
                "seven days of `phase: measure` behind it"
            ),
        ]
    ) { invocation throws(Stop) in
        let isCertified = invocation.has("certify") || invocation.has("measure")
        if isCertified {
            var arguments = try dial(invocation)
            if let since = invocation.value("since") { arguments.append(.init("since", .string(since))) }
            if let path = invocation.value("measure") {
                let profile = try chosenProfile(invocation)
                let options = Simulation.Options()
                let week = Simulation(profile: profile, options: options, week: try weekRows(path))
                guard let certificate = week.controller.certificate else {
                    throw .failed("`\(path)` proves no ceiling inside the bound of `\(profile.name)`")
                }
                let name = DialName(profile: profile.name, space: profile.scoreSpace, isAsked: false)
                arguments.append(.init("certificate", certificate.json(name)))
            }
            _ = try await control(invocation).answer("strictness/certify", .object(arguments))
        }
        for (name, node) in try await profiles(invocation) {
            let dials = node["dials"]?.array ?? []
            let mode = node["mode"]?.string ?? "off"
            if dials.isEmpty {
                let kept = "\(name): certified; kept for a dial, which begins once target.mode is auto or plan"
                invocation.console.out(isCertified && mode == "off" ? kept : withoutDial(name, mode))
            }
            for dial in dials {
                guard let sentence = dial["certificate"]?.string else {
                    invocation.console.out(
                        "\(title(name, dial)): no certificate, nothing can be claimed; next: \(dial["next"]?.string ?? "-")"
                    )
                    continue
                }
                invocation.console.out("\(title(name, dial)): \(sentence)")
                if dial["claimWithdrawn"]?.bool == true {
                    invocation.console.out("  traffic has moved since: the claim is withdrawn, the ceilings stay")
                }
            }
        }
        return .done
    }

    static let controlHistory = Command(
        words: ["control", "history"],
        group: .policy,
        summary: "every adjustment of the send-rate dials, with its reason and evidence",
        options: [.data, .profile, .json],
        examples: [("torii control history --data data --profile ios", "oldest first; --json has every figure")]
    ) { invocation throws(Stop) in
        let profile = invocation.value("profile").map { [JSON.Member("profile", .string($0))] } ?? []
        let lines = try await control(invocation).answer("strictness/history", .object(profile)).array ?? []
        for line in lines {
            if invocation.has("json") {
                invocation.console.out(JSON(line).text())
            } else {
                let zone = line["timeZone"]?.string.map { " \($0)" } ?? ""
                let at = (line["at"]?.string ?? "") + zone
                invocation.console.out(
                    "\(at)  \(title(line["profile"]?.string ?? "", line))  \(line["text"]?.string ?? "")"
                )
            }
        }
        if lines.isEmpty, !invocation.has("json") { invocation.console.out("no adjustments yet") }
        return .done
    }

    static let controlApprove = Command(
        words: ["control", "approve"],
        group: .policy,
        summary: "put in force what a dial in mode `plan` proposes",
        options: [.data, .profile, space, source],
        examples: [("torii control approve --data data --profile ios", "`control status` shows what that is")]
    ) { invocation throws(Stop) in
        let answer = try await control(invocation).answer("strictness/approve", .object(try dial(invocation)))
        let sharpness = answer["sharpness"]?.double?.fixed(4) ?? "-"
        let area = answer["saliencyArea"]?.double?.fixed(4) ?? "-"
        invocation.console.out("in force: sharpness \(sharpness), saliency area \(area)")
        return .done
    }

    static let controlClear = Command(
        words: ["control", "clear"],
        group: .policy,
        summary: "clear an alarm about false rejects, once the audits were looked at",
        options: [.data, .profile, space, source],
        examples: [("torii control clear --data data --profile ios", "the way back begins with the evidence there is")]
    ) { invocation throws(Stop) in
        _ = try await control(invocation).answer("strictness/clear", .object(try dial(invocation)))
        invocation.console.out("cleared")
        return .done
    }

    private static func control(_ invocation: Invocation) throws(Stop) -> ServerControl {
        ServerControl(socket: ControlSocket.path(data: try invocation.required("data")))
    }

    /// Which dial is meant.
    private static func dial(_ invocation: Invocation) throws(Stop) -> [JSON.Member] {
        var members = [JSON.Member("profile", .string(try invocation.required("profile")))]
        for key in ["space", "source"] {
            if let value = invocation.value(key) { members.append(.init(key, .string(value))) }
        }
        return members
    }

    /// Every profile, or the one asked for, by name.
    private static func profiles(_ invocation: Invocation) async throws(Stop) -> [(name: String, node: DocumentNode)] {
        let answer = try await control(invocation).answer("strictness", [:])
        let all = (answer.object ?? []).map { (name: $0.key, node: $0.node) }
        guard let profile = invocation.value("profile") else { return all }
        let chosen = all.filter { $0.name == profile }
        guard !chosen.isEmpty else { throw .failed("the server has no profile `\(profile)`") }
        return chosen
    }

    private static func withoutDial(_ profile: String, _ mode: String) -> String {
        mode == "off"
            ? "\(profile): target.mode is off, so there is no dial and no certificate: apply target.mode auto or plan"
            : "\(profile): target.mode \(mode); its dial begins with the next upload, until then there is no certificate"
    }

    private static func title(_ profile: String, _ dial: DocumentNode) -> String {
        let source = dial["source"]?.string ?? "pictures"
        return source == "pictures" ? profile : "\(profile) (\(source), \(dial["scoreSpace"]?.string ?? ""))"
    }

    /// What is judged, what is not, and the bound either way.
    private static func auditText(_ node: DocumentNode) -> String {
        func count(_ key: String) -> Int64 { node[key]?.integer ?? 0 }
        func bound(_ key: String) -> String { ((node[key]?.double ?? 1) * 100).fixed(4) + " %" }
        let (all, lost, waiting) = (count("audits"), count("falseAudits"), count("waitingAudits"))
        guard all > 0 else { return "none answered" }
        let judged =
            "\(all) answered: \(lost) lost answers, \(all - lost - waiting) right rejects, \(waiting) not judged"
        let bounds = waiting == 0 ? "" : "; \(bound("judgedBound")) if none of those not judged is"
        return "\(judged); at most \(bound("auditedBound")) of uploads lost\(bounds)"
    }

    private static func standingText(_ name: String, _ mode: String, _ node: DocumentNode) -> String {
        func number(_ path: String, _ key: String? = nil, _ decimals: Int = 3) -> String {
            let value = key.map { node[path]?[$0] } ?? node[path]
            return value?.double?.fixed(decimals) ?? "-"
        }
        // Strictness leaves the ranks where it has no more effect, and a ceiling that is none is without end.
        func rank(_ path: String, _ key: String? = nil) -> String {
            let value = key.map { node[path]?[$0] } ?? node[path]
            return value?.double.map { min(1, max(0, $0)).fixed(3) } ?? "-"
        }
        func share(_ path: String) -> String { node[path]?.double.map { ($0 * 100).fixed(2) + " %" } ?? "-" }
        func gate(_ path: String) -> String {
            "\(rank(path, "threshold")) in \(rank(path, "floor"))...\(rank(path, "ceiling"))"
                + (mode == "plan" ? ", proposed \(rank(path, "proposed"))" : "")
        }
        let judged = node["judged"]?.integer ?? 0
        let sent = node["sent"]?.integer ?? 0
        let rate = judged > 0 ? (Double(sent) / Double(judged) * 100).fixed(2) + " %" : "-"
        return """
            \(title(name, node)): \(node["state"]?.string ?? "-"), mode \(mode)
              verdicts    \(sent) send of \(judged) judged: \(rate), target \(share("target")), aim \(share("aim")), \
            credit \(number("credit", nil, 1))
              strictness  \(rank("strictness")), headroom \(rank("headroom"))
              sharpness   \(gate("sharpness"))
              saliency    \(gate("saliencyArea"))
              would send  \(share("wouldSend")) of the latest uploads\
            \(mode == "plan" ? ", as proposed \(share("proposalWouldSend"))" : "")
              audits      \(auditText(node))
              evidence    \(node["evidence"]?.string ?? "-")
              holds       \(node["guarantee"]?.string ?? "-")
              next        \(node["next"]?.string ?? "-")
            """
    }
}
