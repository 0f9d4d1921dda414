import Documents
import Economics

/// AppLovin MAX, "Revenue Reporting API": days are UTC, money is USD with decimals. Its `ecpm` is not read: it follows from
/// the other two.
enum MaxReport {
    static func rows(_ bytes: [UInt8], name: String, options: ImportOptions) throws(RevenueError) -> [RevenueRow] {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        var options = options
        options.source = options.source ?? "max"
        options.currency = options.currency ?? "USD"
        options.timeZone = options.timeZone ?? "UTC"
        if first == UInt8(ascii: "{") {
            let json = try RevenueJSON(bytes, name: name)
            guard let results = json.root["results"]?.array else {
                throw RevenueError(.syntax, "\(name) is no answer of maxReport: it has no `results`")
            }
            return try FlatReport.rows(
                results,
                name: name,
                fields: .init(date: "day", impressions: "impressions", revenue: "estimated_revenue"),
                options: options
            )
        }
        options.mapping = ["date": "day", "impressions": "impressions", "revenue": "estimated_revenue"]
        let table = try CSVTable(bytes, name: name)
        if table.column("platform") != nil { options.mapping["platform"] = "platform" }
        if table.column("country") != nil { options.mapping["country"] = "country" }
        return try MappedCSV.rows(table, options: options)
    }
}
