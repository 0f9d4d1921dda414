import Documents
import Economics

/// Reads `prices.json5`: what a million tokens cost, by model, first day and tier.
struct PricesDecoder {
    /// Tiers a price may be for; `batch` is priced for reports though no profile can ask for it.
    static let tiers = CloudSettings.Tier.allCases.map(\.rawValue)

    let remarks: Remarks
    private var prices: [Price] = []

    /// The whole book, or nil when something is wrong.
    static func book(_ root: DocumentNode, remarks: Remarks) -> PriceBook? {
        var decoder = PricesDecoder(remarks: remarks)
        guard let object = ObjectReader(root, path: "", shape: .prices, remarks: remarks),
            let field = object.required("models")
        else { return nil }
        guard let members = field.members("an object of prices by model") else { return nil }
        for (member, value) in members { decoder.model(member.key, value) }
        guard !remarks.hasErrors else { return nil }
        do {
            return try PriceBook(decoder.prices)
        } catch {
            remarks.error(.price, at: root, field: "models", error.message)
            return nil
        }
    }

    private init(remarks: Remarks) { self.remarks = remarks }

    private mutating func model(_ model: String, _ field: FieldReader) {
        guard let periods = field.items() else { return }
        if periods.isEmpty { field.fail(.price, "a list of at least one period") }
        // Per tier, the period before this one.
        var last: [String: Price] = [:]
        for period in periods {
            for price in self.period(model, period) {
                if let earlier = last[price.tier] { check(price, after: earlier, period) }
                last[price.tier] = price
                prices.append(price)
            }
        }
    }

    private func period(_ model: String, _ field: FieldReader) -> [Price] {
        guard let object = field.object() else { return [] }
        let from = object.required("from")?.day()
        let untilField = object.optional("until")
        let until = untilField?.day()
        _ = object.required("source")?.text()
        if let from, let until, until <= from {
            untilField?.fail(.conflict, "a day after \(from.day)")
        }
        var found: [Price] = []
        for tier in Self.tiers {
            guard let tierField = object.optional(tier), let rate = rate(tierField), let from else { continue }
            found.append(
                Price(
                    model: model,
                    tier: tier,
                    id: "\(model)/\(tier)/\(from.day)",
                    from: from,
                    until: until,
                    inputPerMillion: rate.input.nanoUSD,
                    cachedPerMillion: rate.cached.nanoUSD,
                    outputPerMillion: rate.output.nanoUSD
                )
            )
        }
        if !Self.tiers.contains(where: { object.optional($0) != nil }) {
            remarks.error(.price, at: field.node, field: field.path, "\(field.path) has no tier, such as `standard`")
        }
        return found
    }

    private struct Rate {
        let input: Money
        let cached: Money
        let output: Money
    }

    private func rate(_ field: FieldReader) -> Rate? {
        guard let object = field.object() else { return nil }
        let input = object.required("input").flatMap(price)
        let output = object.required("output").flatMap(price)
        let cachedField = object.optional("cached")
        // An unknown discount is no discount: the bill can only be overstated.
        let cached = cachedField.map(price) ?? input
        guard let input, let output, let cached else { return nil }
        if cached > input { cachedField?.fail(.price, "at most the price of input, \(input)") }
        return Rate(input: input, cached: cached, output: output)
    }

    private func price(_ field: FieldReader) -> Money? {
        guard case .money(let plausible) = field.form else { field.mismatch("a price") }
        guard let amount = field.amount() else { return nil }
        if plausible.contains(amount) { return amount }
        let hint: String
        if amount <= .zero {
            hint = "an unknown price is left out, never zero"
        } else if amount < plausible.lowerBound {
            hint = "prices are for a million tokens: is this the price of one token or of a thousand?"
        } else {
            hint = "prices are for a million tokens, in USD: is this the price of a billion, or in another unit?"
        }
        field.fail(.price, "\(plausible.lowerBound) to \(plausible.upperBound)", hint: hint)
        return nil
    }

    private func check(_ price: Price, after earlier: Price, _ field: FieldReader) {
        let day = price.from.day
        guard let end = earlier.until else {
            field.remarks.error(
                .price,
                at: field.node["from"] ?? field.node,
                field: "\(field.path).from",
                "`\(price.model)` has two \(price.tier) prices from \(day) on",
                hint: "end the earlier period: until: \"\(day)\""
            )
            return
        }
        if end > price.from {
            field.remarks.error(
                .price,
                at: field.node["from"] ?? field.node,
                field: "\(field.path).from",
                "`\(price.model)` has two \(price.tier) prices from \(day) to \(end.day)",
                hint: price.from <= earlier.from ? "periods stand in order of their first day" : nil
            )
        } else if end < price.from {
            remarks.error(
                .price,
                at: field.node["from"] ?? field.node,
                field: "\(field.path).from",
                "`\(price.model)` has no \(price.tier) price from \(end.day) to \(day)",
                hint: "periods follow each other without a gap"
            )
        }
    }
}
