import Documents
import Economics

/// Unity LevelPlay (ironSource), "Reporting API": an array of objects, each with its breakdowns and a list `data` with the
/// metrics, or with both in one. Days are UTC, money is USD with decimals.
enum LevelPlayReport {
    static func rows(_ bytes: [UInt8], name: String, options: ImportOptions) throws(RevenueError) -> [RevenueRow] {
        let json = try RevenueJSON(bytes, name: name)
        guard let items = json.root.array else {
            throw RevenueError(.syntax, "\(name) is no answer of the LevelPlay reporting API: an array is expected")
        }
        var options = options
        options.source = options.source ?? "levelplay"
        options.currency = options.currency ?? "USD"
        options.timeZone = options.timeZone ?? "UTC"
        var rows: [RevenueRow] = []
        for item in items {
            rows += try FlatReport.rows(
                item["data"]?.array ?? [item],
                name: name,
                fields: .init(date: "date", impressions: "impressions", revenue: "revenue"),
                inherited: item,
                options: options
            )
        }
        return rows
    }
}
