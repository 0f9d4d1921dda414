import Documents
import Economics

/// JSON reports whose rows are plain objects.
enum FlatReport {
    struct Fields {
        let date: String
        let impressions: String
        let revenue: String
    }

    /// `inherited`: where a row looks for what it does not say itself.
    static func rows(
        _ items: [DocumentNode],
        name: String,
        fields: Fields,
        inherited: DocumentNode? = nil,
        options: ImportOptions
    ) throws(RevenueError) -> [RevenueRow] {
        try items.enumerated().map { index, item throws(RevenueError) in
            let place = "\(name), row \(index + 1)"
            func text(_ names: String...) -> String? {
                for node in [item, inherited] {
                    for name in names { if let found = node?[name] { return found.string ?? found.number?.text } }
                }
                return nil
            }
            func wrong(_ name: String, _ expected: String) -> RevenueError {
                RevenueError(
                    .field,
                    "\(place): \(name) must be \(expected), found `\((text(name) ?? "nothing").prefix(60))`"
                )
            }
            guard let date = text(fields.date).flatMap(RevenueValue.date) else {
                throw wrong(fields.date, "a day such as 2026-11-30")
            }
            guard let impressions = text(fields.impressions).flatMap(RevenueValue.integer) else {
                throw wrong(fields.impressions, "a whole number")
            }
            guard let micros = text(fields.revenue).flatMap({ RevenueValue.decimal($0, decimals: 6) }) else {
                throw wrong(fields.revenue, "a decimal number such as 64.31")
            }
            return try RevenueRow(
                date: date,
                timeZone: options.timeZone ?? "UTC",
                profile: try options.profile(ofPlatform: text("platform"), place),
                source: options.source ?? "",
                country: text("country", "countryCode") ?? "",
                impressions: impressions,
                micros: micros,
                currency: options.currency ?? "USD",
                status: options.status,
                asOf: options.asOf
            )
        }
    }
}
