package import Documents
import Gate
package import Policy

/// What a labelled sample says of one score, and how strict its threshold may be.
package struct Calibration: Sendable {
    package let score: Counterfactual.Score
    package let curve: ReceiverCurve
    /// In force now.
    package let current: Double
    /// The share of all pictures that may be good and rejected.
    package let share: Double
    package let confidence: Double

    /// The strictest threshold the bound allows; nil when the sample is too small to prove any.
    package var proven: ReceiverCurve.Point? { curve.strictest(falseRejects: share, confidence: confidence) }

    /// Pictures without one loss that would prove the share.
    package var needed: Int { BinomialBound.trialsNeeded(bound: share, confidence: confidence) }

    package init(
        score: Counterfactual.Score,
        curve: ReceiverCurve,
        current: Double,
        share: Double,
        confidence: Double
    ) {
        self.score = score
        self.curve = curve
        self.current = current
        self.share = share
        self.confidence = confidence
    }

    private var pictures: Int { curve.good + curve.bad }

    private var name: String { score == .sharpness ? "sharpness" : "saliencyArea" }

    /// Where a threshold of now stands on the curve.
    private var now: ReceiverCurve.Point? { curve.points.last { $0.threshold <= current } ?? curve.points.first }

    package var text: String {
        var lines = [
            "\(name): \(curve.good) good, \(curve.bad) bad pictures",
            "  AUC \(curve.area.fixed(4)), 95 % interval \(curve.interval.lowerBound.fixed(4)) to "
                + curve.interval.upperBound.fixed(4),
            CurvePlot.text(of: curve),
            row("threshold now", now.map { ($0, current) }),
            row("knee", (curve.knee, curve.knee.threshold)),
            row("no good one lost", (curve.strictestWithoutLoss, curve.strictestWithoutLoss.threshold)),
        ]
        if let proven {
            lines.append(row("proven", (proven, proven.threshold)))
        } else {
            let bound = BinomialBound.upper(events: 0, of: pictures, confidence: confidence)
            lines.append(
                "  TOO SMALL: \(pictures) pictures without one loss prove at most \(Self.percent(bound)) at "
                    + "\((100 * confidence).fixed(0)) %; \(Self.percent(share)) takes \(needed)"
            )
        }
        return lines.joined(separator: "\n")
    }

    private func row(_ title: String, _ found: (point: ReceiverCurve.Point, threshold: Double)?) -> String {
        guard let (point, threshold) = found else { return "" }
        let bound = BinomialBound.upper(events: point.lost, of: pictures, confidence: confidence)
        return ("  " + title).padded(to: 20) + threshold.fixed(4).padded(to: 9)
            + "loses \(point.lost)/\(curve.good), catches \(point.caught)/\(curve.bad); "
            + "false rejects at most \(Self.percent(bound)) of uploads"
    }

    private static func percent(_ share: Double) -> String { "\((100 * share).fixed(4)) %" }

    /// The change to a policy document, as `diff -u` would show it; nil where nothing is proven or it is in force.
    package func change(in document: String, path: String) -> String? {
        guard let proven else { return nil }
        let value = proven.threshold.fixed(4)
        guard let text = PolicyText.replacing(["gate", name, "min"], by: value, in: document), text != document else {
            return nil
        }
        var lines = ["--- \(path)", "+++ \(path)"]
        for (old, new) in zip(document.split(separator: "\n"), text.split(separator: "\n")) where old != new {
            lines += ["-\(old)", "+\(new)"]
        }
        return lines.joined(separator: "\n")
    }

    package var json: JSON {
        func point(_ point: ReceiverCurve.Point) -> JSON {
            [
                "threshold": .double(point.threshold), "lost": .integer(Int64(point.lost)),
                "caught": .integer(Int64(point.caught)),
                "falseRejectsAtMost": .double(
                    BinomialBound.upper(events: point.lost, of: pictures, confidence: confidence)
                ),
            ]
        }
        return [
            "score": .string(name), "good": .integer(Int64(curve.good)), "bad": .integer(Int64(curve.bad)),
            "auc": .double(curve.area),
            "interval": [.double(curve.interval.lowerBound), .double(curve.interval.upperBound)],
            "knee": point(curve.knee), "withoutLoss": point(curve.strictestWithoutLoss),
            "proven": proven.map(point) ?? .null, "picturesNeeded": .integer(Int64(needed)),
        ]
    }
}
