package import Economics

/// What one ad impression paid, as an app or a server of ours heard of it. It splits what networks report; it does not
/// replace it: some impressions never tell.
package struct RevenueEvent: Sendable, Hashable {
    /// How sure the network is. Source: AdMob, `AdValue.PrecisionType`.
    package enum Precision: String, Sendable, CaseIterable {
        case unknown = "UNKNOWN"
        case estimated = "ESTIMATED"
        case publisherProvided = "PUBLISHER_PROVIDED"
        case precise = "PRECISE"
    }

    /// Unique for good: a second event of the same id is the same event.
    package let id: String
    package let profile: String
    package let at: Timestamp
    package let source: String
    /// Millionths of a USD.
    package let micros: Int64
    package let precision: Precision

    package init(id: String, profile: String, at: Timestamp, source: String, micros: Int64, precision: Precision) {
        self.id = id
        self.profile = profile
        self.at = at
        self.source = source
        self.micros = micros
        self.precision = precision
    }

    /// Events older than this are refused: whether they are known already can no longer be told.
    package static let longestDelay: Int64 = 31 * 86_400

    /// Throws `amountOverflow`.
    package func amount() throws(EconomicsError) -> Money { try Money(nanoUSD: micros).times(1_000) }
}
