/// Every price of every model, past and announced. A price that is not in it is a refusal, never zero.
package struct PriceBook: Sendable, Hashable {
    /// By model, tier and start.
    package let prices: [Price]

    /// What a million tokens may cost: 0.001 to 1,000 USD. Prices outside are for another unit, almost surely.
    package static let plausible: ClosedRange<Int64> = 1_000_000...1_000_000_000_000

    /// Throws `priceOverlap` when two periods of one model and tier overlap or two prices share an id, and
    /// `priceImplausible` when a price is outside ``plausible``, cached input is dearer than input, or a period is
    /// empty.
    package init(_ prices: [Price]) throws(EconomicsError) {
        for price in prices { try Self.check(price) }
        let sorted = prices.sorted { left, right in
            (left.model, left.tier, left.from) < (right.model, right.tier, right.from)
        }
        for (earlier, later) in zip(sorted, sorted.dropFirst())
        where earlier.model == later.model && earlier.tier == later.tier {
            guard let end = earlier.until, end <= later.from else {
                throw EconomicsError(.priceOverlap, "the prices `\(earlier.id)` and `\(later.id)` overlap")
            }
        }
        var ids: Set<String> = []
        for price in sorted where !ids.insert(price.id).inserted {
            throw EconomicsError(.priceOverlap, "two prices have the id `\(price.id)`")
        }
        self.prices = sorted
    }

    /// The price in force at `moment`. Throws `priceMissing`.
    ///
    /// `model` is the answer's `modelVersion`, or the id to be asked for. It is looked up as it is; then without what
    /// stands before the model's name (`models/`, `publishers/google/models/`); then without a version at its end
    /// (`-001`, `@001`, `-20250915`, `-2025-09-15`, `-09-2025`, `-05-20`). The first name the book knows decides, also when it
    /// has no price for the moment or tier: the price of another model is no answer. A preview is another model.
    package func price(model: String, tier: String, at moment: Timestamp) throws(EconomicsError) -> Price {
        for name in Self.names(for: model) {
            let known = prices.filter { $0.model == name }
            if known.isEmpty { continue }
            let inTier = known.filter { $0.tier == tier }
            guard !inTier.isEmpty else {
                throw EconomicsError(
                    .priceMissing,
                    "no price for `\(Self.shown(name))` in the tier `\(Self.shown(tier))`"
                )
            }
            guard let price = inTier.last(where: { $0.from <= moment && moment < $0.until ?? .distantFuture }) else {
                throw EconomicsError(
                    .priceMissing,
                    "no price for `\(Self.shown(name))` in the tier `\(Self.shown(tier))` at \(moment.iso8601)"
                )
            }
            return price
        }
        throw EconomicsError(.priceMissing, "no price for the model `\(Self.shown(model))`")
    }

    /// The price with this id, as reports of the past name it.
    package func price(id: String) -> Price? { prices.first { $0.id == id } }

    /// The names under which a model may be in the book, in order.
    static func names(for model: String) -> [String] {
        var names = [model]
        let bare = model.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(model[model.utf8.index(after: $0)...]) }
        if let bare, model.hasPrefix("models/") || model.contains("/models/") { names.append(bare) }
        if let last = names.last, let plain = ModelVersion.stripped(from: last) { names.append(plain) }
        return names
    }

    private static func check(_ price: Price) throws(EconomicsError) {
        let parts = [
            ("input", price.inputPerMillion), ("cached", price.cachedPerMillion), ("output", price.outputPerMillion),
        ]
        for (part, amount) in parts where !plausible.contains(amount) {
            throw EconomicsError(
                .priceImplausible,
                "\(part) price of `\(price.id)` is \(Money(nanoUSD: amount)) for a million tokens, "
                    + "expected 0.001 to 1,000 USD"
            )
        }
        guard price.cachedPerMillion <= price.inputPerMillion else {
            throw EconomicsError(.priceImplausible, "cached input of `\(price.id)` is dearer than input")
        }
        if let until = price.until, until <= price.from {
            throw EconomicsError(.priceImplausible, "the price `\(price.id)` ends before it begins")
        }
    }

    /// Names come from outside: kept short in messages.
    private static func shown(_ text: String) -> String {
        text.utf8.count <= 80 ? text : String(text.prefix(80)) + "…"
    }
}
