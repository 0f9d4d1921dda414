import Gemini
import Ledger
import Policy

extension SafetyBlock {
    /// What an attempt's answer blocked: one for each category that says so, one without a category when none does.
    static func all(of attempt: GeminiAttempt, safety: [CloudSettings.HarmCategory: CloudSettings.SafetyThreshold])
        -> [SafetyBlock]
    {
        let stage: Stage
        let reason: String
        switch attempt.outcome {
        case .promptBlocked(let why): (stage, reason) = (.prompt, why)
        case .refused(let why): (stage, reason) = (.answer, why)
        default: return []
        }
        guard !attempt.blockedRatings.isEmpty else {
            return [SafetyBlock(stage: stage, reason: reason, category: "", rating: "", threshold: "")]
        }
        return attempt.blockedRatings.map { rating in
            let category = CloudSettings.HarmCategory.allCases.first { $0.wireName == rating.category }
            return SafetyBlock(
                stage: stage,
                reason: reason,
                category: rating.category,
                rating: rating.probability,
                threshold: category.flatMap { safety[$0]?.rawValue } ?? ""
            )
        }
    }
}
