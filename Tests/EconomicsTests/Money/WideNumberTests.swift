import TestSupport
import Testing

@testable import Economics

@Suite struct WideNumberTests {
    @Test(arguments: [7, 8] as [UInt64]) func dividesWhatItMultiplied(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<5_000 {
            let a = generator.next() >> UInt64.random(in: 0..<64, using: &generator)
            let b = generator.next() >> UInt64.random(in: 0..<64, using: &generator)
            let divisor = max(1, b)
            let rest = UInt64.random(in: 0..<divisor, using: &generator)
            let product = try #require(WideNumber(a).times(divisor)?.adding(WideNumber(rest)))
            let (quotient, remainder) = product.divided(by: divisor)
            #expect(quotient.narrow == a, "seed \(seed)")
            #expect(remainder == rest, "seed \(seed)")
        }
    }

    @Test func refusesToPassItsRange() {
        let most = WideNumber(.max).times(.max)?.adding(WideNumber(.max))?.adding(WideNumber(.max))
        #expect(most != nil)
        #expect(most?.adding(WideNumber(1)) == nil)
        #expect(most?.times(2) == nil)
        #expect(most?.dividedUp(by: 1) == nil)
        #expect(most?.dividedToNearest(by: 1) == nil)
        #expect(WideNumber(.max).times(2)?.dividedUp(by: 2) == .max)
        #expect(WideNumber(.max).times(2)?.adding(WideNumber(1))?.dividedUp(by: 2) == nil)
        #expect(WideNumber(.max).times(2)?.adding(WideNumber(1))?.dividedToNearest(by: 2) == nil)
    }

    @Test(
        arguments: [(5, 2, 3, 2), (7, 2, 4, 4), (6, 3, 2, 2), (8, 3, 3, 3), (7, 3, 3, 2), (0, 9, 0, 0)]
            as [(UInt64, UInt64, UInt64, UInt64)]
    )
    func rounds(_ value: UInt64, _ divisor: UInt64, _ up: UInt64, _ nearest: UInt64) {
        #expect(WideNumber(value).dividedUp(by: divisor) == up)
        #expect(WideNumber(value).dividedToNearest(by: divisor) == nearest)
    }

    @Test func ordersByBothHalves() throws {
        let wide = try #require(WideNumber(.max).times(2))
        #expect(WideNumber(.max) < wide)
        #expect(WideNumber(1) < WideNumber(2))
    }
}
