extension CheaperSends {
    /// Tokens one picture is counted as by a model's rule, as it would be and as it was.
    package struct PictureTokens: Sendable, Hashable {
        /// At the model's own resolution and the picture's own size.
        package let plain: Int
        /// At the resolution chosen, the picture's own size.
        package let atResolution: Int
        /// At the resolution chosen and the size that was sent.
        package let asSent: Int

        package init(plain: Int, atResolution: Int, asSent: Int) {
            self.plain = plain
            self.atResolution = atResolution
            self.asSent = asSent
        }
    }

    /// What each choice took off one call's bill, one after the other, so that `cost(of: usage)` at `paid` and the steps
    /// together are the plain call's cost with no rest.
    ///
    /// - Parameters:
    ///   - usage: As reported. What a plain call would have reported differs from it by the rule's estimate alone.
    ///   - plain: Price of the model that would have been asked; `standard` and `paid`: of the one that was, in the
    ///     standard tier and in the tier it was asked in.
    /// Throws as `Price.cost(of:)`.
    package static func on(
        _ usage: TokenUsage,
        picture: PictureTokens,
        plain: Price,
        standard: Price,
        paid: Price
    ) throws(EconomicsError) -> CheaperSends {
        let untouched = try plain.cost(of: usage.adding(imageTokens: picture.plain - picture.asSent))
        let atResolution = try plain.cost(of: usage.adding(imageTokens: picture.atResolution - picture.asSent))
        let asSent = try plain.cost(of: usage)
        let ofModel = try standard.cost(of: usage)
        return CheaperSends(
            resolution: try untouched.subtracting(atResolution),
            side: try atResolution.subtracting(asSent),
            model: try asSent.subtracting(ofModel),
            tier: try ofModel.subtracting(paid.cost(of: usage))
        )
    }
}

extension TokenUsage {
    /// With so many image tokens more, or fewer, in every count they are part of; never below what is cached.
    fileprivate func adding(imageTokens count: Int) -> TokenUsage {
        var usage = self
        let change = max(count, cached - prompt, -image)
        usage.image += change
        usage.prompt += change
        if total > 0 { usage.total = max(0, total + change) }
        return usage
    }
}
