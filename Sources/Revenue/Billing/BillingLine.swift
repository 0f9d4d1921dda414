package import Economics

/// What a provider charged for one SKU in one span of time, credits taken off.
package struct BillingLine: Sendable, Hashable {
    package let sku: String
    /// As the bill words it; it changes, so nothing is found by it.
    package let description: String
    package let usageStart: Timestamp
    /// May be below zero: credits and corrections.
    package let net: Money

    package init(sku: String, description: String, usageStart: Timestamp, net: Money) {
        self.sku = sku
        self.description = description
        self.usageStart = usageStart
        self.net = net
    }
}
