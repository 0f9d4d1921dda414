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
            Option(name: "seed", value: "N", summary: "seed of the audits' draws (default 0)"),
            .json,
        ],
        examples: [
            (
                "torii simulate --trace drift.ndjson --measure week.ndjson --policies policies --profile ios --json",
                "each decision with its thresholds, then the summary"
            )
        ]
    ) { invocation throws(Stop) in
        let profile = try chosenProfile(invocation)
        let rows = try trace(invocation.required("trace"))
        let week = try invocation.value("measure").map(weekRows)
        var options = Simulation.Options()
        options.audits = try auditShare(invocation)
        options.isClamped = invocation.value("clamps") != "off"
        options.caps = invocation.value("caps") != "off"
        options.raises = invocation.value("raises") == "auto"
        options.seed = UInt64(try invocation.integer("seed", in: 0...Int.max, default: 0))
        var simulation = Simulation(profile: profile, options: options, week: week)
        try replay(rows, through: &simulation, invocation)
        return .done
    }

    private static func replay(
        _ reader: TraceReader,
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
                output.add(id: reader.bytes[reader.id], decision)
                if output.bytes.count > 1 << 20 { invocation.console.raw(output.flush()) }
            }
        } catch {
            throw .failed("line \(error.line) of the trace: \(error.message)")
        }
        let summary: JSON = ["summary": simulation.score.summary.json]
        if isJSON {
            invocation.console.raw(output.flush())
            invocation.console.out(summary.text())
        } else {
            invocation.console.out(simulation.score.summary.text)
        }
    }

    private static func trace(_ path: String) throws(Stop) -> TraceReader {
        do throws(PlatformError) {
            return TraceReader(try FileContent.read(path, maxBytes: 8 << 30))
        } catch {
            throw .failed(error.message)
        }
    }

    private static func weekRows(_ path: String) throws(Stop) -> [TraceRow] {
        var reader = try trace(path)
        var rows: [TraceRow] = []
        do throws(TraceReader.Mistake) {
            while let row = try reader.next() { rows.append(row) }
        } catch {
            throw .failed("line \(error.line) of the measure phase: \(error.message)")
        }
        return rows
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

extension SimulationSummary {
    var text: String {
        let points = { (share: Double) in "\((share * 100).fixed(3)) pp" }
        return """
            uploads              \(uploads), sent \(sent)
            mean |W1000 error|   \(points(meanWindowError)), 99th percentile \(points(p99WindowError))
            day error            \(points(dayError))
            settled after        \(settle.map { "\($0) uploads" } ?? "-")
            largest excursion    \(points(overshoot))
            overspend            \((overspend * 100).fixed(2)) %
            clamped              \((clampedShare * 100).fixed(2)) %
            false rejects        \((falseRejects * 100).fixed(4)) % of uploads
            """
    }
}
