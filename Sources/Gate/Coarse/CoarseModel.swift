/// Tells photographs, illustrations and abstract pictures apart: a multinomial logistic model over `CoarseFeatures`.
///
/// What it confuses most are painted landscapes (called photographs) and soft photographs (called abstract): its word
/// may relax a rule, it must not be the reason to turn a picture down. Accuracy: see `CoarseWeights`.
package enum CoarseModel {
    /// Below this the answer is `unknown`.
    package static let leastConfidence = 0.6

    /// The likeliest category and its probability under the fitted model, 0...1.
    package static func coarse(_ features: CoarseFeatures) -> Coarse {
        let probabilities = probabilities(features)
        let categories: [Coarse.Category] = [.photoLike, .illustrationLike, .abstract]
        var best = 0
        for index in 1..<3 where probabilities[index] > probabilities[best] { best = index }
        let confidence = probabilities[best]
        return Coarse(category: confidence < leastConfidence ? .unknown : categories[best], confidence: confidence)
    }

    /// Of photograph, illustration and abstract; they add up to 1.
    static func probabilities(_ features: CoarseFeatures) -> [Double] {
        let offset = CoarseWeights.offset
        var scores = [offset.photo, offset.illustration, offset.abstract]
        for (weight, value) in zip(CoarseWeights.weights, features.values) {
            scores[0] += weight.photo * value
            scores[1] += weight.illustration * value
            scores[2] += weight.abstract * value
        }
        let most = max(scores[0], scores[1], scores[2])
        // Differences below -700 are as good as zero and would leave the exponential's range.
        let shares = scores.map { Elementary.exp(max($0 - most, -700)) }
        let total = shares[0] + shares[1] + shares[2]
        return shares.map { $0 / total }
    }

    /// How one feature speaks for the category that was told, against the mean of all three.
    package struct Contribution: Sendable, Hashable {
        package let feature: String
        package let value: Double
        /// Against a middling picture's value of the feature.
        package let logOdds: Double
    }

    /// Every feature's say in the most likely category, the loudest first.
    package static func contributions(to features: CoarseFeatures) -> [Contribution] {
        let probabilities = probabilities(features)
        var best = 0
        for index in 1..<3 where probabilities[index] > probabilities[best] { best = index }
        return zip(CoarseWeights.weights, features.values).map { weight, value in
            let parts = [weight.photo, weight.illustration, weight.abstract]
            let share = parts[best] - (parts[0] + parts[1] + parts[2]) / 3
            return Contribution(feature: weight.feature, value: value, logOdds: share * (value - weight.middle))
        }
        .sorted { abs($0.logOdds) > abs($1.logOdds) }
    }
}
