import Economics

/// What Google would charge for an answer. A table of its own, in whole nano-USD a token: a bill that is worked out
/// twice, here and by whoever is checked against it, and agrees.
///
/// Source: Gemini API pricing page and litellm 1.110.2 price map, November 2026.
struct EmulatedPrice: Sendable, Hashable {
    /// Nano-USD for a prompt token, picture or text.
    let input: Int64
    /// Nano-USD for a candidate or thought token.
    let output: Int64

    /// The bill; nil for a model or tier without a price, which is not free but unknown.
    ///
    /// - Parameter model: The answer's `modelVersion`.
    /// - Parameter tier: `standard`, `flex`, `batch` or `priority`.
    static func nanoUSD(of usage: Usage, model: String, tier: String, at moment: Timestamp) -> Int64? {
        guard let price = standard(model, at: moment), let share = tiers[tier] else { return nil }
        let sum = Int64(usage.prompt) * price.input + Int64(usage.candidates + usage.thoughts) * price.output
        let (quotient, rest) = (sum * share.numerator).quotientAndRemainder(dividingBy: share.denominator)
        return rest == 0 ? quotient : quotient + 1
    }

    private static let tiers: [String: (numerator: Int64, denominator: Int64)] = [
        "standard": (1, 1), "flex": (1, 2), "batch": (1, 2), "priority": (9, 5),
    ]

    private static func standard(_ model: String, at moment: Timestamp) -> EmulatedPrice? {
        let isPromotion = moment < newYear2027
        switch model {
        case "gemini-2.5-flash-lite": return EmulatedPrice(input: 100, output: 400)
        case "gemini-2.5-flash", "gemini-3.5-flash-lite": return EmulatedPrice(input: 300, output: 2_500)
        case "gemini-3-flash-preview": return EmulatedPrice(input: 500, output: 3_000)
        case "gemini-3.1-flash-lite": return EmulatedPrice(input: 250, output: 1_500)
        case "gemini-3.5-flash": return EmulatedPrice(input: 1_500, output: 9_000)
        case "gemini-3.6-flash", "gemini-3.7-flash", "gemini-3.8-flash":
            return isPromotion
                ? EmulatedPrice(input: 750, output: 3_750) : EmulatedPrice(input: 1_500, output: 7_500)
        case "gemini-4-hydrogen": return EmulatedPrice(input: 1_500, output: 7_500)
        default: return nil
        }
    }

    /// 2027-01-01T00:00:00Z: the introductory price of 3.6 to 3.8 ends.
    private static let newYear2027 = Timestamp.seconds(1_798_761_600)
}
