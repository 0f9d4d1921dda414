/// What another threshold would have done to one upload: the single changes that turn its verdict around.
package struct Counterfactual: Sendable, Hashable {
    package enum Score: String, Sendable, CaseIterable { case sharpness, saliencyArea }

    package enum Change: Sendable, Hashable {
        /// Any threshold at or below this value would have sent it.
        case sendsAtOrBelow(Double)
        /// Any threshold above this value would have rejected it.
        case rejectsAbove(Double)
    }

    package let score: Score
    package let change: Change

    package init(score: Score, change: Change) {
        self.score = score
        self.change = change
    }

    /// Every change of one threshold alone, within 0...1, that turns the judgement around. Empty when no single
    /// threshold could have: two rules fired, a mark was found, or the evidence is missing.
    package static func changes(
        of evidence: Evidence,
        settings: GateSettings,
        thresholds: Thresholds
    ) -> [Counterfactual] {
        let verdict = Judge.judgement(of: evidence, settings: settings, thresholds: thresholds).verdict
        return Score.allCases.compactMap { score in
            guard let pivot = pivot(score, evidence) else { return nil }
            switch verdict {
            case .send:
                guard pivot < 1 else { return nil }
                let stricter = thresholds.replacing(score, by: 1)
                let turned = Judge.judgement(of: evidence, settings: settings, thresholds: stricter).verdict == .reject
                return turned ? Counterfactual(score: score, change: .rejectsAbove(pivot)) : nil
            case .reject:
                guard pivot >= 0 else { return nil }
                let looser = thresholds.replacing(score, by: min(pivot, 1))
                let turned = Judge.judgement(of: evidence, settings: settings, thresholds: looser).verdict == .send
                return turned ? Counterfactual(score: score, change: .sendsAtOrBelow(min(pivot, 1))) : nil
            }
        }
    }

    /// The threshold at which the rule of `score` turns: the score itself, or the larger of the areas the space has.
    private static func pivot(_ score: Score, _ evidence: Evidence) -> Double? {
        switch score {
        case .sharpness:
            return evidence.sharpness.flatMap { $0.isFinite ? $0 : nil }
        case .saliencyArea:
            var areas: [Double?] = []
            if !evidence.absentAreas.contains(.attention) { areas.append(evidence.attentionArea) }
            if !evidence.absentAreas.contains(.objectness) { areas.append(evidence.objectnessArea) }
            let known = areas.compactMap { $0 }.filter(\.isFinite)
            // With one area missing the rule cannot fire at any threshold.
            return known.count == areas.count ? known.max() : nil
        }
    }
}

extension Thresholds {
    fileprivate func replacing(_ score: Counterfactual.Score, by value: Double) -> Thresholds {
        switch score {
        case .sharpness: Thresholds(sharpness: value, saliencyArea: saliencyArea)
        case .saliencyArea: Thresholds(sharpness: sharpness, saliencyArea: value)
        }
    }
}
