/// What uploads earn: eCPM (earnings of a thousand ad impressions) times the impressions an upload brings.
package struct UploadRevenue: Sendable, Hashable {
    /// Not negative.
    package let ecpm: Money
    /// In millionths, not negative: 1.6 impressions are 1,600,000.
    package let impressionsPerUploadMicros: Int64

    package init(ecpm: Money, impressionsPerUploadMicros: Int64) {
        self.ecpm = ecpm
        self.impressionsPerUploadMicros = impressionsPerUploadMicros
    }

    /// Impressions of an eCPM, and millionths.
    private static let divisor: UInt64 = 1_000 * 1_000_000

    /// What `uploads` earn together, rounded to the nearest nano-USD, ties to even, once. Throws `negativeAmount` when a
    /// part is below zero, and `amountOverflow`.
    package func earned(byUploads uploads: Int) throws(EconomicsError) -> Money {
        guard uploads >= 0, ecpm >= .zero, impressionsPerUploadMicros >= 0 else {
            throw EconomicsError(
                .negativeAmount,
                "revenue of \(uploads) uploads at \(ecpm) and \(impressionsPerUploadMicros) micro-impressions"
            )
        }
        let product = WideNumber(ecpm.nanoUSD.magnitude).times(impressionsPerUploadMicros.magnitude)
        return try Money(
            isNegative: false,
            magnitude: product?.times(UInt64(uploads))?.dividedToNearest(by: Self.divisor),
            of: "revenue of \(uploads) uploads at \(ecpm)"
        )
    }
}
