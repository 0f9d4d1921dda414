package import Economics
import Gemini
package import Policy

/// What one send will probably cost, before any was made. An estimate, and shown as one; bills come from answers.
package struct SendEstimate: Sendable {
    /// Tokens of an answer, thoughts included, as `economics sizes` takes them.
    package static let outputTokens = 110

    package let model: String
    package let usage: TokenUsage
    package let cost: Money

    /// At the price in force at `moment`, for a 9:16 picture of the profile's size. Throws when the profile's contract,
    /// model family or price is missing.
    package init(_ profile: Profile, set: PolicySet, at moment: Timestamp) throws(WorkbenchError) {
        guard let contract = set.contracts[profile.cloud.contract],
            let capabilities = set.capabilities(of: profile.cloud.model)
        else {
            throw WorkbenchError(
                .unpriced,
                "`\(profile.name)` names a contract or a model that is not in the policy folder"
            )
        }
        let side = profile.cloud.imageMaxSide
        let input = GeminiClient.inputEstimate(
            contract: contract,
            cloud: profile.cloud,
            capabilities: capabilities,
            width: max(1, side * 9 / 16),
            height: side
        )
        usage = TokenUsage(
            prompt: input.total,
            candidates: Self.outputTokens,
            total: input.total + Self.outputTokens,
            image: input.image
        )
        model = profile.cloud.model
        do throws(EconomicsError) {
            let price = try set.prices.price(model: model, tier: profile.cloud.tier.rawValue, at: moment)
            cost = try price.cost(of: usage)
        } catch {
            throw WorkbenchError(.unpriced, error.message)
        }
    }
}
