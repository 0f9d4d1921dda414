import Economics
import Gemini
import Policy

/// What one send will probably cost, before any was made. An estimate, and shown as one; bills come from answers.
struct SendEstimate: Sendable {
    /// Tokens of an answer, thoughts included, as `economics sizes` takes them.
    static let outputTokens = 110

    let model: String
    let usage: TokenUsage
    let cost: Money

    /// At the price in force at `moment`, for a 9:16 picture of the profile's size. Throws when the profile's contract,
    /// model family or price is missing.
    init(_ profile: Profile, set: PolicySet, at moment: Timestamp) throws(Stop) {
        guard let contract = set.contracts[profile.cloud.contract],
            let capabilities = set.capabilities(of: profile.cloud.model)
        else { throw .failed("`\(profile.name)` names a contract or a model that is not in the policy folder") }
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
            throw .failed(error.message)
        }
    }
}
