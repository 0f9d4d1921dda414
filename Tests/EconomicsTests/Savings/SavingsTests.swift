import Economics
import TestSupport
import Testing

@Suite struct SavingsTests {
    @Test func splitsAMonthIntoCacheAndGate() throws {
        let month = try #require(
            try Savings(sent: 100, cached: 20, rejected: 130, cost: Money(nanoUSD: 47_200_000))
        )
        #expect(month.baseline.nanoUSD == 118_000_000)
        #expect(month.amount(of: .cache).nanoUSD == 9_440_000)
        #expect(month.amount(of: .gate).nanoUSD == 61_360_000)
        #expect(month.saved.nanoUSD == 70_800_000)
        #expect(month.share(of: month.saved) == 0.6)
        #expect(month.amount(of: .model) == .zero)
    }

    @Test func leavesNoRestWhenNothingDivides() throws {
        let month = try #require(try Savings(sent: 3, cached: 1, rejected: 1, cost: Money(nanoUSD: 10)))
        // 16.67 in all: 6.67 not paid, of which the cache 3.33 and the gate what is left.
        #expect(month.baseline.nanoUSD == 17)
        #expect(month.parts.map(\.amount.nanoUSD) == [3, 4])
        #expect(month.saved.nanoUSD == 7)
    }

    @Test func ordersLaterStepsAndValuesEarlierOnesAtTheDearPrice() throws {
        let month = try #require(
            try Savings(
                sent: 100,
                cached: 50,
                rejected: 50,
                cost: Money(nanoUSD: 1_000),
                cheaper: [
                    (.tier, Money(nanoUSD: 500)), (.gate, Money(nanoUSD: 9)), (.resolution, Money(nanoUSD: 1_500)),
                ]
            )
        )
        #expect(month.parts.map(\.step) == [.cache, .gate, .resolution, .tier])
        #expect(month.parts.map(\.amount.nanoUSD) == [1_500, 1_500, 1_500, 500])
        #expect(month.baseline.nanoUSD == 6_000)
        #expect(month.saved.nanoUSD == 5_000)
    }

    @Test func countsNearDuplicatesBetweenCacheAndGate() throws {
        // A nano-dollar and a third each.
        let month = try #require(
            try Savings(sent: 3, cached: 4, near: 2, rejected: 1, cost: Money(nanoUSD: 4))
        )
        #expect(month.parts.map(\.step) == [.cache, .near, .gate])
        #expect(month.parts.map(\.amount.nanoUSD) == [3, 2, 2])
        #expect(month.saved.nanoUSD == 7)
        let exact = try #require(try Savings(sent: 3, cached: 4, rejected: 1, cost: Money(nanoUSD: 4)))
        #expect(exact.baseline == month.baseline)
    }

    @Test func hasNoPriceToCompareWithWhenNothingWasSent() throws {
        #expect(try Savings(sent: 0, cached: 5, rejected: 5, cost: .zero) == nil)
    }

    @Test func isZeroWhenEverythingWasSent() throws {
        let month = try #require(try Savings(sent: 7, cached: 0, rejected: 0, cost: Money(nanoUSD: 99)))
        #expect(month.saved == .zero)
        #expect(month.baseline == month.cost)
        let free = try #require(try Savings(sent: 7, cached: 1, rejected: 1, cost: .zero))
        #expect(free.share(of: free.saved) == 0)
    }

    @Test func refusesAmountsOutOfRange() {
        let overflow: (any Error) -> Bool = { ($0 as? EconomicsError)?.code == .amountOverflow }
        #expect { try Savings(sent: 1, cached: 1, rejected: 1, cost: Money(nanoUSD: .max)) } throws: { overflow($0) }
        #expect { try Savings(sent: 1, cached: .max, rejected: 1, cost: .zero) } throws: { overflow($0) }
    }

    @Test(arguments: [61, 62, 63] as [UInt64]) func addsUpWithNoRest(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let cost = Money(nanoUSD: .random(in: 0..<1_000_000_000_000, using: &generator))
            let cheaper = [Savings.Step.side, .resolution, .tier].map { step in
                (step: step, amount: Money(nanoUSD: .random(in: 0..<1_000_000_000, using: &generator)))
            }
            let cached = Int.random(in: 0..<500_000, using: &generator)
            let month = try #require(
                try Savings(
                    sent: .random(in: 1..<500_000, using: &generator),
                    cached: cached,
                    near: .random(in: 0...cached, using: &generator),
                    rejected: .random(in: 0..<500_000, using: &generator),
                    cost: cost,
                    cheaper: cheaper
                )
            )
            #expect(try Money.sum(month.parts.map(\.amount)) == month.saved, "seed \(seed)")
            #expect(try month.cost.adding(month.saved) == month.baseline, "seed \(seed)")
            #expect(month.amount(of: .gate) >= .zero, "seed \(seed)")
            let exact =
                Double(cost.nanoUSD + cheaper.reduce(0) { $0 + $1.amount.nanoUSD })
                * Double(month.sent + month.cached + month.rejected) / Double(month.sent)
            #expect(abs(Double(month.baseline.nanoUSD) - exact) <= 1 + exact * 1e-12, "seed \(seed)")
        }
    }
}
