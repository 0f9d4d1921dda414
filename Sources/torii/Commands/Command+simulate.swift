import Control
import Documents
import Platform
import Policy
import Workbench

extension Command {
    static let simulate = Command(
        words: ["simulate"],
        group: .policy,
        summary: "replay a trace of uploads through a profile's send-rate controller; nothing is sent anywhere",
        options: [
            Option(name: "trace", value: "FILE", summary: "uploads, one JSON object a line"),
            Option(
                name: "preset",
                value: "NAME",
                summary: "made-up traffic instead, drawn as a chart after a measure week of its own",
                choices: PresetTraffic.Preset.allCases.map(\.rawValue)
            ),
            .policies, .profile,
            Option(
                name: "measure",
                value: "FILE",
                summary: "a finished measure phase in the same form: begin with its ceilings"
            ),
            Option(
                name: "audits",
                value: "off|SHARE",
                summary: "share of rejects sent all the same (default: the profile's)"
            ),
            Option(
                name: "clamps",
                value: "on|off",
                summary: "off: no ceilings, floors, phases or pace",
                choices: ["on", "off"]
            ),
            Option(
                name: "caps",
                value: "on|off",
                summary: "off: as if the budget had no caps",
                choices: ["on", "off"]
            ),
            Option(
                name: "raises",
                value: "off|auto",
                summary: "auto: ceilings rise without asking",
                choices: ["off", "auto"]
            ),
            Option(name: "nodes", value: "N", summary: "nodes that share the target (default 1)"),
            Option(name: "partition", value: "FROM-TO", summary: "uploads during which one node is cut off"),
            Option(name: "kill", value: "AT", summary: "the upload before which a node is killed and starts again"),
            Option(name: "seed", value: "N", summary: "seed of the audits' draws (default 0)"),
            .json,
        ],
        examples: [
            ("torii simulate --preset drift", "eight days of darkening pictures: rate, strictness, ceilings and spend"),
            (
                "torii simulate --trace drift.ndjson --measure week.ndjson --policies policies --profile ios --json",
                "each decision with its thresholds, then the summary"
            ),
        ]
    ) { invocation throws(Stop) in
        let profile = try chosenProfile(invocation)
        if let name = invocation.value("preset"), let preset = PresetTraffic.Preset(rawValue: name) {
            guard !invocation.has("trace") else { throw .usage("--preset and --trace exclude each other") }
            try draw(preset, profile, try options(invocation), invocation)
            return .done
        }
        let rows = try trace(invocation.required("trace"))
        var week: [TraceRow]?
        if let path = invocation.value("measure") { week = try weekRows(path) }
        var simulation = Simulation(profile: profile, options: try options(invocation), week: week)
        try replay(rows, profile, through: &simulation, invocation)
        return .done
    }

    private static func draw(
        _ preset: PresetTraffic.Preset,
        _ profile: Profile,
        _ options: Simulation.Options,
        _ invocation: Invocation
    ) throws(Stop) {
        let target = profile.target.sendRate
        let week = PresetTraffic.week(target: target, seed: options.seed)
        var simulation = Simulation(profile: profile, options: options, week: week)
        var traffic = PresetTraffic(preset, target: target, seed: options.seed)
        var chart = SimulationChart(target: target, length: traffic.count / 32)
        while let row = traffic.next() { chart.add(row, simulation.step(row)) }
        if invocation.has("json") {
            invocation.console.out(end(of: simulation, profile).text())
            return
        }
        invocation.console.out(chart.text)
        invocation.console.out(simulation.score.summary.text(limit: profile.falseRejects.max))
        if let certificate = simulation.controller.certificate {
            invocation.console.out(certificate.sentence { "day \($0 / 86_400_000 + 1) of the measure week" })
        }
        invocation.console.out(claim(of: simulation))
    }

    /// Whether what was certified may still be said at the end.
    private static func claim(of simulation: Simulation) -> String {
        let controller = simulation.controller
        guard controller.certificate != nil else { return "At the end: no certificate, nothing can be claimed." }
        return controller.isClaimWithdrawn
            ? "At the end: the claim is withdrawn, the traffic is no longer that of the measure week; the ceilings stay."
            : "At the end: the claim stands, nothing says that the traffic has left that of the measure week."
    }

    private static func options(_ invocation: Invocation) throws(Stop) -> Simulation.Options {
        var options = Simulation.Options()
        options.audits = try auditShare(invocation)
        options.isClamped = invocation.value("clamps") != "off"
        options.caps = invocation.value("caps") != "off"
        options.raises = invocation.value("raises") == "auto"
        options.nodes = try invocation.integer("nodes", in: 1...64, default: 1)
        options.partition = try partition(invocation)
        if invocation.has("kill") { options.kill = try invocation.integer("kill", in: 0...Int.max, default: 0) }
        options.seed = UInt64(try invocation.integer("seed", in: 0...Int.max, default: 0))
        return options
    }

    private static func replay(
        _ reader: TraceSource,
        _ profile: Profile,
        through simulation: inout Simulation,
        _ invocation: Invocation
    ) throws(Stop) {
        var reader = reader
        var output = TraceOutput()
        let isJSON = invocation.has("json")
        do throws(TraceReader.Mistake) {
            while let row = try reader.next() {
                let decision = simulation.step(row)
                guard isJSON else { continue }
                output.add(id: reader.id, decision)
                if output.bytes.count > 1 << 20 { invocation.console.raw(output.flush()) }
            }
        } catch {
            throw .failed("line \(error.line) of the trace: \(error.message)")
        }
        if isJSON {
            invocation.console.raw(output.flush())
            invocation.console.out(end(of: simulation, profile).text())
        } else {
            invocation.console.out(simulation.score.summary.text(limit: profile.falseRejects.max))
            if simulation.controller.certificate != nil { invocation.console.out(claim(of: simulation)) }
        }
    }

    private static func end(of simulation: Simulation, _ profile: Profile) -> JSON {
        let summary = simulation.score.summary
        let limit = profile.falseRejects.max
        return [
            "summary": summary.json, "falseRejectLimit": .double(limit),
            "limitBroken": .bool(summary.falseRejects > limit),
            "claimWithdrawn": simulation.controller.certificate == nil
                ? .null : .bool(simulation.controller.isClaimWithdrawn),
        ]
    }

    private static func trace(_ path: String) throws(Stop) -> TraceSource {
        do throws(PlatformError) {
            return try TraceSource(path)
        } catch {
            throw .failed(error.message)
        }
    }

    static func weekRows(_ path: String) throws(Stop) -> [TraceRow] {
        var reader = try trace(path)
        var rows: [TraceRow] = []
        do throws(TraceReader.Mistake) {
            while rows.count <= mostWeekRows, let row = try reader.next() { rows.append(row) }
        } catch {
            throw .failed("line \(error.line) of the measure phase: \(error.message)")
        }
        guard rows.count <= mostWeekRows else {
            throw .failed("`\(path)` has more than \(mostWeekRows) uploads: a measure phase fits into memory")
        }
        return rows
    }

    /// Of a measure phase, which is held whole.
    private static let mostWeekRows = 4_000_000

    private static func partition(_ invocation: Invocation) throws(Stop) -> Range<Int>? {
        guard let text = invocation.value("partition") else { return nil }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard ends.count == 2, let from = ends[0], let to = ends[1], 0 <= from, from <= to else {
            throw .usage("--partition takes two upload numbers such as 20000-40000, found `\(text)`")
        }
        return from..<to
    }

    /// Nil: the profile's own.
    private static func auditShare(_ invocation: Invocation) throws(Stop) -> Double? {
        guard let text = invocation.value("audits") else { return nil }
        if text == "off" { return 0 }
        guard let share = Double(text), (0...1).contains(share) else {
            throw .usage("--audits takes off or a share 0...1, found `\(text)`")
        }
        return share
    }
}
