package import Economics

/// A row with what it is worth in the ledger's money, and the rate that was used.
package struct RevenueEntry: Sendable, Hashable {
    package let row: RevenueRow
    /// What one unit of the row's currency was worth, in nano-USD; 1,000,000,000 for USD.
    package let rateNano: Int64
    /// Who said so; empty for USD.
    package let rateSource: String
    package let amount: Money

    package init(row: RevenueRow, rateNano: Int64, rateSource: String, amount: Money) {
        self.row = row
        self.rateNano = rateNano
        self.rateSource = rateSource
        self.amount = amount
    }

    package var key: RevenueRow.Key { row.key }

    /// Whether the source says the same, whenever it said so.
    package func tells(theSameAs other: RevenueEntry) -> Bool {
        row.impressions == other.row.impressions && row.micros == other.row.micros
            && row.currency == other.row.currency && row.status == other.row.status && amount == other.amount
    }
}
