import Economics

/// CSV of any form: which column holds what is said, never guessed by its place. Headings are localised and follow what
/// somebody chose on a page.
enum MappedCSV {
    static let parts = ["date", "impressions", "revenue", "revenueMicros", "platform", "country", "currency"]

    static func rows(_ bytes: [UInt8], name: String, options: ImportOptions) throws(RevenueError) -> [RevenueRow] {
        try rows(CSVTable(bytes, name: name), options: options)
    }

    static func rows(_ table: CSVTable, options: ImportOptions) throws(RevenueError) -> [RevenueRow] {
        let mapping = options.mapping
        if let unknown = mapping.keys.sorted().first(where: { !parts.contains($0) }) {
            throw RevenueError(.field, "`\(unknown)` cannot be mapped; parts are \(parts.joined(separator: ", "))")
        }
        func column(_ part: String) throws(RevenueError) -> Int? {
            try mapping[part].map { name throws(RevenueError) in try table.columns([name])[0] }
        }
        func required(_ part: String) throws(RevenueError) -> Int {
            guard let found = try column(part) else {
                throw RevenueError(.field, "say which column is the \(part): --map \(part)=COLUMN")
            }
            return found
        }
        let (date, impressions) = (try required("date"), try required("impressions"))
        let micros = try column("revenueMicros")
        let revenue = micros == nil ? try required("revenue") : nil
        let (platform, country, currency) = (try column("platform"), try column("country"), try column("currency"))
        guard currency != nil || options.currency != nil else {
            throw RevenueError(.currency, "\(table.name): say the currency with --currency, or which column has it")
        }
        guard let zone = options.timeZone else {
            throw RevenueError(.field, "\(table.name): say the zone of its days with --time-zone")
        }
        return try table.rows.map { line throws(RevenueError) in
            let place = "\(table.name), line \(line.number)"
            let amount: Int64
            if let micros {
                amount = try line.integer(micros)
            } else if let revenue {
                amount = try line.decimal(revenue, decimals: 6)
            } else {
                throw RevenueError(.field, "\(place): no revenue")
            }
            return try RevenueRow(
                date: try line.date(date),
                timeZone: zone,
                profile: try options.profile(ofPlatform: platform.map { line[$0] }, place),
                source: options.source ?? "csv",
                country: country.map { line[$0] } ?? "",
                impressions: try line.integer(impressions),
                micros: amount,
                currency: currency.map { line[$0] } ?? options.currency ?? "",
                status: options.status,
                asOf: options.asOf
            )
        }
    }
}
