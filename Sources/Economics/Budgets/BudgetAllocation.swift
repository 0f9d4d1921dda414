/// A total of money split among profiles so that the last nano-dollar earns the same in each.
///
/// What a profile gains from sends grows ever more slowly with its send rate: the gate lets the pictures through first
/// whose answers are worth most. The gain of one more send at rate `s` is taken as `value / s^curvature`, where the value
/// is the revenue of an upload. Where no floor or ceiling holds, the rate is therefore the `curvature`-th root of
/// `value / (cost x price)`, one price for all; where one holds, the profile is at it.
package struct BudgetAllocation: Sendable, Hashable {
    package struct Profile: Sendable, Hashable {
        package let name: String
        /// In the period the total is for.
        package let uploads: Int
        /// Of one upload.
        package let revenue: Money
        /// Of one send.
        package let cost: Money
        /// Send rates it may have, within 0...1.
        package let rates: ClosedRange<Double>

        package init(name: String, uploads: Int, revenue: Money, cost: Money, rates: ClosedRange<Double> = 0...1) {
            self.name = name
            self.uploads = uploads
            self.revenue = revenue
            self.cost = cost
            self.rates = rates
        }
    }

    package struct Share: Sendable, Hashable {
        package enum Bound: String, Sendable { case none, floor, ceiling }

        package let profile: Profile
        /// What it may spend in the period.
        package let amount: Money
        /// The send rate that pays for.
        package let sendRate: Double
        /// Why it is not at the common margin.
        package let bound: Bound
    }

    /// In the order given. Their amounts and `unspent` are the total, to the last nano-dollar.
    package let shares: [Share]
    /// What is left once every profile is at its ceiling.
    package let unspent: Money
    /// Revenue that one more dollar would bring in each profile that is at no bound; nil when all are at one.
    package let margin: Double?

    /// Curvature that a gate which sends the best half first has in practice: with it, targets of 46.6 % and 41 % are in
    /// balance when one platform's uploads earn 60 % of the other's at the same cost of a send.
    package static let usualCurvature = 4

    /// Splits `total`. Profiles without uploads, revenue or cost of a send get nothing. Throws `invalidAmount` when the
    /// floors alone cost more than the total, and `amountOverflow`.
    package init(
        _ total: Money,
        among profiles: [Profile],
        curvature: Int = usualCurvature
    ) throws(EconomicsError) {
        precondition((1...16).contains(curvature), "a curvature of 1...16")
        guard total >= .zero else { throw EconomicsError(.negativeAmount, "a total of \(total)") }
        var floors = Money.zero
        var ceilings = Money.zero
        for profile in profiles {
            floors = try floors.adding(profile.spend(at: profile.rates.lowerBound))
            ceilings = try ceilings.adding(profile.spend(at: profile.rates.upperBound))
        }
        guard floors <= total else {
            throw EconomicsError(.invalidAmount, "the lowest send rates alone cost \(floors), more than \(total)")
        }
        let price = Self.price(of: min(total, ceilings), profiles, curvature)
        let rates = profiles.map { $0.rate(at: price, curvature) }
        var left = min(total, ceilings)
        var amounts = [Money](repeating: .zero, count: profiles.count)
        // Those at a bound first: they get it to the last nano-dollar, and what is rounded falls on the others.
        for isBound in [true, false] {
            for (index, profile) in profiles.enumerated() where (rates[index].bound != .none) == isBound {
                amounts[index] = min(try profile.spend(at: rates[index].rate), left)
                left = try left.subtracting(amounts[index])
            }
        }
        let shares = profiles.indices.map { index in
            Share(
                profile: profiles[index],
                amount: amounts[index],
                sendRate: rates[index].rate,
                bound: rates[index].bound
            )
        }
        unspent = try total.subtracting(min(total, ceilings)).adding(left)
        margin = shares.contains { $0.bound == .none && $0.amount > .zero } ? price : nil
        self.shares = shares
    }

    /// The price at which all together spend `total`: found by halving, since spend falls as the price rises.
    private static func price(of total: Money, _ profiles: [Profile], _ curvature: Int) -> Double {
        func spend(_ price: Double) -> Double {
            profiles.reduce(0) { sum, profile in
                sum + profile.rate(at: price, curvature).rate * Double(profile.uploads) * Double(profile.cost.nanoUSD)
            }
        }
        var low = 1e-12
        var high = 1e24
        for _ in 0..<400 {
            // In the middle of their magnitudes.
            let middle = (low * high).squareRoot()
            if spend(middle) > Double(total.nanoUSD) { low = middle } else { high = middle }
        }
        return high
    }
}

extension BudgetAllocation.Profile {
    private var isIdle: Bool { uploads <= 0 || revenue <= .zero || cost <= .zero }

    /// To the nearest nano-dollar; a send rate counts in billionths.
    fileprivate func spend(at rate: Double) throws(EconomicsError) -> Money {
        guard !isIdle else { return .zero }
        return try cost.times(uploads).scaled(by: Int((rate * 1e9).rounded()), over: 1_000_000_000)
    }

    /// The rate at which one more send earns `price` for each dollar it costs, brought into the range.
    fileprivate func rate(
        at price: Double,
        _ curvature: Int
    ) -> (rate: Double, bound: BudgetAllocation.Share.Bound) {
        guard !isIdle else { return (0, .floor) }
        let wanted = Double(revenue.nanoUSD) / Double(cost.nanoUSD) / price
        func power(_ rate: Double) -> Double { (0..<curvature).reduce(1) { product, _ in product * rate } }
        if power(rates.upperBound) <= wanted { return (rates.upperBound, .ceiling) }
        if power(rates.lowerBound) >= wanted { return (rates.lowerBound, .floor) }
        var (low, high) = (rates.lowerBound, rates.upperBound)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if power(middle) < wanted { low = middle } else { high = middle }
        }
        return (low, .none)
    }
}
