import Documents
import Foundation
import Gate
import Platform
import Policy
import Workbench

extension Command {
    static let calibrate = Command(
        words: ["calibrate"],
        group: .gate,
        summary: "how strict the thresholds may be, from pictures that people have labelled",
        options: [
            Option(name: "pictures", value: "DIR", summary: "the labelled pictures"),
            Option(
                name: "labels",
                value: "FILE",
                summary: "CSV with a heading: file below DIR, label (good, blurry, empty or bad)"
            ),
            Option(
                name: "false-rejects",
                value: "SHARE",
                summary: "of all uploads that may be good and rejected (default: the profile's falseRejects.max)"
            ),
            Option(name: "out", value: "DIR", summary: "where the curves go as SVG (default: nowhere)"),
            .profile, .policies, .json,
        ],
        examples: [
            (
                "torii calibrate --pictures sample --labels labels.csv --false-rejects 0.00018",
                "ROC, knee, and the operating point an exact binomial bound allows"
            )
        ]
    ) { invocation throws(Stop) in
        let folder = try invocation.required("pictures")
        let list = try invocation.required("labels")
        let files = try PolicyFiles(folder: invocation.value("policies") ?? "policies")
        let profile = try chosenProfile(invocation)
        let share = try invocation.share("false-rejects", default: profile.falseRejects.max)
        let text: String
        do throws(PlatformError) {
            text = String(decoding: try FileContent.read(list, orPipe: true), as: UTF8.self)
        } catch {
            throw .failed(error.message)
        }
        let scored = try Stop.failing { () throws(WorkbenchError) in
            try LabelledScores(PictureLabels(text, name: list), folder: folder, profile: profile)
        }
        for file in scored.missing { invocation.console.err("left out: \(file)") }
        let thresholds = Thresholds.start(of: profile.gate)
        let calibrations = scored.curves.map { score, curve in
            Calibration(
                score: score,
                curve: curve,
                current: score == .sharpness ? thresholds.sharpness : thresholds.saliencyArea,
                share: share,
                confidence: profile.falseRejects.confidence
            )
        }
        guard !calibrations.isEmpty else {
            throw .failed("a curve takes good pictures and blurry, empty or bad ones; see the labels in `\(list)`")
        }
        if let out = invocation.value("out") { try draw(calibrations, to: out) }
        let document = files.documents.first { $0.path.hasPrefix(profile.name + ".json") }
        let source = String(decoding: document?.bytes ?? [], as: UTF8.self)
        let changes = calibrations.compactMap { $0.change(in: source, path: document?.path ?? "") }
        let console = invocation.console
        if invocation.has("json") {
            console.out(JSON.array(calibrations.map(\.json)).text())
        } else {
            console.out(calibrations.map(\.text).joined(separator: "\n\n"))
            if !changes.isEmpty { console.out("\n" + changes.joined(separator: "\n")) }
        }
        return .done
    }

    private static func draw(_ calibrations: [Calibration], to folder: String) throws(Stop) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for calibration in calibrations {
                let name = calibration.score.rawValue
                let svg = CurvePlot.svg(of: calibration.curve, title: name)
                try FileContent.write(Array(svg.utf8), to: "\(folder)/\(name).svg")
            }
        } catch {
            throw .failed((error as? PlatformError)?.message ?? error.localizedDescription)
        }
    }
}

extension Invocation {
    /// A share between 0 and 1, both exclusive.
    func share(_ option: String, default standard: Double) throws(Stop) -> Double {
        guard let text = value(option) else { return standard }
        guard let share = Double(text), share > 0, share < 1 else {
            throw .usage("--\(option) must be a share between 0 and 1 such as 0.00018, found `\(text)`")
        }
        return share
    }
}
