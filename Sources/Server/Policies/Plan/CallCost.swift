import Economics
import Policy

/// What a call would cost under other cloud settings, compared with what it cost under today's.
enum CallCost {
    /// 1 when nothing about the price changes, or no call was ever made.
    ///
    /// From the mean tokens of recorded calls: those of the image are scaled by what the families count for a picture of
    /// the profile's size, the rest is the same. Throws `EconomicsError` for a model without a price.
    static func factor(
        from today: (profile: Profile, set: PolicySet),
        to proposed: (profile: Profile, set: PolicySet),
        calls: Int,
        usage: TokenUsage,
        at moment: Timestamp
    ) throws(EconomicsError) -> Double {
        guard calls > 0 else { return 1 }
        let old = try price(today.profile.cloud, today.set, moment)
        let new = try price(proposed.profile.cloud, proposed.set, moment)
        let before = imageTokens(today.profile.cloud, today.set, moment)
        let after = imageTokens(proposed.profile.cloud, proposed.set, moment)
        guard old != new || before != after else { return 1 }
        let image = before == 0 ? usage.image : Int((Double(usage.image) * Double(after) / Double(before)).rounded())
        let scaled = TokenUsage(
            prompt: usage.prompt - usage.image + image,
            cached: min(usage.cached, usage.prompt - usage.image + image),
            candidates: usage.candidates,
            thoughts: usage.thoughts,
            toolUse: usage.toolUse,
            image: image
        )
        let plain = TokenUsage(
            prompt: usage.prompt,
            cached: usage.cached,
            candidates: usage.candidates,
            thoughts: usage.thoughts,
            toolUse: usage.toolUse,
            image: usage.image
        )
        let cost = Double(try old.cost(of: plain).nanoUSD)
        return cost == 0 ? 1 : Double(try new.cost(of: scaled).nanoUSD) / cost
    }

    private static func price(
        _ cloud: CloudSettings,
        _ set: PolicySet,
        _ moment: Timestamp
    ) throws(EconomicsError) -> Price {
        let model = set.servingModel(for: cloud.model, at: moment)
        return try set.prices.price(model: model, tier: cloud.tier.rawValue, at: moment)
    }

    /// Of a picture 4:3 at the longer side the model is sent.
    private static func imageTokens(_ cloud: CloudSettings, _ set: PolicySet, _ moment: Timestamp) -> Int {
        guard let family = set.capabilities(of: set.servingModel(for: cloud.model, at: moment)),
            let rule = ImageTokens.Rule(rawValue: family.imageTokens.rawValue),
            let resolution = ImageTokens.Resolution(rawValue: cloud.mediaResolution.rawValue)
        else { return 0 }
        return ImageTokens(rule: rule, resolution: resolution)
            .expected(width: cloud.imageMaxSide, height: cloud.imageMaxSide * 3 / 4)
    }
}
