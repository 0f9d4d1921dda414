import Economics
import Testing

@testable import Emulator

@Suite struct EmulatedPriceTests {
    private static let usage = Usage(textTokens: 400, imageTokens: 257, candidates: 97, thoughts: 3)
    private static let november = Timestamp.seconds(1_796_000_000)
    private static let january = Timestamp.seconds(1_798_761_600)

    @Test(arguments: [
        ("gemini-3.5-flash-lite", "standard", november, 657 * 300 + 100 * 2_500),
        ("gemini-3.5-flash-lite", "batch", november, (657 * 300 + 100 * 2_500) / 2),
        ("gemini-3.1-flash-lite", "flex", november, (657 * 250 + 100 * 1_500) / 2),
        ("gemini-3.8-flash", "standard", november, 657 * 750 + 100 * 3_750),
        ("gemini-3.8-flash", "standard", january, 657 * 1_500 + 100 * 7_500),
        ("gemini-2.5-flash", "priority", november, (657 * 300 + 100 * 2_500) * 9 / 5),
    ])
    func billsInputAndOutput(model: String, tier: String, moment: Timestamp, nanoUSD: Int) {
        #expect(
            EmulatedPrice.nanoUSD(of: Self.usage, model: model, tier: tier, at: moment) == Int64(nanoUSD)
        )
    }

    @Test func roundsHalfATokenUp() {
        let usage = Usage(textTokens: 1, imageTokens: 0)
        // 3.8 Flash at 750 nano-USD a token: 1.8 times that is 1,350; half is 375.
        #expect(EmulatedPrice.nanoUSD(of: usage, model: "gemini-3.8-flash", tier: "flex", at: Self.november) == 375)
        let three = Usage(textTokens: 3, imageTokens: 0)
        #expect(EmulatedPrice.nanoUSD(of: three, model: "gemini-3.1-flash-lite", tier: "flex", at: .seconds(0)) == 375)
    }

    @Test func knowsNoPriceRatherThanNothing() {
        #expect(EmulatedPrice.nanoUSD(of: Self.usage, model: "gemini-9", tier: "standard", at: Self.november) == nil)
        // Known to the emulator, but nobody has seen its price.
        #expect(
            EmulatedPrice.nanoUSD(of: Self.usage, model: "gemini-2.5-pro", tier: "standard", at: Self.november) == nil
        )
        #expect(
            EmulatedPrice.nanoUSD(of: Self.usage, model: "gemini-3.8-flash", tier: "gold", at: Self.november) == nil
        )
    }
}
