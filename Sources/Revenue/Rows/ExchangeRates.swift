import Economics

/// Rates to USD by day: `date,from,to,rate,source`. A day without a rate is refused, never guessed.
package struct ExchangeRates: Sendable, Hashable {
    private struct Rate: Sendable, Hashable {
        let nano: Int64
        let source: String
    }

    private var rates: [String: Rate] = [:]

    package static let none = ExchangeRates()

    private init() {}

    /// Reads `fx.csv`. Throws `syntax` or `field` naming the line.
    package init(csv bytes: [UInt8], name: String) throws(RevenueError) {
        let table = try CSVTable(bytes, name: name)
        let columns = try table.columns(["date", "from", "to", "rate", "source"])
        for line in table.rows {
            let date = try line.date(columns[0])
            let (from, to) = (line[columns[1]], line[columns[2]])
            guard to == "USD" else { throw line.wrong(columns[2], "USD, the ledger's currency") }
            let nano = try line.decimal(columns[3], decimals: 9)
            guard nano > 0 else { throw line.wrong(columns[3], "a rate above zero") }
            let key = "\(date) \(from)"
            guard rates.updateValue(Rate(nano: nano, source: line[columns[4]]), forKey: key) == nil else {
                throw line.wrong(columns[0], "one rate of \(from) a day")
            }
        }
    }

    /// A row in the ledger's money, rounded to the nearest nano-USD once. Throws `currency` without a rate of its day, and
    /// `range`.
    package func entry(_ row: RevenueRow) throws(RevenueError) -> RevenueEntry {
        let rate: Rate
        if row.currency == "USD" {
            rate = Rate(nano: Money.nanoPerUSD, source: "")
        } else if let known = rates["\(row.key.date) \(row.currency)"] {
            rate = known
        } else {
            throw RevenueError(
                .currency,
                "there is no rate of \(row.currency) on \(row.key.date): give one in a file for --fx (date,from,to,rate,source)"
            )
        }
        do {
            // Millionths at nano-USD a unit: micros x rate / 1,000,000.
            let amount = try Money(nanoUSD: row.micros).scaled(by: Int(rate.nano), over: 1_000_000)
            return RevenueEntry(row: row, rateNano: rate.nano, rateSource: rate.source, amount: amount)
        } catch {
            throw RevenueError(.range, "\(row.key.profile) \(row.key.date): \(error.message)")
        }
    }
}
