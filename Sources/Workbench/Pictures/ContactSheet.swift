import Gate
import Imaging
import Platform
package import Policy

/// The rejected pictures of a folder on one HTML page that needs nothing else: what each was rejected for, and which
/// threshold would have sent it.
package struct ContactSheet: Sendable {
    /// Longer side of the pictures on it.
    private static let side = 240
    /// More than this make a page nobody scrolls through.
    package static let most = 400

    package let report: TryReport
    package let thresholds: Thresholds
    package let settings: GateSettings

    package init(report: TryReport, thresholds: Thresholds, settings: GateSettings) {
        self.report = report
        self.thresholds = thresholds
        self.settings = settings
    }

    /// Complexity: decodes every rejected picture once more.
    package var html: String {
        let rejected = report.folder.judged.filter { $0.seen.fate.verdict == .reject }
        var lines = [
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>torii try: rejected pictures</title>",
            "<style>body{font:14px system-ui;margin:2em;max-width:80em}main{display:grid;gap:1.2em;",
            "grid-template-columns:repeat(auto-fill,minmax(240px,1fr))}figure{margin:0}img{max-width:100%}",
            "figcaption{overflow-wrap:anywhere}small{color:#555}</style>",
            "<h1>\(rejected.count) of \(report.judged) pictures rejected</h1>",
            "<p>Judged as <b>\(Self.escaped(report.profile))</b>: sharpness below \(thresholds.sharpness.fixed(3)),"
                + " or both saliency areas below \(thresholds.saliencyArea.fixed(3)) on a flat picture."
                + " A good picture here is an answer lost: lower the threshold it names.</p><main>",
        ]
        for (file, seen) in rejected.prefix(Self.most) { lines.append(figure(file, seen)) }
        lines.append("</main>")
        if rejected.count > Self.most { lines.append("<p>and \(rejected.count - Self.most) more</p>") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func figure(_ file: String, _ seen: GateLine.Seen) -> String {
        let scores = seen.measurement
        let reasons = seen.fate.reasons.map(\.rawValue).joined(separator: ", ")
        let changes = Counterfactual.changes(of: seen.evidence, settings: settings, thresholds: thresholds)
            .map { GateExplanation.text(of: $0) }
        let detail =
            "sharpness \(scores.sharpness.fixed(3)), areas \(scores.attentionArea.fixed(3)) and "
            + "\(scores.objectnessArea.fixed(3)), range \(scores.range.fixed(1))"
        return "<figure>\(image(file))<figcaption><b>\(reasons)</b><br>\(Self.escaped(file))<br>"
            + "<small>\(detail)\(changes.map { "<br>" + $0 }.joined())</small></figcaption></figure>"
    }

    private func image(_ file: String) -> String { Self.thumbnail(of: file, background: settings.background) }

    /// As an element of a page. A picture that went away since it was measured leaves its text.
    static func thumbnail(of file: String, background: GateSettings.RGB) -> String {
        guard let bytes = try? FileContent.read(file),
            let image = try? ImageDecoder.image(
                from: bytes,
                maxSide: Self.side,
                background: (background.red, background.green, background.blue)
            ),
            let jpeg = try? ImageEncoder.jpeg(image, quality: 0.7)
        else { return "" }
        return "<img alt=\"\" src=\"data:image/jpeg;base64,\(String(decoding: Encoding.base64(jpeg), as: UTF8.self))\">"
    }

    package static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
    }
}
