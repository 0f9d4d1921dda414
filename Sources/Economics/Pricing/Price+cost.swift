extension Price {
    /// Tokens a price is for.
    private static let unit: UInt64 = 1_000_000

    /// What `usage` costs: prompt tokens from the cache at the cached price, the other prompt tokens and those of tools
    /// at the input price, candidates and thoughts at the output price. Image tokens are prompt tokens.
    ///
    /// Tokens of the reported total that no part explains are priced as input; a total below its parts changes nothing,
    /// since the parts are what is billed. ``TokenUsage/reconciles`` is false for both. The sum is exact and rounded up
    /// to a nano-USD once. Throws `invalidUsage` when a count is negative, or `cached` or `image` exceeds `prompt`, and
    /// `amountOverflow`.
    package func cost(of usage: TokenUsage) throws(EconomicsError) -> Money {
        let counts = [
            usage.prompt, usage.cached, usage.candidates, usage.thoughts, usage.toolUse, usage.total, usage.image,
        ]
        guard counts.allSatisfy({ $0 >= 0 }) else {
            throw EconomicsError(.invalidUsage, "a token count is below zero: \(usage.summary)")
        }
        guard usage.cached <= usage.prompt else {
            throw EconomicsError(.invalidUsage, "more cached tokens than prompt tokens: \(usage.summary)")
        }
        guard usage.image <= usage.prompt else {
            throw EconomicsError(.invalidUsage, "more image tokens than prompt tokens: \(usage.summary)")
        }
        guard let parts = usage.sumOfParts else {
            throw EconomicsError(.invalidUsage, "token counts out of range: \(usage.summary)")
        }
        // None of these sums overflows: each is at most the larger of `parts` and `total`.
        let input = usage.prompt - usage.cached + usage.toolUse + max(0, usage.total - parts)
        return try amount(input: input, cached: usage.cached, output: usage.candidates + usage.thoughts)
    }

    /// The most that an attempt with at most so many tokens can cost, for holds: every input token at the dearer of the
    /// input and cached price. Thoughts count towards `maxOutputTokens`. Throws `invalidUsage`, `amountOverflow`.
    package func maximumCost(inputTokens: Int, maxOutputTokens: Int) throws(EconomicsError) -> Money {
        guard inputTokens >= 0, maxOutputTokens >= 0 else {
            throw EconomicsError(.invalidUsage, "a token limit is below zero: \(inputTokens), \(maxOutputTokens)")
        }
        let isCachedDearer = cachedPerMillion > inputPerMillion
        return try amount(
            input: isCachedDearer ? 0 : inputTokens,
            cached: isCachedDearer ? inputTokens : 0,
            output: maxOutputTokens
        )
    }

    private func amount(input: Int, cached: Int, output: Int) throws(EconomicsError) -> Money {
        var sum: WideNumber? = WideNumber(0)
        for (tokens, perMillion) in [(input, inputPerMillion), (cached, cachedPerMillion), (output, outputPerMillion)] {
            guard let price = UInt64(exactly: perMillion) else {
                throw EconomicsError(.priceImplausible, "the price `\(id)` is below zero")
            }
            sum = WideNumber(UInt64(tokens)).times(price).flatMap { sum?.adding($0) }
        }
        return try Money(
            isNegative: false,
            magnitude: sum?.dividedUp(by: Self.unit),
            of: "\(input) + \(cached) + \(output) tokens at `\(id)`"
        )
    }
}

extension TokenUsage {
    /// For messages.
    fileprivate var summary: String {
        "prompt \(prompt), cached \(cached), candidates \(candidates), thoughts \(thoughts), "
            + "tools \(toolUse), image \(image), total \(total)"
    }
}
