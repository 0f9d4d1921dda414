import Economics
import TestSupport
import Testing

struct BudgetAllocationTests {
    private static func money(_ text: String) throws -> Money { try Money(parsing: text) }

    /// The month of the wallpaper app: uploads of Android earn 60 % of those of iOS, a send costs the same.
    private static func seed() throws -> [BudgetAllocation.Profile] {
        let cost = try money("0.000472 USD")
        return [
            .init(name: "ios", uploads: 301_200, revenue: try money("0.006651 USD"), cost: cost),
            .init(name: "android", uploads: 242_600, revenue: try money("0.0039906 USD"), cost: cost),
        ]
    }

    @Test func balancesTheTargetsOfTheMonthAt46And41Percent() throws {
        // What sending 46.6 % and 41 % costs.
        let total = try Self.money("113.20 USD")
        let found = try BudgetAllocation(total, among: Self.seed())
        let rates = found.shares.map { ($0.sendRate * 1_000).rounded() / 1_000 }
        #expect(rates == [0.466, 0.41])
        #expect(found.shares.map(\.bound) == [.none, .none])
        #expect(try Money.sum(found.shares.map(\.amount)).adding(found.unspent) == total)
        // One profile's last dollar earns what the other's does.
        let margins = found.shares.map { share in
            let rate = share.sendRate
            return Double(share.profile.revenue.nanoUSD) / Double(share.profile.cost.nanoUSD)
                / (rate * rate * rate * rate)
        }
        #expect(abs(margins[0] / margins[1] - 1) < 1e-6)
        #expect(abs(margins[0] / (try #require(found.margin)) - 1) < 1e-6)
    }

    @Test func keepsFloorsAndCeilings() throws {
        let profiles = try Self.seed().map { profile in
            BudgetAllocation.Profile(
                name: profile.name,
                uploads: profile.uploads,
                revenue: profile.revenue,
                cost: profile.cost,
                rates: profile.name == "ios" ? 0...0.40 : 0.45...0.9
            )
        }
        let found = try BudgetAllocation(try Self.money("113.20 USD"), among: profiles)
        #expect(found.shares[0].bound == .ceiling)
        #expect(found.shares[0].sendRate == 0.40)
        #expect(found.shares[1].bound == .none)
        // 113.20 less 0.40 x 301,200 x 0.000472.
        #expect(try found.shares[1].amount.adding(found.unspent) == Self.money("56.33344 USD"))
        #expect(found.unspent < (try Self.money("0.001 USD")))

        let poor = try BudgetAllocation(try Self.money("60.00 USD"), among: profiles)
        #expect(poor.shares[1].bound == .floor)
        #expect(poor.shares[1].amount == (try Self.money("51.52824 USD")))
        let error = #expect(throws: EconomicsError.self) {
            try BudgetAllocation(try Self.money("50.00 USD"), among: profiles)
        }
        #expect(error?.code == .invalidAmount)
    }

    @Test func leavesWhatNobodyCanUse() throws {
        let found = try BudgetAllocation(try Self.money("1000.00 USD"), among: Self.seed())
        #expect(found.shares.map(\.sendRate) == [1, 1])
        #expect(found.margin == nil)
        #expect(found.unspent == (try Self.money("743.32640 USD")))
    }

    @Test func givesNothingToWhoSendsNothing() throws {
        let idle = BudgetAllocation.Profile(name: "web", uploads: 0, revenue: .zero, cost: .zero)
        let found = try BudgetAllocation(try Self.money("10.00 USD"), among: Self.seed() + [idle])
        #expect(found.shares[2].amount == .zero)
    }

    /// Whatever the profiles, the parts are the whole, and nobody is outside its bounds.
    @Test(arguments: 0..<100)
    func partsSumToTheWhole(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let profiles = (0..<Int.random(in: 1...6, using: &random)).map { number in
            let floor = Double.random(in: 0...0.5, using: &random)
            return BudgetAllocation.Profile(
                name: "p\(number)",
                uploads: Int.random(in: 0...1_000_000, using: &random),
                revenue: Money(nanoUSD: Int64.random(in: 1...20_000_000, using: &random)),
                cost: Money(nanoUSD: Int64.random(in: 1...2_000_000, using: &random)),
                rates: floor...Double.random(in: floor...1, using: &random)
            )
        }
        let total = Money(nanoUSD: Int64.random(in: 0...2_000_000_000_000, using: &random))
        let curvature = Int.random(in: 1...8, using: &random)
        guard let found = try? BudgetAllocation(total, among: profiles, curvature: curvature) else { return }
        #expect(try Money.sum(found.shares.map(\.amount)).adding(found.unspent) == total, "seed \(seed)")
        for share in found.shares {
            #expect(share.amount >= .zero, "seed \(seed)")
            let isIdle = share.profile.uploads == 0
            #expect(isIdle || share.profile.rates.contains(share.sendRate), "seed \(seed)")
        }
    }
}
