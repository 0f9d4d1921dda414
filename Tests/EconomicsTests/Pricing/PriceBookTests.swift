import Economics
import Testing

@Suite struct PriceBookTests {
    private func code(_ prices: [Price]) -> EconomicsError.Code? {
        do throws(EconomicsError) {
            _ = try PriceBook(prices)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func refusesOverlaps() {
        #expect(code([Prices.make(from: 0), Prices.make(from: 10)]) == .priceOverlap)
        #expect(code([Prices.make(from: 0, until: 11), Prices.make(from: 10)]) == .priceOverlap)
        #expect(code([Prices.make(from: 10), Prices.make(from: 0, until: 11)]) == .priceOverlap)
        #expect(code([Prices.make(id: "a"), Prices.make(id: "b")]) == .priceOverlap)
        #expect(code([Prices.make("m", id: "a"), Prices.make("n", id: "a")]) == .priceOverlap)
        #expect(code([Prices.make(from: 0, until: 10), Prices.make(from: 10)]) == nil)
        #expect(code([Prices.make(tier: "standard"), Prices.make(tier: "flex")]) == nil)
        #expect(code([]) == nil)
    }

    /// A price for a token instead of a million, in cents instead of dollars, left out, or upside down.
    @Test(arguments: [
        Prices.make(input: 300), Prices.make(input: 0), Prices.make(output: 0), Prices.make(cached: 0),
        Prices.make(input: 5_000_000_000_000), Prices.make(output: -1), Prices.make(input: 999_999),
        Prices.make(input: 300_000_000, cached: 300_000_001), Prices.make(from: 10, until: 10),
        Prices.make(from: 10, until: 5),
    ])
    func refusesImplausiblePrices(_ price: Price) {
        #expect(code([price]) == .priceImplausible)
    }

    @Test func namesTheImplausiblePrice() {
        let message =
            "output price of `m/standard/0` is 0.000002 USD for a million tokens, expected 0.001 to 1,000 USD"
        #expect(throws: EconomicsError(.priceImplausible, message)) { try PriceBook([Prices.make(output: 2_000)]) }
    }

    @Test func findsThePriceInForce() throws {
        let book = try PriceBook([
            Prices.make(from: 200, input: 3_000_000, cached: 3_000_000),
            Prices.make(from: 0, until: 100, input: 1_000_000, cached: 1_000_000),
            Prices.make(from: 100, until: 200, input: 2_000_000, cached: 2_000_000),
        ])
        for (second, input) in [(0, 1_000_000), (99, 1_000_000), (100, 2_000_000), (199, 2_000_000), (200, 3_000_000)] {
            let price = try book.price(model: "m", tier: "standard", at: .seconds(Int64(second)))
            #expect(price.inputPerMillion == Int64(input))
        }
        #expect(try book.price(model: "m", tier: "standard", at: .seconds(4_000_000_000)).inputPerMillion == 3_000_000)
        #expect { try book.price(model: "m", tier: "standard", at: .seconds(-1)) } throws: {
            ($0 as? EconomicsError)?.code == .priceMissing
        }
    }

    @Test(arguments: [
        "gemini-2.5-flash", "models/gemini-2.5-flash", "publishers/google/models/gemini-2.5-flash",
        "gemini-2.5-flash-001", "gemini-2.5-flash@001", "models/gemini-2.5-flash-002", "gemini-2.5-flash-20250915",
        "gemini-2.5-flash-2025-09-15", "gemini-2.5-flash-09-2025", "gemini-2.5-flash-05-20",
    ])
    func knowsAModelByItsVersions(_ name: String) throws {
        let book = try PriceBook([Prices.make("gemini-2.5-flash")])
        #expect(try book.price(model: name, tier: "standard", at: .seconds(1)).model == "gemini-2.5-flash")
    }

    @Test(arguments: [
        "gemini-2.5-flash-lite", "gemini-2.5", "gemini-2.5-flash-preview-09-2025", "gemini-2.5-flash-latest", "",
        "models/",
        "-001", "001", "x/gemini-2.5-flash", "gemini-2.5-flash-0001", "gemini-2.5-flash-١٢٣", "GEMINI-2.5-FLASH",
    ])
    func neverGuessesAnotherModel(_ name: String) throws {
        let book = try PriceBook([Prices.make("gemini-2.5-flash")])
        #expect { try book.price(model: name, tier: "standard", at: .seconds(1)) } throws: {
            ($0 as? EconomicsError)?.code == .priceMissing
        }
    }

    @Test func prefersTheExactName() throws {
        let book = try PriceBook([Prices.make("m"), Prices.make("m-001", from: 5)])
        #expect(try book.price(model: "m-001", tier: "standard", at: .seconds(9)).model == "m-001")
        #expect(try book.price(model: "m-002", tier: "standard", at: .seconds(9)).model == "m")
        // Known, but not yet: the price of another model is no answer.
        #expect(
            throws: EconomicsError(.priceMissing, "no price for `m-001` in the tier `standard` at 1970-01-01T00:00:01Z")
        ) {
            try book.price(model: "m-001", tier: "standard", at: .seconds(1))
        }
        #expect(throws: EconomicsError(.priceMissing, "no price for `m` in the tier `flex`")) {
            try book.price(model: "m", tier: "flex", at: .seconds(1))
        }
        #expect(throws: EconomicsError(.priceMissing, "no price for the model `gpt`")) {
            try book.price(model: "gpt", tier: "standard", at: .seconds(1))
        }
    }

    @Test func neverChangesAnOldCost() throws {
        let usage = TokenUsage(prompt: 560, candidates: 90, total: 650)
        let before = try PriceBook([Prices.make(from: 0)])
        let after = try PriceBook([
            Prices.make(from: 0, until: 100), Prices.make(from: 100, input: 600_000_000, output: 5_000_000_000),
        ])
        for second in stride(from: Int64(0), to: 100, by: 7) {
            let old = try before.price(model: "m", tier: "standard", at: .seconds(second))
            let new = try after.price(model: "m", tier: "standard", at: .seconds(second))
            #expect(try old.cost(of: usage) == new.cost(of: usage))
            #expect(old.id == new.id)
        }
        #expect(try after.price(model: "m", tier: "standard", at: .seconds(100)).cost(of: usage).nanoUSD == 786_000)
        #expect(after.price(id: "m/standard/0")?.inputPerMillion == 300_000_000)
        #expect(after.price(id: "m/standard/1") == nil)
    }
}
