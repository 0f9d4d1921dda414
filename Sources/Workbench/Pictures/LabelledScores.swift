import Gate
import Platform
package import Policy

/// The scores of labelled pictures.
package struct LabelledScores: Sendable {
    /// The scores that have good and bad pictures to be told apart.
    package let curves: [(score: Counterfactual.Score, curve: ReceiverCurve)]
    /// Files that could not be judged, with the reason.
    package let missing: [String]

    package init(_ labels: PictureLabels, folder: String, profile: Profile) throws(WorkbenchError) {
        var missing: [String] = []
        var measured: [(label: PictureLabels.Label, scores: Measurement)] = []
        for (file, label) in labels.labels.sorted(by: { $0.key < $1.key }) {
            do throws(PlatformError) {
                let line = GateLine(
                    file: file,
                    bytes: try FileContent.read("\(folder)/\(file)"),
                    profile: profile,
                    isOwn: nil
                )
                switch line.seen {
                case .success(let seen): measured.append((label, seen.measurement))
                case .failure(let failure): missing.append("\(file): \(failure.message)")
                }
            } catch {
                missing.append("\(file): \(error.message)")
            }
        }
        self.missing = missing
        func curve(_ bad: Set<PictureLabels.Label>, _ score: (Measurement) -> Double) -> ReceiverCurve? {
            let good = measured.filter { $0.label == .good }.map { score($0.scores) }
            let others = measured.filter { bad.contains($0.label) }.map { score($0.scores) }
            return good.isEmpty || others.isEmpty ? nil : ReceiverCurve(good: good, bad: others)
        }
        var curves: [(Counterfactual.Score, ReceiverCurve)] = []
        if let sharpness = curve([.blurry, .bad], \.sharpness) { curves.append((.sharpness, sharpness)) }
        // Both areas must be below the threshold, and the picture flat: one that is not scores as high as can be.
        let area = curve([.empty, .bad]) { scores in
            scores.range < JudgeRules.flatRange ? max(scores.attentionArea, scores.objectnessArea) : 1
        }
        if let area { curves.append((.saliencyArea, area)) }
        self.curves = curves
    }
}
