import Economics
import TestSupport
import Testing

@Suite struct RevenueTests {
    private let android = UploadRevenue(ecpm: Money(nanoUSD: 2_520_000_000), impressionsPerUploadMicros: 1_600_000)

    @Test(arguments: [
        (1, 4_032_000), (0, 0), (1_000, 4_032_000_000), (242_600, 978_163_200_000), (540_000, 2_177_280_000_000),
    ])
    func earns(_ uploads: Int, _ nano: Int64) throws {
        #expect(try android.earned(byUploads: uploads).nanoUSD == nano)
    }

    @Test(arguments: [(1, 0), (2, 1), (3, 2), (4, 2), (5, 2), (6, 3), (7, 4)])
    func roundsHalvesToEvenOnce(_ uploads: Int, _ nano: Int64) throws {
        // Half a nano-USD an upload.
        let half = UploadRevenue(ecpm: Money(nanoUSD: 500), impressionsPerUploadMicros: 1_000_000)
        #expect(try half.earned(byUploads: uploads).nanoUSD == nano)
    }

    @Test func keepsWhatSixtyFourBitsCannotHoldOnTheWay() throws {
        let large = UploadRevenue(ecpm: Money(nanoUSD: 100_000_000_000), impressionsPerUploadMicros: 100_000_000)
        #expect(try large.earned(byUploads: 900_000_000).nanoUSD == 9_000_000_000_000_000_000)
    }

    @Test(arguments: [
        (1_000_000_000, 1_000_000, -1, EconomicsError.Code.negativeAmount),
        (-1, 1_000_000, 1, .negativeAmount), (1, -1, 1, .negativeAmount),
        (Int64.max, 1_000_000, 1_001, .amountOverflow), (Int64.max, Int64.max, .max, .amountOverflow),
    ])
    func refuses(_ ecpm: Int64, _ micros: Int64, _ uploads: Int, _ code: EconomicsError.Code) {
        let revenue = UploadRevenue(ecpm: Money(nanoUSD: ecpm), impressionsPerUploadMicros: micros)
        #expect { try revenue.earned(byUploads: uploads) } throws: { ($0 as? EconomicsError)?.code == code }
    }

    @Test(arguments: [51] as [UInt64]) func staysWithinHalfAUnitOfTheParts(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let revenue = UploadRevenue(
                ecpm: Money(nanoUSD: .random(in: 0..<100_000_000_000, using: &generator)),
                impressionsPerUploadMicros: .random(in: 0..<20_000_000, using: &generator)
            )
            let first = Int.random(in: 0..<100_000, using: &generator)
            let second = Int.random(in: 0..<100_000, using: &generator)
            let apart = try revenue.earned(byUploads: first).adding(revenue.earned(byUploads: second))
            let together = try revenue.earned(byUploads: first + second)
            #expect(abs(apart.nanoUSD - together.nanoUSD) <= 1, "seed \(seed)")
        }
    }
}

@Suite struct UnitEconomicsTests {
    private func android(sent: Int = 99_318, cost: Int64 = 46_890_000_000) throws -> UnitEconomics {
        try UnitEconomics(
            uploads: 242_600,
            sent: sent,
            revenue: Money(nanoUSD: 968_110_000_000),
            cost: Money(nanoUSD: cost)
        )
    }

    @Test func setsCostAgainstRevenue() throws {
        let month = try android()
        #expect(month.margin.formatted() == "921.22")
        #expect(month.costPerSend?.formatted(.exact) == "0.000472120")
        #expect(month.revenuePerUpload?.formatted(.exact) == "0.003990561")
        #expect(month.marginPerUpload?.formatted(.exact) == "0.003797279")
        #expect(abs((month.costShare ?? 0) - 0.0484) < 0.0001)
        #expect(abs((month.marginShare ?? 0) - 0.9516) < 0.0001)
    }

    @Test func neverPrintsABreakEvenAboveOne() throws {
        #expect(try android().breakEven() == .everyUploadPays)
        #expect(try android().breakEven(withinShare: 0.2) == .everyUploadPays)
        #expect(try android().breakEven().description == "every upload pays for itself")
        // Ten times the price: 0.2 x 0.00399 / 0.00472.
        let dear = try android(cost: 468_900_000_000)
        #expect(dear.breakEven(withinShare: 0.2).description == "break-even at a send rate of 16.9 %")
        #expect(try android(sent: 0, cost: 0).breakEven() == .unknown)
        #expect(try android(sent: 0, cost: 0).breakEven().description == "no sends to compare with")
        #expect(try android(cost: 0).breakEven() == .unknown)
        let loss = try UnitEconomics(uploads: 10, sent: 5, revenue: Money(nanoUSD: -5), cost: Money(nanoUSD: 5))
        #expect(loss.breakEven() == .sendRate(0))
    }

    @Test func breaksEvenWhereCostEatsTheShare() throws {
        let month = try UnitEconomics(
            uploads: 1_000,
            sent: 100,
            revenue: Money(nanoUSD: 1_000_000_000),
            cost: Money(nanoUSD: 200_000_000)
        )
        #expect(month.breakEven() == .sendRate(0.5))
        #expect(month.breakEven().description == "break-even at a send rate of 50.0 %")
    }

    @Test func findsTheSmallestECPM() throws {
        let month = try UnitEconomics(
            uploads: 10_000,
            sent: 1_000,
            revenue: Money(nanoUSD: 1),
            cost: Money(nanoUSD: 472_000_000)
        )
        let smallest = try month.smallestECPM(sendRate: 0.41, withinShare: 0.2, impressionsPerUploadMicros: 1_600_000)
        #expect(smallest?.formatted() == "0.60")
        #expect(smallest?.formatted(.exact) == "0.604750000")
        #expect(try month.smallestECPM(sendRate: 0.41, withinShare: 0, impressionsPerUploadMicros: 1) == nil)
        #expect(try month.smallestECPM(sendRate: 0.41, withinShare: 1, impressionsPerUploadMicros: 0) == nil)
        #expect { try month.smallestECPM(sendRate: 1, withinShare: 1e-18, impressionsPerUploadMicros: 1) } throws: {
            ($0 as? EconomicsError)?.code == .amountOverflow
        }
    }

    @Test func saysNothingAboutNothing() throws {
        let nothing = try UnitEconomics(uploads: 0, sent: 0, revenue: .zero, cost: .zero)
        #expect(nothing.costPerSend == nil)
        #expect(nothing.revenuePerUpload == nil)
        #expect(nothing.marginPerUpload == nil)
        #expect(nothing.costShare == nil)
        #expect(nothing.marginShare == nil)
        #expect {
            try UnitEconomics(uploads: 1, sent: 1, revenue: Money(nanoUSD: .min), cost: Money(nanoUSD: 1))
        } throws: {
            ($0 as? EconomicsError)?.code == .amountOverflow
        }
    }
}
