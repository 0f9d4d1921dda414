package import Economics

/// A bill that somebody says sending everything would have come to, set against the report. What such a bill calls saved
/// is two things: calls that were not made, and another price for the calls that were. Only the first was saved here.
package struct BillComparison: Sendable, Hashable {
    /// What sending all is said to cost.
    package let bill: Money
    /// Uploads of the report whose price is known: sent, cached and rejected.
    package let uploads: Int
    /// What sending all of them costs at the report's own prices, an estimate.
    package let baseline: Money
    /// What was paid.
    package let cost: Money

    /// Nil where the report knows no price for anything. Throws `amountOverflow`.
    init?(of bill: Money, _ figures: EconomicsFigures) throws(EconomicsError) {
        let priced = figures.count(.sent) + figures.count(.cached) + figures.count(.rejected) - figures.unpriced
        let baseline = try figures.baseline()
        guard priced > 0, baseline > .zero, bill > .zero else { return nil }
        self.bill = bill
        uploads = priced
        self.baseline = baseline
        cost = figures.spend
    }

    /// What an upload is said to cost, and what it costs here when it is sent in the plain way; nearest nano-USD.
    package var billPerUpload: Money { mean(bill) }
    package var baselinePerUpload: Money { mean(baseline) }
    /// How many times the price here the bill's price is.
    package var priceRatio: Double { Double(bill.nanoUSD) / Double(baseline.nanoUSD) }
    /// What the bill would call saved, as a share of it; negative for a bill below what was paid.
    package var saidShare: Double { 1 - Double(cost.nanoUSD) / Double(bill.nanoUSD) }
    /// What was saved at one price, as a share of sending all at that price.
    package var savedShare: Double { 1 - Double(cost.nanoUSD) / Double(baseline.nanoUSD) }

    /// From the bill down to what was paid: the other price, then what was saved. Throws `amountOverflow`.
    package func steps() throws(EconomicsError) -> (price: Money, saved: Money) {
        (try bill.subtracting(baseline), try baseline.subtracting(cost))
    }

    /// Whether the bill is what sending all costs here, to a thousandth: then it compares like with like.
    package var hasLikePrices: Bool { abs(priceRatio - 1) < 0.001 }

    /// What to make of it.
    package var sentence: String {
        let said = "it would call \(FigureText.share(saidShare, decimals: 1)) saved"
        guard !hasLikePrices else { return "\(said), and so it was: its price of a call is the one here" }
        return "\(said); at one price \(FigureText.share(savedShare, decimals: 1)) was: the bill compares unlike prices"
    }

    private func mean(_ amount: Money) -> Money {
        // A mean is never larger than its sum, so this cannot overflow.
        (try? amount.scaled(by: 1, over: uploads)) ?? amount
    }
}
