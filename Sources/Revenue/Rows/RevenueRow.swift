package import Economics

/// What one source says a profile earned on one day in one country, in the source's own zone and currency.
package struct RevenueRow: Sendable, Hashable {
    package enum Status: String, Sendable, CaseIterable {
        /// May still change: networks restate a month until it is closed.
        case estimated
        case final
        /// A difference to what was reported, such as that of a closed month. The only one that may be below zero.
        case adjustment
    }

    /// What makes two rows editions of one figure.
    package struct Key: Sendable, Hashable {
        /// In `timeZone`.
        package let date: CivilDate
        /// IANA identifier of the source's days.
        package let timeZone: String
        package let profile: String
        /// `admob.network`, `max`, `levelplay` …
        package let source: String
        /// As the source names it; empty for all together.
        package let country: String
        package let isAdjustment: Bool
    }

    package let key: Key
    package let impressions: Int64
    /// Millionths of the currency's unit.
    package let micros: Int64
    /// ISO 4217.
    package let currency: String
    package let status: Status
    /// When the source said so.
    package let asOf: Timestamp

    /// Throws `range` below zero where only an adjustment may be, and `currency` for what is no code of three letters.
    package init(
        date: CivilDate,
        timeZone: String,
        profile: String,
        source: String,
        country: String = "",
        impressions: Int64,
        micros: Int64,
        currency: String,
        status: Status,
        asOf: Timestamp
    ) throws(RevenueError) {
        guard status == .adjustment || (micros >= 0 && impressions >= 0) else {
            throw RevenueError(.range, "\(profile) \(date): only an adjustment may be below zero")
        }
        guard currency.utf8.count == 3, currency.utf8.allSatisfy({ (65...90).contains($0) }) else {
            throw RevenueError(.currency, "`\(currency)` is no currency: three capital letters, such as USD")
        }
        key = Key(
            date: date,
            timeZone: timeZone,
            profile: profile,
            source: source,
            country: country,
            isAdjustment: status == .adjustment
        )
        self.impressions = impressions
        self.micros = micros
        self.currency = currency
        self.status = status
        self.asOf = asOf
    }
}
