/// Cost against revenue, an upload and a send at a time.
package struct UnitEconomics: Sendable, Hashable {
    /// The send rate at which sends eat up their share of the revenue.
    package enum BreakEven: Sendable, Hashable {
        /// Even sending every upload stays below it.
        case everyUploadPays
        /// Share of uploads, 0...1.
        case sendRate(Double)
        /// Nothing was sent, or sends cost nothing: there is no price to compare with.
        case unknown
    }

    /// Uploads in the period.
    package let uploads: Int
    /// Those sent, audits included.
    package let sent: Int
    package let revenue: Money
    /// Settled, with retries, audits and failures.
    package let cost: Money
    /// Revenue minus cost.
    package let margin: Money

    /// Counts are not negative and `sent` is at most `uploads`. Throws `amountOverflow`.
    package init(uploads: Int, sent: Int, revenue: Money, cost: Money) throws(EconomicsError) {
        precondition(uploads >= 0 && sent >= 0, "counts are not negative")
        self.uploads = uploads
        self.sent = sent
        self.revenue = revenue
        self.cost = cost
        margin = try revenue.subtracting(cost)
    }

    /// Mean cost of a send, to the nearest nano-USD; nil when nothing was sent.
    package var costPerSend: Money? { mean(cost, over: sent) }

    /// Mean revenue of an upload, to the nearest nano-USD; nil without uploads.
    package var revenuePerUpload: Money? { mean(revenue, over: uploads) }

    /// Mean margin of an upload; nil without uploads.
    package var marginPerUpload: Money? { mean(margin, over: uploads) }

    /// Cost of a thousand uploads, to the nearest nano-USD; nil without uploads, or past the range.
    package var costPerThousandUploads: Money? { perThousandUploads(cost) }

    /// Revenue of a thousand uploads; nil without uploads, or past the range.
    package var revenuePerThousandUploads: Money? { perThousandUploads(revenue) }

    /// Margin of a thousand uploads; nil without uploads, or past the range.
    package var marginPerThousandUploads: Money? { perThousandUploads(margin) }

    /// Cost as a share of revenue; nil without revenue.
    package var costShare: Double? {
        revenue > .zero ? Double(cost.nanoUSD) / Double(revenue.nanoUSD) : nil
    }

    /// Margin as a share of revenue; nil without revenue.
    package var marginShare: Double? {
        revenue > .zero ? Double(margin.nanoUSD) / Double(revenue.nanoUSD) : nil
    }

    /// Where cost reaches `share` (0...1) of the revenue.
    package func breakEven(withinShare share: Double = 1) -> BreakEven {
        guard sent > 0, cost > .zero, uploads > 0 else { return .unknown }
        let perSend = Double(cost.nanoUSD) / Double(sent)
        let perUpload = Double(revenue.nanoUSD) / Double(uploads)
        let rate = share * perUpload / perSend
        return rate >= 1 ? .everyUploadPays : .sendRate(max(0, rate))
    }

    /// The smallest eCPM at which sending `sendRate` of the uploads costs no more than `share` of the revenue, rounded to
    /// the nearest nano-USD. Nil when nothing was sent, or without impressions or share. Throws `amountOverflow`.
    package func smallestECPM(
        sendRate: Double,
        withinShare share: Double,
        impressionsPerUploadMicros: Int64
    ) throws(EconomicsError) -> Money? {
        guard sent > 0, share > 0, impressionsPerUploadMicros > 0, sendRate >= 0 else { return nil }
        let perSend = Double(cost.nanoUSD) / Double(sent)
        let nano = 1_000 * sendRate * perSend / (share * Double(impressionsPerUploadMicros) / 1_000_000)
        guard let rounded = Int64(exactly: nano.rounded(.toNearestOrEven)) else {
            throw EconomicsError(.amountOverflow, "the smallest eCPM is \(nano) nano-USD")
        }
        return Money(nanoUSD: rounded)
    }

    private func perThousandUploads(_ amount: Money) -> Money? {
        // A handful of uploads at billions each: no figure rather than a wrong one.
        uploads > 0 ? try? amount.scaled(by: 1_000, over: uploads) : nil
    }

    private func mean(_ amount: Money, over count: Int) -> Money? {
        // A mean is never larger than its sum, so this cannot overflow.
        count > 0 ? try? amount.scaled(by: 1, over: count) : nil
    }
}

extension UnitEconomics.BreakEven: CustomStringConvertible {
    /// `break-even at a send rate of 63.2 %`, or why there is none. Never a rate above 100 %.
    package var description: String {
        switch self {
        case .everyUploadPays: return "every upload pays for itself"
        case .unknown: return "no sends to compare with"
        case .sendRate(let rate):
            // Rounded down: at the rate shown, money is not lost.
            let tenths = Int((rate * 1_000).rounded(.down))
            return "break-even at a send rate of \(tenths / 10).\(tenths % 10) %"
        }
    }
}
