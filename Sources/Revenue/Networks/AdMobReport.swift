import Documents
import Economics

/// AdMob API v1: an array of a header, rows and a footer. Source: the API's discovery document, `GenerateNetworkReport` and
/// `GenerateMediationReport`.
enum AdMobReport {
    static func rows(_ bytes: [UInt8], name: String, options: ImportOptions) throws(RevenueError) -> [RevenueRow] {
        let json = try RevenueJSON(bytes, name: name)
        guard let items = json.root.array else {
            throw RevenueError(.syntax, "\(name) is no AdMob report: an array of header, rows and footer is expected")
        }
        let header = items.compactMap { $0["header"] }.first
        let reported = header?["localizationSettings"]?["currencyCode"]?.string
        guard let currency = options.currency ?? reported else {
            throw RevenueError(.currency, "\(name): the header names no currencyCode: say it with --currency")
        }
        if let wanted = options.currency, let reported, wanted != reported {
            throw RevenueError(.currency, "\(name) is in \(reported), not in \(wanted)")
        }
        let zone = options.timeZone ?? header?["reportingTimeZone"]?.string ?? "America/Los_Angeles"
        var rows: [RevenueRow] = []
        var isMediation = false
        for item in items {
            guard let row = item["row"] else { continue }
            let place = "\(name), row \(rows.count + 1)"
            let dimensions = row["dimensionValues"]
            let metrics = row["metricValues"]
            isMediation = isMediation || dimensions?["AD_SOURCE"] != nil || metrics?["OBSERVED_ECPM"] != nil
            guard let day = dimensions?["DATE"]?["value"]?.string, let date = RevenueValue.date(day) else {
                throw RevenueError(.field, "\(place): ask for the dimension DATE; the row has none")
            }
            let platform = dimensions?["PLATFORM"]?["value"]?.string
            rows.append(
                try RevenueRow(
                    date: date,
                    timeZone: zone,
                    profile: try options.profile(ofPlatform: platform, place),
                    source: options.source ?? (isMediation ? "admob.mediation" : "admob.network"),
                    country: dimensions?["COUNTRY"]?["value"]?.string ?? "",
                    impressions: try metric("IMPRESSIONS", "integerValue", metrics, place),
                    micros: try metric("ESTIMATED_EARNINGS", "microsValue", metrics, place),
                    currency: currency,
                    status: options.status,
                    asOf: options.asOf
                )
            )
        }
        let matching = items.compactMap { $0["footer"]?["matchingRowCount"] }.first
        if let count = matching.flatMap(integer), count > rows.count {
            throw RevenueError(
                .truncated,
                "\(name) holds \(rows.count) of \(count) rows: ask for fewer days at once"
            )
        }
        return rows
    }

    /// A metric in the one form whose unit is known.
    private static func metric(
        _ name: String,
        _ form: String,
        _ metrics: DocumentNode?,
        _ place: String
    ) throws(RevenueError) -> Int64 {
        guard let metric = metrics?[name] else {
            throw RevenueError(.field, "\(place): ask for the metric \(name); the row has none")
        }
        if let value = metric[form].flatMap(integer) { return value }
        let found = (metric.object ?? []).map(\.key).joined(separator: ", ")
        throw RevenueError(
            .unit,
            "\(place): \(name) comes as `\(found)`, whose unit is not known; `\(form)` is expected"
        )
    }

    /// 64-bit numbers come as text or as numbers.
    private static func integer(_ node: DocumentNode) -> Int64? {
        node.integer ?? node.string.flatMap(RevenueValue.integer)
    }
}
