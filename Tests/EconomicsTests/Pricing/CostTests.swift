import Economics
import TestSupport
import Testing

@Suite struct CostTests {
    /// Reports of gateways that got it wrong, as usage and the right cost in nano-USD.
    @Test(arguments: [
        // 4 tokens of text and 258 of an image: the image is not free.
        (TokenUsage(prompt: 262, candidates: 0, total: 262, image: 258), 78_600, true),
        // A usual answer: 300 nano-USD an input token, 2,500 an output token.
        (TokenUsage(prompt: 560, candidates: 90, total: 650, image: 264), 393_000, true),
        // Cached tokens are part of the prompt: none, some, all.
        (TokenUsage(prompt: 1_000, cached: 0, candidates: 10, total: 1_010), 325_000, true),
        (TokenUsage(prompt: 1_000, cached: 400, candidates: 10, total: 1_010), 217_000, true),
        (TokenUsage(prompt: 1_000, cached: 1_000, candidates: 10, total: 1_010), 55_000, true),
        // Thoughts cost as output.
        (TokenUsage(prompt: 100, candidates: 20, thoughts: 980, total: 1_100), 2_530_000, true),
        // Tool results are input.
        (TokenUsage(prompt: 100, candidates: 10, toolUse: 50, total: 160), 70_000, true),
        // 240 tokens nothing explains: priced as input, flagged.
        (TokenUsage(prompt: 100, candidates: 20, total: 360), 152_000, false),
        // A total below its parts, or none at all: the parts are billed, flagged.
        (TokenUsage(prompt: 100, candidates: 20, thoughts: 5, total: 120), 92_500, false),
        (TokenUsage(prompt: 100, candidates: 20), 80_000, false),
        // A blocked prompt is billed.
        (TokenUsage(prompt: 560, total: 560), 168_000, true),
        (TokenUsage.zero, 0, true),
    ])
    func prices(_ usage: TokenUsage, _ nano: Int64, _ reconciles: Bool) throws {
        #expect(try Prices.lite.cost(of: usage).nanoUSD == nano)
        #expect(usage.reconciles == reconciles)
    }

    @Test func roundsUpOnceAtTheEnd() throws {
        // A third of a nano-USD a token in each bucket.
        let price = Prices.make(input: 1_333_333, cached: 1_333_333, output: 1_333_333)
        #expect(try price.cost(of: TokenUsage(prompt: 1, candidates: 1, total: 2)).nanoUSD == 3)
        #expect(try price.cost(of: TokenUsage(prompt: 2, cached: 1, candidates: 1, total: 3)).nanoUSD == 4)
        #expect(try price.cost(of: TokenUsage(prompt: 3, total: 3)).nanoUSD == 4)
        #expect(try price.cost(of: TokenUsage(prompt: 1_000_000, total: 1_000_000)).nanoUSD == 1_333_333)
    }

    @Test(arguments: [
        TokenUsage(prompt: -1), TokenUsage(candidates: -1), TokenUsage(thoughts: -1), TokenUsage(toolUse: -1),
        TokenUsage(total: -1), TokenUsage(prompt: 1, cached: -1), TokenUsage(image: -1),
        TokenUsage(prompt: 1, cached: 2),
        TokenUsage(prompt: 1, image: 2), TokenUsage(prompt: .max, candidates: 1),
    ])
    func refusesContradictions(_ usage: TokenUsage) {
        #expect { try Prices.lite.cost(of: usage) } throws: { ($0 as? EconomicsError)?.code == .invalidUsage }
    }

    @Test func refusesCostsOutOfRange() {
        let usage = TokenUsage(prompt: .max, total: .max)
        let dear = Prices.make(input: 1_000_000_000_000, output: 1_000_000_000_000)
        #expect { try dear.cost(of: usage) } throws: { ($0 as? EconomicsError)?.code == .amountOverflow }
        #expect(!TokenUsage(prompt: .max, candidates: .max, total: 5).reconciles)
        let negative = Prices.make(input: -1)
        #expect { try negative.cost(of: usage) } throws: { ($0 as? EconomicsError)?.code == .priceImplausible }
    }

    @Test(arguments: [11, 12, 13] as [UInt64]) func addsUp(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let price = Prices.make(
                input: .random(in: PriceBook.plausible, using: &generator),
                cached: .random(in: PriceBook.plausible, using: &generator),
                output: .random(in: PriceBook.plausible, using: &generator)
            )
            let first = Self.usage(&generator)
            let second = Self.usage(&generator)
            let both = TokenUsage(
                prompt: first.prompt + second.prompt,
                cached: first.cached + second.cached,
                candidates: first.candidates + second.candidates,
                thoughts: first.thoughts + second.thoughts,
                toolUse: first.toolUse + second.toolUse,
                total: first.total + second.total
            )
            let apart = try price.cost(of: first).adding(price.cost(of: second)).nanoUSD
            let together = try price.cost(of: both).nanoUSD
            // Rounding up twice instead of once is worth at most one nano-USD.
            #expect(apart - together == 0 || apart - together == 1, "seed \(seed)")
            let bound = try price.maximumCost(
                inputTokens: first.prompt + first.toolUse,
                maxOutputTokens: first.candidates + first.thoughts
            )
            #expect(try price.cost(of: first) <= bound, "seed \(seed)")
        }
    }

    @Test func holdsTheMostAnAttemptCanCost() throws {
        #expect(try Prices.lite.maximumCost(inputTokens: 1_120, maxOutputTokens: 512).nanoUSD == 1_616_000)
        #expect(try Prices.lite.maximumCost(inputTokens: 0, maxOutputTokens: 0) == .zero)
        let dearCache = Prices.make(input: 1_000_000, cached: 2_000_000, output: 1_000_000)
        #expect(try dearCache.maximumCost(inputTokens: 10, maxOutputTokens: 0).nanoUSD == 20)
        #expect { try Prices.lite.maximumCost(inputTokens: -1, maxOutputTokens: 0) } throws: {
            ($0 as? EconomicsError)?.code == .invalidUsage
        }
    }

    private static func usage(_ generator: inout SeededGenerator) -> TokenUsage {
        let prompt = Int.random(in: 0..<2_000_000, using: &generator)
        var usage = TokenUsage(
            prompt: prompt,
            cached: .random(in: 0...prompt, using: &generator),
            candidates: .random(in: 0..<70_000, using: &generator),
            thoughts: .random(in: 0..<70_000, using: &generator),
            toolUse: .random(in: 0..<1_000, using: &generator)
        )
        usage.total = usage.sumOfParts ?? 0
        return usage
    }
}
