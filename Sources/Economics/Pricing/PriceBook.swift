/// Every price of every model, past and announced. A price that is not in it is a refusal, never zero.
package struct PriceBook: Sendable, Hashable {
    package let prices: [Price]

    /// Throws `priceOverlap` or `priceImplausible`.
    package init(_ prices: [Price]) throws(EconomicsError) {
        self.prices = prices
    }

    /// The price in force. Throws `priceMissing`.
    package func price(model: String, tier: String, at moment: Timestamp) throws(EconomicsError) -> Price {
        throw EconomicsError(.priceMissing, "no price for `\(model)`")
    }
}
