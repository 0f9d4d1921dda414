import Economics
import TestSupport
import Testing

/// What choices take off a call's bill.
struct CheaperSendsTests {
    private static func price(_ model: String, _ tier: String, input: Int64, output: Int64) -> Price {
        Price(
            model: model,
            tier: tier,
            id: "\(model)/\(tier)/2026-01-01",
            from: .seconds(0),
            until: nil,
            inputPerMillion: input,
            cachedPerMillion: input / 10,
            outputPerMillion: output
        )
    }

    private static let standard = price("lite", "standard", input: 300_000_000, output: 2_500_000_000)
    private static let batch = price("lite", "batch", input: 150_000_000, output: 1_250_000_000)
    private static let dear = price("flash", "standard", input: 1_500_000_000, output: 9_000_000_000)

    private static let usage = TokenUsage(prompt: 564, candidates: 120, total: 684, image: 264)

    /// 1,089 instead of 264 image tokens at 0.30 USD a million: 825 x 300 nano-USD.
    @Test func pricesTheResolutionAtTheTokensItTookAway() throws {
        let found = try CheaperSends.on(
            Self.usage,
            picture: .init(plain: 1_089, atResolution: 264, asSent: 264),
            plain: Self.standard,
            standard: Self.standard,
            paid: Self.standard
        )
        #expect(found == CheaperSends(resolution: Money(nanoUSD: 247_500), side: .zero, model: .zero, tier: .zero))
    }

    @Test func tellsEveryStepInItsOrder() throws {
        let found = try CheaperSends.on(
            Self.usage,
            picture: .init(plain: 1_548, atResolution: 500, asSent: 264),
            plain: Self.dear,
            standard: Self.standard,
            paid: Self.batch
        )
        // 1,048 and 236 tokens at 1.50 USD a million; then 564 and 120 tokens at 1.2 and 6.5 USD less; then half of it.
        #expect(found.resolution == Money(nanoUSD: 1_572_000))
        #expect(found.side == Money(nanoUSD: 354_000))
        #expect(found.model == Money(nanoUSD: 564 * 1_200 + 120 * 6_500))
        #expect(found.tier == Money(nanoUSD: 564 * 150 + 120 * 1_250))
    }

    /// Whatever the tokens, the steps and the bill are the plain call's cost, to the last nano-dollar.
    @Test(arguments: 0..<200)
    func leavesNoRest(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let image = Int.random(in: 0...3_000, using: &random)
        let prompt = image + Int.random(in: 0...5_000, using: &random)
        let usage = TokenUsage(
            prompt: prompt,
            cached: Int.random(in: 0...prompt, using: &random),
            candidates: Int.random(in: 0...900, using: &random),
            thoughts: Int.random(in: 0...900, using: &random),
            total: Bool.random(using: &random) ? 0 : prompt + 2_500,
            image: image
        )
        let picture = CheaperSends.PictureTokens(
            plain: Int.random(in: 0...9_000, using: &random),
            atResolution: Int.random(in: 0...9_000, using: &random),
            asSent: Int.random(in: 0...9_000, using: &random)
        )
        let found = try CheaperSends.on(
            usage,
            picture: picture,
            plain: Self.dear,
            standard: Self.standard,
            paid: Self.batch
        )
        var plain = usage
        let change = max(picture.plain - picture.asSent, usage.cached - usage.prompt, -usage.image)
        plain.image += change
        plain.prompt += change
        if plain.total > 0 { plain.total = max(0, plain.total + change) }
        let sum = try found.total().adding(try Self.batch.cost(of: usage))
        #expect(sum == (try Self.dear.cost(of: plain)), "seed \(seed)")
    }
}
