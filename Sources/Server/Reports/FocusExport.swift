package import Economics
package import Ledger

/// Settled cost in the columns of FOCUS 1.2 (FinOps Open Cost and Usage Specification): one row a UTC day, profile, model,
/// tier, price and kind of token. The rows are the ledger's cost to the last nano-dollar.
///
/// We issue no invoice: BilledCost is 0 unless the ledger is the only source (`--billed ledger`), so that nobody who also
/// loads the provider's own export counts twice. Savings are no credits and have no rows.
package struct FocusExport: Sendable {
    package struct Options: Sendable {
        /// The provider's billing account, as its invoice names it.
        package var account: String
        /// Whether the ledger's cost stands as billed.
        package var billsLedger: Bool
        /// Whether what the emulator answered stands among the rows, where `x_Emulated` tells it apart.
        package var includesEmulated: Bool

        package init(account: String, billsLedger: Bool, includesEmulated: Bool = false) {
            self.account = account
            self.billsLedger = billsLedger
            self.includesEmulated = includesEmulated
        }
    }

    /// Mandatory columns of 1.2 in their order, conditional ones, those 1.3 renames, and our own.
    package static let columns = [
        "BilledCost", "BillingAccountId", "BillingAccountName", "BillingCurrency", "BillingPeriodEnd",
        "BillingPeriodStart", "ChargeCategory", "ChargeClass", "ChargeDescription", "ChargePeriodEnd",
        "ChargePeriodStart", "ContractedCost", "EffectiveCost", "InvoiceIssuerName", "ListCost", "PricingQuantity",
        "PricingUnit", "ProviderName", "PublisherName", "ServiceCategory", "ServiceName", "ConsumedQuantity",
        "ConsumedUnit", "ListUnitPrice", "SkuId", "SkuMeter", "SkuPriceId", "Tags", "HostProviderName",
        "ServiceProviderName", "x_Profile", "x_TokenKind", "x_PriceRowId", "x_CostStatus", "x_Emulated",
    ]

    private struct Key: Hashable {
        let day: CivilDate
        let profile: String
        let model: String
        let tier: String
        let price: String
        let kind: String
        let isUncertain: Bool
        let isEmulated: Bool

        var order: [String] {
            [day.description, profile, model, tier, price, kind, isUncertain ? "1" : "0", isEmulated ? "1" : "0"]
        }
    }

    private struct Sum {
        var tokens = 0
        var cost = Money.zero
    }

    private var sums: [Key: Sum] = [:]
    /// What the emulator answered, whether or not it stands among the rows: nobody bills it.
    package private(set) var emulated = Money.zero
    private let prices: PriceBook
    private let options: Options

    /// - Parameter prices: For the unit prices; a price that is no longer in the book leaves them empty.
    package init(_ rollups: [CostRollup], prices: PriceBook, options: Options) throws(EconomicsError) {
        self.prices = prices
        self.options = options
        for rollup in rollups {
            if rollup.emulated { emulated = try emulated.adding(rollup.cost) }
            if !rollup.emulated || options.includesEmulated { try add(rollup) }
        }
    }

    private mutating func add(_ rollup: CostRollup) throws(EconomicsError) {
        var rest = rollup.cost
        for (kind, tokens, unit) in Self.kinds(of: rollup.usage, at: prices.price(id: rollup.priceID)) where tokens > 0
        {
            // Each bill is rounded up once; what that comes to stands with the output, the last of the kinds.
            let cost = kind == "output" ? rest : min(rest, try unit?.scaled(by: tokens, over: 1_000_000) ?? .zero)
            rest = try rest.subtracting(cost)
            try add(tokens, cost, of: kind, rollup)
        }
        // Calls whose tokens nobody told, and the rounding of those that wrote nothing.
        if rest != .zero { try add(0, rest, of: "unmetered", rollup) }
    }

    private mutating func add(_ tokens: Int, _ cost: Money, of kind: String, _ rollup: CostRollup)
        throws(EconomicsError)
    {
        let key = Key(
            day: CivilDate(at: rollup.hour, in: .utc),
            profile: rollup.profile,
            model: rollup.model,
            tier: rollup.tier,
            price: rollup.priceID,
            kind: kind,
            isUncertain: rollup.uncertain > .zero,
            isEmulated: rollup.emulated
        )
        sums[key, default: Sum()].tokens += tokens
        sums[key, default: Sum()].cost = try (sums[key]?.cost ?? .zero).adding(cost)
    }

    /// Kinds with their tokens and the price of a million.
    private static func kinds(of usage: TokenUsage, at price: Price?) -> [(kind: String, tokens: Int, unit: Money?)] {
        let output = price.map { Money(nanoUSD: $0.outputPerMillion) }
        return [
            ("cached", usage.cached, price.map { Money(nanoUSD: $0.cachedPerMillion) }),
            ("input", usage.prompt - usage.cached + usage.toolUse, price.map { Money(nanoUSD: $0.inputPerMillion) }),
            ("thought", usage.thoughts, output),
            ("output", usage.candidates, output),
        ]
    }

    /// RFC 4180 with a header line.
    package func csv() -> String {
        var lines = [Self.columns.joined(separator: ",")]
        for (key, sum) in sums.sorted(by: { $0.key.order.lexicographicallyPrecedes($1.key.order) }) {
            lines.append(cells(key, sum).map(Self.quoted).joined(separator: ","))
        }
        return lines.map { $0 + "\r\n" }.joined()
    }

    private func cells(_ key: Key, _ sum: Sum) -> [String] {
        let cost = sum.cost.formatted(.exact, grouped: false)
        let unit = Self.kinds(of: .zero, at: prices.price(id: key.price)).first { $0.kind == key.kind }?.unit
        let isMetered = key.kind != "unmetered"
        let tokens = isMetered ? "\(sum.tokens)" : ""
        return [
            options.billsLedger && !key.isEmulated ? cost : "0", options.account, "", "USD",
            Self.moment(key.day.startOfNextMonth),
            Self.moment(key.day.startOfMonth), "Usage", "", "\(key.model) \(key.kind) tokens",
            Self.moment(key.day.next), Self.moment(key.day), cost, cost, "Google", cost,
            isMetered ? Self.millions(sum.tokens) : "", "1000000 Tokens", "Google", "Google",
            "AI and Machine Learning", "Gemini API", tokens, "Tokens",
            unit?.formatted(.exact, grouped: false) ?? "", "\(key.model)/\(key.tier)", key.kind, key.price,
            "{\"profile\":\"\(key.profile)\"}", "Google", "Google", key.profile, key.kind, key.price,
            key.isUncertain ? "uncertain" : "estimated", key.isEmulated ? "true" : "false",
        ]
    }

    private static func moment(_ day: CivilDate) -> String { "\(day)T00:00:00Z" }

    /// `2.554356`: tokens in millions, exactly.
    private static func millions(_ tokens: Int) -> String {
        let digits = String(tokens % 1_000_000)
        return "\(tokens / 1_000_000)." + String(repeating: "0", count: 6 - digits.count) + digits
    }

    private static func quoted(_ cell: String) -> String {
        guard cell.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return cell }
        return "\"" + cell.replacing("\"", with: "\"\"") + "\""
    }
}
