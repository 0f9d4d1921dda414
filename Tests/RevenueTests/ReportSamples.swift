import Economics
import Testing

@testable import Revenue

/// Reports as networks give them.
enum ReportSamples {
    static let asOf = Timestamp.seconds(1_796_040_000)
    static let options = ImportOptions(known: ["ios", "android"], asOf: asOf)

    static let admob = """
        [
          {"header":{"dateRange":{},"localizationSettings":{"currencyCode":"USD","languageCode":"en-US"}}},
          {"row":{"dimensionValues":{"DATE":{"value":"20261014"},"PLATFORM":{"value":"iOS"},
            "APP":{"value":"ca-app-pub-1~2","displayLabel":"Walls"}},
            "metricValues":{"ESTIMATED_EARNINGS":{"microsValue":"64310000"},"IMPRESSIONS":{"integerValue":"15546"}}}},
          {"row":{"dimensionValues":{"DATE":{"value":"20261014"},"PLATFORM":{"value":"iOS"},"APP":{"value":"ca-app-pub-1~3"}},
            "metricValues":{"ESTIMATED_EARNINGS":{"microsValue":1000000},"IMPRESSIONS":{"integerValue":4}}}},
          {"row":{"dimensionValues":{"DATE":{"value":"2026-10-14"},"PLATFORM":{"value":"Android"}},
            "metricValues":{"ESTIMATED_EARNINGS":{"microsValue":"31050000"},"IMPRESSIONS":{"integerValue":"12320"}}}},
          {"footer":{"matchingRowCount":"3"}}
        ]
        """

    static func rows(_ format: RevenueFormat, _ text: String, _ options: ImportOptions = options) throws -> [RevenueRow]
    {
        try format.rows(Array(text.utf8), name: "report", options: options)
    }

    /// `2026-10-14 ios 64.31`, one a row.
    static func short(_ rows: [RevenueRow]) -> [String] {
        rows.map {
            "\($0.key.date) \($0.key.timeZone) \($0.key.profile) \($0.key.source) \($0.impressions) \($0.micros)"
        }
    }
}
