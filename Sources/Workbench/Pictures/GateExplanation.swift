package import Documents
package import Gate
package import Imaging
package import Policy

/// Why a picture got its verdict: every rule with what was measured against which threshold, what would have changed it,
/// and what the measures rest on.
package struct GateExplanation: Sendable {
    /// How many features of the coarse category are named.
    private static let features = 5

    package let seen: GateLine.Seen
    package let thresholds: Thresholds
    package let settings: GateSettings
    package let sharpness: SharpnessScore
    package let coarse: [CoarseModel.Contribution]
    package let image: RGBImage

    /// Decodes the picture once more, for what a verdict alone does not keep.
    package init(_ seen: GateLine.Seen, bytes: [UInt8], profile: Profile) throws(ImagingError) {
        self.seen = seen
        settings = profile.gate
        thresholds = Thresholds.start(of: profile.gate)
        let background = profile.gate.background
        image = try ImageDecoder.image(
            from: bytes,
            background: (background.red, background.green, background.blue)
        )
        sharpness = SharpnessMeasures(GrayPlane(image)).score
        coarse = CoarseModel.contributions(to: CoarseFeatures(image.fitted(to: CoarseFeatures.side)))
    }

    package var text: String {
        let scores = seen.measurement
        let flat = JudgeRules.flatRange
        var lines = [
            line("too_blurry", scores.sharpness < thresholds.sharpness)
                + "sharpness \(scores.sharpness.fixed(3)), rejects below \(thresholds.sharpness.fixed(3))",
            "".padded(to: 22) + "closest to: \(sharpness.likeliest.words) (\(blurs))",
            line("low_saliency", saliencyRejects)
                + "areas \(scores.attentionArea.fixed(3)) and \(scores.objectnessArea.fixed(3)), rejects when both are below "
                + "\(thresholds.saliencyArea.fixed(3)) and the range \(scores.range.fixed(1)) is below \(flat.fixed(1))",
        ]
        if let bypass { lines.append("".padded(to: 22) + bypass) }
        lines.append(
            "  coarse".padded(to: 22) + "\(scores.coarse.category.rawValue) \(scores.coarse.confidence.fixed(2)): "
                + reasonsOfCoarse
        )
        let changes = changes
        for change in changes { lines.append("  would change it".padded(to: 22) + Self.text(of: change)) }
        if changes.isEmpty { lines.append("  would change it".padded(to: 22) + "no single threshold") }
        return lines.joined(separator: "\n")
    }

    package var json: JSON {
        [
            "blur": [
                "likeliest": .string(sharpness.likeliest.rawValue),
                "margins": .object(
                    SharpnessScore.Blur.allCases.map {
                        JSON.Member($0.rawValue, .double(sharpness.margins[$0, default: 0]))
                    }
                ),
            ],
            "coarseFeatures": .array(
                coarse.prefix(Self.features).map {
                    ["feature": .string($0.feature), "value": .double($0.value), "logOdds": .double($0.logOdds)]
                }
            ),
            "wouldChange": .array(changes.map { .string(Self.text(of: $0)) }),
        ]
    }

    private var changes: [Counterfactual] {
        Counterfactual.changes(of: seen.evidence, settings: settings, thresholds: thresholds)
    }

    package static func text(of change: Counterfactual) -> String {
        let score = change.score == .sharpness ? "sharpness" : "saliency area"
        return switch change.change {
        case .sendsAtOrBelow(let value): "sent with a \(score) threshold of \(value.fixed(3)) or less"
        case .rejectsAbove(let value): "rejected with a \(score) threshold above \(value.fixed(3))"
        }
    }

    private func line(_ rule: String, _ fires: Bool) -> String { "  \(fires ? "✗" : "✓") \(rule)".padded(to: 22) }

    private var blurs: String {
        SharpnessScore.Blur.allCases.map { "\($0.words) \(sharpness.margins[$0, default: 0].fixed(1))" }
            .joined(separator: ", ") + " beyond its threshold, in log odds"
    }

    private var saliencyRejects: Bool { seen.fate.reasons.contains(.lowSaliency) }

    private var bypass: String? {
        let scores = seen.measurement
        guard settings.abstractBypass, scores.attentionArea < thresholds.saliencyArea,
            scores.objectnessArea < thresholds.saliencyArea
        else { return nil }
        return
            "kept all the same with texture from \(JudgeRules.textureShare.fixed(2)) (here \(scores.texture.fixed(2))), "
            + "or when abstract with a range from \(JudgeRules.blankRange.fixed(1))"
    }

    private var reasonsOfCoarse: String {
        coarse.prefix(Self.features)
            .map { "\($0.feature) \($0.value.fixed(2)) (\($0.logOdds < 0 ? "" : "+")\($0.logOdds.fixed(1)))" }
            .joined(separator: ", ")
    }
}

extension SharpnessScore.Blur {
    /// As people say it.
    package var words: String {
        switch self {
        case .soft: "out of focus"
        case .focus: "out of focus in part"
        case .grain: "out of focus under noise"
        case .motion: "motion"
        case .caption: "blur under text"
        case .sweep: "motion that left streaks"
        case .deep: "blur beyond recognition"
        }
    }
}
